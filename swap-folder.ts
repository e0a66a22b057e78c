import { copyFile, mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** The files of a folder, by their paths in it; none when there is no folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([readFile(one), readFile(other).catch(() => undefined)]);
  return right !== undefined && left.equals(right);
}

/** Files whose name changes with their content come first, the manifest last: what names a file never comes before it. */
function rank(path: string): number {
  if (path === "manifest.json") return 3;
  if (path.endsWith(".html")) return 2;
  return /^(?:assets|chunks)\b/.test(path) ? 0 : 1;
}

/**
 * Makes a folder hold what another one holds, file by file, while a browser may have it loaded: the folder and its manifest are
 * there at every moment, each file is whole, and one that did not change is not touched.
 *
 * @param previous the files of the build before. They stay, since a page that is open, or that is just loading, still asks for
 * the scripts and style sheets that its version names. Older files are removed.
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
    // Renaming replaces a file in one step; a reader has the old one or the new one.
    const temporary = `${target}.new`;
    await copyFile(source, temporary);
    await rename(temporary, target);
  }
  const used = new Set([...wanted, ...previous]);
  const stale = (await listFiles(loaded)).filter((path) => !used.has(path));
  for (const path of stale) await rm(join(loaded, path), { force: true });
}
