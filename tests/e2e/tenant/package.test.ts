import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { findChromium } from "../../launch/find-browser.mjs";
import { installTenant, readReadmeCode } from "../../launch/installed-tenant.ts";

/** Makes `@playwright/test` available, which is nothing but a name of `playwright/test`. */
async function addPlaywright(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await symlink(join(root, "node_modules", "playwright"), join(modules, "playwright"), "junction");
  await mkdir(join(modules, "@playwright", "test"), { recursive: true });
  const text = 'module.exports = require("playwright/test");\n';
  await writeFile(join(modules, "@playwright", "test", "index.js"), text);
}

/** Sets the browser of this machine. A user's own settings have nothing about the tenant. */
async function writeSettings(folder: string): Promise<void> {
  const launchOptions = {
    executablePath: findChromium(process.platform, process.env),
    // The sandbox does not work for root.
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  };
  const settings = { use: { launchOptions }, reporter: "list", timeout: 60_000 };
  const text = `module.exports = ${JSON.stringify(settings)};\n`;
  await writeFile(join(folder, "playwright.config.cjs"), text);
}

test("the Playwright fixture of the package's README logs a user in at the packed tenant", async () => {
  const code = await readReadmeCode("@playwright/test");
  expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  const installed = await installTenant();
  onTestFinished(async () => await installed.remove());
  const { folder } = installed;
  await addPlaywright(folder);
  await writeSettings(folder);
  await writeFile(join(folder, "login.spec.ts"), code);
  const cli = join(folder, "node_modules", "playwright", "cli.js");
  // Playwright prints the reason of a failure, which the exit code does not tell.
  const output = await new Promise((resolve) => {
    execFile(process.execPath, [cli, "test"], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  expect(output).toContain("1 passed");
});
