import { generateKeyPairSync } from "node:crypto";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { deriveChromiumId } from "../../repo/bundle/check-manifest.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

const manifestSchema = z.looseObject({ host_permissions: z.array(z.string()) });

/** Copies the built extension, and gives it another id, as a store does. */
async function makeForeignPackage(
  folder: TemporaryFolder,
  { ownsCallback }: { ownsCallback: boolean },
): Promise<{ extensionDir: string; id: string }> {
  const extensionDir = join(folder.path, "package");
  await cp(builtExtension.chromium, extensionDir, { recursive: true });
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const id = deriveChromiumId(key);
  const path = join(extensionDir, "manifest.json");
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path, "utf8")));
  const hosts = manifest.host_permissions.map((host) =>
    ownsCallback && host.includes("chromiumapp.org") ? `https://${id}.chromiumapp.org/*` : host,
  );
  await writeFile(path, JSON.stringify({ ...manifest, key, host_permissions: hosts }));
  return { extensionDir, id };
}

let folder: TemporaryFolder;
let stage: SurfaceStage | undefined;
beforeEach(async () => {
  folder = await makeTemporaryFolder("foreign");
});
afterEach(async () => {
  await stage?.close();
  stage = undefined;
  await folder.remove();
});

/** Opens a package at a tenant that allows its callback URL. */
async function openPackage(given: { ownsCallback: boolean }) {
  const { extensionDir, id } = await makeForeignPackage(folder, given);
  const callback = `https://${id}.chromiumapp.org/`;
  const opened = await openSurfaceStage({ extensionDir });
  stage = opened;
  expect(opened.chromium.extensionId).toBe(id);
  await opened.control.changeClient(demo.clientId, { callbacks: [callback] });
  await bringForward(opened, "options");
  const options = new OptionsPage(opened.options);
  const { origin } = opened.tenant;
  await options.saveTenant({ domain: origin, clientId: demo.clientId, name: demo.tenantName });
  await opened.options.getByText("Tenant saved.").waitFor();
  const panel = new PanelPage(opened.panel);
  await bringForward(opened, "panel");
  const open = () =>
    openLoginWindow(opened.chromium.context, origin, () =>
      panel.startLogin({ clientId: demo.clientId, prompt: "login" }),
    );
  const welcome = await opened.chromium.extensionPage("welcome.html");
  return { panel, open, welcome, callback, options: opened.options };
}

describe("a package under another id", () => {
  test("that was built for it logs in, and corrects a wrong password in the same window", async () => {
    const { panel, open, welcome, callback, options } = await openPackage({ ownsCallback: true });
    expect(await options.locator(".callback code").allInnerTexts()).toContain(callback);
    expect(await welcome.locator(".notice.warning").count()).toBe(0);
    const window = await open();
    await logIn(window, { ...demo.user, password: "wrong" });
    await window.getByText("Wrong email or password.").waitFor();
    await logIn(window, demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
  });

  test("that was not built for it says so at the first steps, and still logs in", async () => {
    const { panel, open, welcome, callback } = await openPackage({ ownsCallback: false });
    const notice = welcome.locator(".notice.warning");
    expect(await notice.innerText()).toContain("This package was built for another extension ID.");
    expect(await notice.innerText()).toContain(callback);
    await logIn(await open(), demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
  });
});
