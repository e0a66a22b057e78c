import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";

/** The repository's root, which contains the configuration under test. */
export const root: string = resolve(import.meta.dirname, "../..");

/** A temporary tree in place of the repository; removed by `using`. */
export interface Overlay extends Disposable {
  readonly folder: string;
  write(path: string, text: string): void;
  /** Runs a tool of node_modules/.bin in the overlay; never throws on a bad exit. */
  run(
    tool: string,
    args: readonly string[],
  ): { readonly status: number | null; readonly output: string };
}

function findConfigs(): string[] {
  const nested = ["lib", "tenant", "tests"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^tsconfig.*\.json$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  return ["package.json", ".oxlintrc.json", "tsconfig.json", "tests/repo/lint-rules", ...nested];
}

/** Runs a tool of node_modules/.bin in a folder; never throws on a bad exit. */
export function runTool(
  folder: string,
  tool: string,
  args: readonly string[],
): { readonly status: number | null; readonly output: string } {
  const bin = join(root, "node_modules/.bin");
  const done = spawnSync(join(bin, tool), args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: [bin, process.env["PATH"] ?? ""].join(delimiter), NO_COLOR: "1" },
  });
  if (done.error !== undefined) throw done.error;
  return { status: done.status, output: done.stdout + done.stderr };
}

/**
 * Copies the real configuration and the given paths into a temporary folder, beside the real
 * node_modules.
 */
export function makeOverlay(more: readonly string[] = []): Overlay {
  const folder = mkdtempSync(join(tmpdir(), "overlay-"));
  for (const path of [...findConfigs(), ...more])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    run: (tool, args) => runTool(folder, tool, args),
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
