import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { zip } from "wxt";
import { root } from "./build-extension.ts";
import { silentLogger } from "./silent-logger.ts";

/**
 * Builds the zip of one browser, and unpacks it as a store does.
 *
 * @param folder receives the zip and its content
 * @param mode `qa` for the zip of `npm run build:qa`
 * @returns the folder of the unpacked content
 */
export async function makePackage(
  target: "chrome" | "firefox",
  folder: string,
  mode: "production" | "qa" = "production",
): Promise<string> {
  const [path = ""] = await zip({
    root,
    outDir: folder,
    browser: target,
    manifestVersion: 3,
    mode,
    logger: silentLogger,
  });
  const unpacked = join(folder, "unpacked");
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(path)))) {
    await mkdir(dirname(join(unpacked, name)), { recursive: true });
    await writeFile(join(unpacked, name), bytes);
  }
  return unpacked;
}
