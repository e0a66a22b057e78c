import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { CommandName, CommandRequest } from "../../../lib/messages/commands.ts";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { lastRelease, unpackLastRelease } from "../last-release/last-release.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";

/** A page of the extension, in either browser. */
interface ExtensionPage {
  evaluate(code: string | (() => Promise<unknown>)): Promise<unknown>;
  close(): Promise<void>;
}

/** A browser that has a version of the extension, and can load another one over it. */
export interface VersionedBrowser {
  /** Loads the version in a folder over the one that runs, as an update does. */
  load(folder: string): Promise<void>;
  openOptions(): Promise<ExtensionPage>;
  close(): Promise<void>;
}

const answerSchema = z.looseObject({
  error: z.optional(z.unknown()),
  response: z.optional(z.unknown()),
});

/** Sends a command to the worker as a page of the extension does, and returns its response. */
async function send<Name extends CommandName>(
  page: ExtensionPage,
  command: Name,
  request: CommandRequest<Name>,
): Promise<unknown> {
  const message = JSON.stringify({ command, request });
  const code = `chrome.runtime.sendMessage(${message})`;
  const { error, response } = answerSchema.parse(await page.evaluate(code));
  if (error !== undefined) throw new Error(`${command}: ${JSON.stringify(error)}`);
  return response;
}

const settingsSchema = z.looseObject({ tenants: z.array(z.unknown()) });

/** Saves what a user would: a tenant, its credential, a preset, and settings of the panel. */
async function makeWork(page: ExtensionPage, tenantId: string): Promise<void> {
  await send(page, "tenant.save", {
    name: demo.tenantName,
    origin: tenantId,
    clientId: demo.clientId,
    colour: "green",
    isReadOnly: true,
  });
  await send(page, "credential.save", {
    tenantId,
    credential: {
      kind: "client_credentials",
      clientId: demo.managementClientId,
      clientSecret: demo.managementClientSecret,
    },
    remembering: "device",
  });
  await send(page, "preset.save", {
    tenantId,
    presets: [
      {
        id: "one",
        name: "A preset",
        operation: "login",
        way: "extension",
        values: { scope: "openid profile" },
        parameters: [["ui_locales", "en"]],
        order: [],
      },
    ],
  });
  await send(page, "panel-view.keep", { changes: { tab: "tokens", claimsForm: "tree" } });
}

/**
 * Tests that a version loaded over the last release keeps everything, and that the last release,
 * loaded over this version again, does so as well.
 */
export function proveLastRelease(
  target: "chrome" | "firefox",
  thisVersion: string,
  openBrowser: (folder: string) => Promise<VersionedBrowser>,
): void {
  let folder: TemporaryFolder;
  let tenant: RunningTenant;
  let control: TenantControl;
  let browser: VersionedBrowser;
  let released: string;
  /** All events of the tenant since it was saved, in their order. */
  const emitted: string[] = [];
  let kept: unknown;

  beforeAll(async () => {
    folder = await makeTemporaryFolder("last-release");
    released = await unpackLastRelease(target, folder.path);
    tenant = await startTenant({ port: 0, demoPort: 0 });
    control = new TenantControl(tenant.origin);
    browser = await openBrowser(released);
  });
  afterAll(async () => {
    await browser?.close();
    await tenant?.stop();
    await folder?.remove();
  });

  /** Reads what the running version finds of the work. */
  async function readKept(page: ExtensionPage) {
    const { tenants } = settingsSchema.parse(await send(page, "settings.export", {}));
    return {
      tenants,
      presets: await send(page, "preset.list", { tenantId: tenant.origin }),
      view: await page.evaluate(`chrome.storage.local.get("panelView")`),
    };
  }

  /**
   * Waits until the stream delivers a new event: with the remembered credential, after all events
   * of before.
   */
  async function expectEvents(page: ExtensionPage): Promise<void> {
    emitted.push(...(await control.emitEvents(2)));
    await waitFor(async () => (await readStoredEventIds(page)).length >= emitted.length, {
      what: "the new events to be stored",
    });
    expect(await readStoredEventIds(page)).toEqual(emitted);
  }

  const readVersion = async (page: ExtensionPage) =>
    await page.evaluate("chrome.runtime.getManifest().version");

  test(`the last release, ${lastRelease.version}, is worked with`, async () => {
    const page = await browser.openOptions();
    expect(await readVersion(page)).toBe(lastRelease.version);
    await makeWork(page, tenant.origin);
    await control.untilListened();
    await expectEvents(page);
    kept = await readKept(page);
    expect(kept).toMatchObject({
      tenants: [{ name: demo.tenantName, isReadOnly: true }],
      presets: { presets: [{ name: "A preset" }] },
      view: { panelView: { tab: "tokens", claimsForm: "tree" } },
    });
    await page.close();
  });

  test("this version, loaded over it, keeps tenant, credential, events, presets and view", async () => {
    await browser.load(thisVersion);
    const page = await browser.openOptions();
    await expectEvents(page);
    expect(await readKept(page)).toEqual(kept);
    await page.close();
  });

  test("the last release, loaded over this version again, keeps them as well", async () => {
    await browser.load(released);
    const page = await browser.openOptions();
    expect(await readVersion(page)).toBe(lastRelease.version);
    await expectEvents(page);
    expect(await readKept(page)).toEqual(kept);
    await page.close();
  });
}
