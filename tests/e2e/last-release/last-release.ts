import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";

/**
 * The packages for testers of the last release. docs/releasing.md tells how to replace them after a
 * release.
 */
export const lastRelease = {
  version: "0.1.0",
  /** SHA-256, so that nobody replaces a package without saying so. */
  hashes: {
    chrome: "58d5bde34f501fcf3e84f5d9eba091d4ceb2a282cd3cfe235e890d4ee3611992",
    firefox: "1ac61d6968cb92602b56e12a71ef27631d5c8c591c69b8b158a99a64433a49b1",
  },
} as const;

/**
 * Unpacks a package of the last release into a folder.
 *
 * @returns the folder of its manifest
 * @throws {Error} if the package is not the one of the hash
 */
export async function unpackLastRelease(
  target: keyof typeof lastRelease.hashes,
  folder: string,
): Promise<string> {
  const bytes = await readFile(join(import.meta.dirname, `${target}.zip`));
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== lastRelease.hashes[target])
    throw new Error(`${target}.zip has the hash ${hash}; expected ${lastRelease.hashes[target]}.`);
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
}
