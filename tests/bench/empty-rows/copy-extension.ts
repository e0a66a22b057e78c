import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { builtExtension } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";

/** Writes the address of the page with empty rows, relative to the extension's origin. */
export function writeAddress(rows: { count: number; height: number; view: number }): string {
  return `bench-empty-rows.html?count=${rows.count}&height=${rows.height}&view=${rows.view}`;
}

const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Empty rows</title></head>
  <body><script type="module" src="/bench-empty-rows.js"></script></body>
</html>
`;

/** Copies the built extension, and puts the page with empty rows into the copy. */
export async function copyWithEmptyRows(): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder("bench-extension");
  await cp(builtExtension.chromium, folder.path, { recursive: true });
  await writeFile(join(folder.path, "bench-empty-rows.html"), html);
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      outDir: folder.path,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      rollupOptions: {
        input: join(import.meta.dirname, "page.ts"),
        output: { entryFileNames: "bench-empty-rows.js" },
      },
    },
  });
  return folder;
}
