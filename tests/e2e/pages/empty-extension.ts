import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { builtExtension } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";

const manifestSchema = z.object({ key: z.string(), version: z.string() });

/**
 * An extension with the id of the built one and no function. Its page `empty.html` reads and writes
 * the built extension's data while the built worker is not loaded.
 */
export async function makeEmptyExtension(): Promise<TemporaryFolder> {
  const built: unknown = JSON.parse(
    await readFile(join(builtExtension.chromium, "manifest.json"), "utf8"),
  );
  const { key, version } = manifestSchema.parse(built);
  const folder = await makeTemporaryFolder("empty-extension");
  const manifest = { manifest_version: 3, name: "Empty", version, key, permissions: ["storage"] };
  await writeFile(join(folder.path, "manifest.json"), JSON.stringify(manifest));
  await writeFile(join(folder.path, "empty.html"), "<!doctype html><title>Empty</title>");
  return folder;
}
