import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./overlay.ts";

export interface FileText {
  /** The path from the repository's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

const skipped = new Set(["node_modules", ".git", ".output", ".wxt", ".cache"]);

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
  });
}

/** Reads every text file of the work tree, except files that tools write. */
export function readFiles(): FileText[] {
  return listFiles(root)
    .map((path) => ({ path: relative(root, path).split(sep).join("/"), full: path }))
    .filter(({ path }) => !/\.(?:png|ico|woff2|zip|log)$/.test(path))
    .map(({ path, full }) => ({ path, text: readFileSync(full, "utf8") }));
}
