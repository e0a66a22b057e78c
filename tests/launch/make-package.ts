import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { zip } from "wxt";
import { root } from "./build-extension.ts";
import { deriveFolderId } from "../repo/bundle/check-manifest.ts";
import { silentLogger } from "./silent-logger.ts";

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
  const path = await withStoreId(deriveFolderId(unpacked), async () => {
    const [built = ""] = await zip({
      root,
      outDir: folder,
      browser: target,
      manifestVersion: 3,
      mode,
      logger: silentLogger,
    });
    return built;
  });
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(path)))) {
    await mkdir(dirname(join(unpacked, name)), { recursive: true });
    await writeFile(join(unpacked, name), bytes);
  }
  return unpacked;
}

/** Performs a build for an item of the Chrome Web Store with this id. */
async function withStoreId<Result>(id: string, build: () => Promise<Result>): Promise<Result> {
  const before = process.env["CHROME_EXTENSION_ID"];
  process.env["CHROME_EXTENSION_ID"] = id;
  try {
    return await build();
  } finally {
    if (before === undefined) delete process.env["CHROME_EXTENSION_ID"];
    else process.env["CHROME_EXTENSION_ID"] = before;
  }
}
