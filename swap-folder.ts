import { copyFile, mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { WxtHooks } from "wxt";

/** Lists the files below a folder by their relative paths. A missing folder has no files. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([readFile(one), readFile(other).catch(() => undefined)]);
  return right !== undefined && left.equals(right);
}

/**
 * Orders files so that each one is copied after the files that it refers to: hashed files first,
 * the manifest last.
 */
function rank(path: string): number {
  if (path === "manifest.json") return 3;
  if (path.endsWith(".html")) return 2;
  return /^(?:assets|chunks)\b/.test(path) ? 0 : 1;
}

/**
 * Copies a build file by file into a folder that a browser may have loaded. The folder and its
 * manifest exist at all times. Each changed file is replaced in one step; other files stay
 * untouched.
 *
 * @param previous the files of the previous build. They stay, because an open page may still
 *   request the scripts and style sheets of that build. Files of older builds are removed.
 */
export async function swapFolder(
  fresh: string,
  loaded: string,
  previous: readonly string[],
): Promise<void> {
  const wanted = await listFiles(fresh);
  for (const path of wanted.toSorted((one, other) => rank(one) - rank(other))) {
    const source = join(fresh, path);
    const target = join(loaded, path);
    if (await isSame(source, target)) continue;
    await mkdir(dirname(target), { recursive: true });
    // Renaming replaces the file atomically: a reader gets the old file or the new one.
    const temporary = `${target}.new`;
    await copyFile(source, temporary);
    await rename(temporary, target);
  }
  const used = new Set([...wanted, ...previous]);
  const stale = (await listFiles(loaded)).filter((path) => !used.has(path));
  for (const path of stale) await rm(join(loaded, path), { force: true });
}

/**
 * Returns WXT hooks that build into `.output/fresh` and then copy the files into `.output`. WXT
 * empties its output folder before it builds. A browser that has loaded that folder would break.
 */
export function buildInLoadedFolder(): Partial<WxtHooks> {
  let previous: readonly string[] = [];
  return {
    "config:resolved"({ config }) {
      if (config.command === "build")
        config.outDir = join(config.outBaseDir, "fresh", basename(config.outDir));
    },
    async "build:before"({ config: { outDir } }) {
      previous = await listFiles(outDir);
    },
    async "build:done"({ config: { command, outBaseDir, outDir } }) {
      if (command === "build")
        await swapFolder(outDir, join(outBaseDir, basename(outDir)), previous);
    },
  };
}
