import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { makePackage } from "../../launch/make-package.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import type { Target } from "../../soak/build-planted.ts";

interface Browser {
  /** Returns the extension's name in the browser. */
  readName(): Promise<string>;
  /** Returns the footer of a surface once it is shown. */
  readFooter(surface: "popup" | "options" | "panel"): Promise<string>;
  close(): Promise<void>;
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
    browser = await openBrowser(await makePackage(target, folder.path, "qa"));
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
