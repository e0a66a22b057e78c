import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zip } from "wxt";
import { root } from "../../launch/build-extension.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import type { Target } from "../../soak/build-planted.ts";

interface Browser {
  /** Returns the extension's name in the browser. */
  readName(): Promise<string>;
  /** Returns the footer of a surface once it is shown. */
  readFooter(surface: "popup" | "options" | "panel"): Promise<string>;
  close(): Promise<void>;
}

/** Unpacks the zip of `npm run build:qa` for one browser into a folder. */
async function makePackage(target: Target, folder: string): Promise<string> {
  const [path = ""] = await zip({
    root,
    outDir: folder,
    browser: target,
    manifestVersion: 3,
    mode: "qa",
  });
  const unpacked = join(folder, "unpacked");
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(path)))) {
    await mkdir(dirname(join(unpacked, name)), { recursive: true });
    await writeFile(join(unpacked, name), bytes);
  }
  return unpacked;
}

/** Proves that the contents of a QA zip start in a fresh profile and show their commit. */
export function testQaBuild(
  target: Target,
  openBrowser: (extensionDir: string) => Promise<Browser>,
): void {
  const args = ["describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"];
  const commit = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  let folder: TemporaryFolder;
  let browser: Browser;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("qa-build");
    browser = await openBrowser(await makePackage(target, folder.path));
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.remove();
  });

  test("has the commit in its name", async () => {
    expect(await browser.readName()).toBe(`Tenant Inspector QA ${commit}`);
  });

  test.each(["popup", "options", "panel"] as const)(
    "starts the %s, with the commit in its footer",
    async (surface) => {
      expect(await browser.readFooter(surface)).toBe(`QA build ${commit}`);
    },
  );
}
