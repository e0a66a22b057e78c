import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { build } from "wxt";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { root } from "../overlay.ts";
import { silentLogger } from "../../launch/silent-logger.ts";

/** Builds for Chromium as a shell with this NODE_ENV would, and returns the folder of the build. */
async function buildIn(nodeEnv: string | undefined, mode: string): Promise<string> {
  const folder = await makeTemporaryFolder("node-env");
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await folder.remove();
  });
  vi.stubEnv("NODE_ENV", nodeEnv);
  await build({
    root,
    outDir: folder.path,
    browser: "chrome",
    manifestVersion: 3,
    mode,
    logger: silentLogger,
  });
  return join(folder.path, mode === "qa" ? "chrome-mv3-qa" : "chrome-mv3");
}

/** Returns the number of characters of the scripts in a build. */
async function measureScripts(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true });
  const scripts = paths.filter((path) => path.endsWith(".js"));
  const texts = await Promise.all(scripts.map((path) => readFile(join(folder, path), "utf8")));
  return texts.reduce((sum, { length }) => sum + length, 0);
}

test.each([
  ["development", "production"],
  [undefined, "qa"],
] as const)(
  "a shell with NODE_ENV %s gets the code of a store build in the mode %s",
  async (nodeEnv, mode) => {
    const store = await measureScripts(join(root, ".output", "fresh", "chrome-mv3"));
    const own = await measureScripts(await buildIn(nodeEnv, mode));
    // A QA build also contains the name of its commit.
    expect(Math.abs(own - store)).toBeLessThan(500);
  },
);
