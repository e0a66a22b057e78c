import { createHash } from "node:crypto";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { zip } from "wxt";
import { root } from "./build-extension.ts";
import { silentLogger } from "./silent-logger.ts";

/**
 * Derives the id of a package without a key that Chromium loads from a folder: from the folder's
 * path, in place of the public key.
 */
function deriveFolderId(path: string): string {
  const digest = createHash("sha256")
    .update(process.platform === "win32" ? Buffer.from(path, "utf16le") : path)
    .digest("hex");
  return digest
    .slice(0, 32)
    .replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}

/**
 * Builds the zip of one browser, and unpacks it as a store does.
 *
 * @param folder receives the zip and its content
 * @param mode `qa` for the zip of `npm run build:qa`; `store` for that of a release, with the id
 *   that Chromium gives the unpacked content
 * @returns the folder of the unpacked content
 */
export async function makePackage(
  target: "chrome" | "firefox",
  folder: string,
  mode: "production" | "qa" | "store" = "production",
): Promise<string> {
  const unpacked = join(await realpath(folder), "unpacked");
  process.env["CHROME_EXTENSION_ID"] = deriveFolderId(unpacked);
  const [path = ""] = await zip({
    root,
    outDir: folder,
    browser: target,
    manifestVersion: 3,
    mode,
    logger: silentLogger,
  });
  delete process.env["CHROME_EXTENSION_ID"];
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(path)))) {
    await mkdir(dirname(join(unpacked, name)), { recursive: true });
    await writeFile(join(unpacked, name), bytes);
  }
  return unpacked;
}
