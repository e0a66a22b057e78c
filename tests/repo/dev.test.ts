import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "wxt";
import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { root } from "./overlay.ts";
import { silentLogger } from "../launch/silent-logger.ts";

test("`npm run dev` serves every page of the extension", async () => {
  const folder = await makeTemporaryFolder("dev");
  onTestFinished(() => folder.remove());
  const server = await createServer({
    root,
    outDir: folder.path,
    webExt: { disabled: true },
    logger: silentLogger,
  });
  onTestFinished(() => server.stop());
  await server.start();
  const built = join(folder.path, "chrome-mv3-dev");
  for (const page of ["devtools", "event", "options", "panel", "popup"]) {
    expect(readFileSync(join(built, `${page}.html`), "utf8")).toContain(server.origin);
  }
  expect(existsSync(join(built, "background.js"))).toBe(true);
});
