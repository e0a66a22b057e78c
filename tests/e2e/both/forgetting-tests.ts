import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { CommandName, CommandRequest } from "../../../lib/messages/commands.ts";
import type { Preset } from "../../../lib/messages/preset.ts";
import { envelopeSchema, type Envelope } from "../../../lib/management/credentials/sealed-store.ts";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { findDeviceKey } from "../profile-files/offline-attack.ts";
import { findPieces } from "../profile-files/profile-scan.ts";

/** A page of the extension, in either browser. */
interface ExtensionPage {
  evaluate(expression: string): Promise<unknown>;
}

/** A browser with the built extension. */
interface OpenedBrowser {
  /** The options page. */
  page: ExtensionPage;
  /** Makes the worker hang after it has cleared `storage.local`. */
  holdAfterClearing(): Promise<void>;
  close(): Promise<void>;
  kill(): Promise<void>;
}

interface Host {
  open(profileDir: string): Promise<OpenedBrowser>;
  /** The folder of the extension's IndexedDB databases in the profile. */
  databasesFolder: string;
  /** False if the browser keeps the bytes of a deleted key. */
  deletesKeys: boolean;
  /** True if the file of `storage.local` keeps a value that was overwritten by a shorter one. */
  keepsDeletedValues: boolean;
}

/** All ways to forget one credential. */
const forgetWays = [
  "Forget credential",
  "Forget tenant",
  "a change from this device to a passphrase",
  "a change from this device to memory",
  "another credential on this device",
] as const;
type ForgetWay = (typeof forgetWays)[number];

const storedSchema = z.object({
  sealedCredentials: z.optional(z.record(z.string(), envelopeSchema)),
});
const presetsSchema = z.object({
  presets: z.record(z.string(), z.array(z.object({ id: z.string() }))),
});
const device = { remembering: "device" } as const;
const passphrase = "a passphrase that nobody guesses";

/** The promises of "Forget" about the browser's files, the same in every browser. */
export function testForgetting(host: Host): void {
  let tenants: [RunningTenant, RunningTenant];
  let profile: TemporaryFolder;
  let browser: OpenedBrowser | undefined;

  const page = (): ExtensionPage => {
    if (browser === undefined) throw new Error("No browser is open.");
    return browser.page;
  };
  const open = async () => {
    browser = await host.open(profile.path);
  };
  const close = async () => {
    await browser?.close();
    browser = undefined;
  };

  beforeAll(async () => {
    tenants = [
      await startTenant({ port: 0, demoPort: 0 }),
      await startTenant({ port: 0, demoPort: 0 }),
    ];
  });
  beforeEach(async () => {
    await close();
    await profile?.remove();
    profile = await makeTemporaryFolder("forgetting");
    await open();
  });
  afterAll(async () => {
    await close();
    for (const tenant of tenants ?? []) await tenant.stop();
    await profile?.remove();
  });

  /** Sends a command to the worker like a page; throws if the worker rejects it. */
  async function send<Name extends CommandName>(
    command: Name,
    request: CommandRequest<Name>,
  ): Promise<void> {
    const message = JSON.stringify({ command, request });
    const answer = await page().evaluate(`chrome.runtime.sendMessage(${message})`);
    const { error } = z.looseObject({ error: z.optional(z.unknown()) }).parse(answer);
    if (error !== undefined) throw new Error(`${command}: ${JSON.stringify(error)}`);
  }

  const credential = {
    kind: "client_credentials",
    clientId: demo.managementClientId,
    clientSecret: demo.managementClientSecret,
  } as const;

  async function remember(tenant: RunningTenant): Promise<Envelope> {
    const details = { clientId: demo.clientId, colour: "none", isReadOnly: false } as const;
    await send("tenant.save", { ...details, name: tenant.origin, origin: tenant.origin });
    await send("credential.save", { tenantId: tenant.origin, credential, ...device });
    return requireEnvelope(tenant);
  }

  async function readEnvelope(tenant: RunningTenant): Promise<Envelope | undefined> {
    const stored = await page().evaluate("chrome.storage.local.get()");
    return storedSchema.parse(stored).sealedCredentials?.[tenant.origin];
  }

  async function requireEnvelope(tenant: RunningTenant): Promise<Envelope> {
    const envelope = await readEnvelope(tenant);
    if (envelope === undefined) throw new Error("No envelope is stored.");
    return envelope;
  }

  const readPresets = () => page().evaluate("chrome.storage.local.get('presets')");

  const scan = ({ ciphertext }: Envelope) => findPieces(profile.path, ciphertext);
  const scanForKey = (envelope: Envelope, { origin }: RunningTenant) =>
    findDeviceKey(join(profile.path, host.databasesFolder), envelope, origin);

  /** Closes the browser, which writes all its data, and expects no trace of an envelope. */
  async function expectForgotten(envelope: Envelope, tenant: RunningTenant): Promise<void> {
    await close();
    expect(await scan(envelope)).toEqual([]);
    const keys = host.deletesKeys ? await scanForKey(envelope, tenant) : [];
    expect(keys).toEqual([]);
  }

  test("the scans find a stored envelope and its key, and find them after only the values were removed", async () => {
    const [tenant] = tenants;
    const envelope = await remember(tenant);
    await close();
    expect(await scan(envelope)).not.toEqual([]);
    expect(await scanForKey(envelope, tenant)).not.toEqual([]);
    await open();
    // A browser can reuse the place of one removed value at once, but not that of each copy.
    await page().evaluate(`(async () => {
      const { local } = chrome.storage;
      const { sealedCredentials } = await local.get("sealedCredentials");
      const names = Array.from({ length: 20 }, (_, index) => "copy-" + index);
      for (const name of names) await local.set({ [name]: sealedCredentials });
      await local.remove([...names, "sealedCredentials"]);
    })()`);
    expect(await readEnvelope(tenant)).toBeUndefined();
    await close();
    expect(await scan(envelope)).not.toEqual([]);
    expect(await scanForKey(envelope, tenant)).not.toEqual([]);
  });

  /** Forgets the credential of the first tenant. */
  function forgetBy(way: ForgetWay): Promise<void> {
    const tenantId = tenants[0].origin;
    switch (way) {
      case "Forget credential":
        return send("credential.forget", { tenantId });
      case "Forget tenant":
        return send("tenant.forget", { tenantId });
      case "a change from this device to a passphrase": {
        const choice = { remembering: "passphrase", passphrase } as const;
        return send("credential.save", { tenantId, credential, ...choice });
      }
      case "a change from this device to memory":
        return send("credential.save", { tenantId, credential, remembering: "session" });
      case "another credential on this device":
        return send("credential.save", { tenantId, credential, ...device });
    }
  }

  describe("no byte of an envelope is left on disk, and the other tenant's still opens, after", () => {
    test.each(forgetWays)("%s", async (way) => {
      const [first, second] = tenants;
      const forgotten = await remember(first);
      const kept = await remember(second);
      expect(await scan(forgotten)).not.toEqual([]);
      await forgetBy(way);
      await expectForgotten(forgotten, first);
      expect(await scan(kept)).not.toEqual([]);
      await open();
      await send("credential.test", { tenantId: second.origin, needed: [] });

      // Forget the second envelope later.
      await send("tenant.forget", { tenantId: second.origin });
      await expectForgotten(kept, second);
      expect(await scan(forgotten)).toEqual([]);
    });

    test("Forget everything, for both envelopes", async () => {
      const [first, second] = tenants;
      const envelopes = [await remember(first), await remember(second)] as const;
      for (const envelope of envelopes) expect(await scan(envelope)).not.toEqual([]);
      await send("everything.forget", {});
      await expectForgotten(envelopes[0], first);
      await expectForgotten(envelopes[1], second);
    });
  });

  describe("no byte of a preset is left on disk after", () => {
    /** Stores a preset whose value is found in the browser's files. */
    async function savePreset({ origin }: RunningTenant): Promise<string> {
      // Without a part that another value could have: Firefox compresses what it stores, and
      // a piece that is stored as a reference is not found.
      const audience = `urn:${randomBytes(48).toString("base64url")}`;
      const preset: Preset = {
        id: crypto.randomUUID(),
        name: "Preset",
        operation: "authorize",
        way: "extension",
        values: { audience },
        parameters: [],
        order: [],
      };
      await send("preset.save", { tenantId: origin, presets: [preset] });
      return audience;
    }

    const find = (audience: string) => findPieces(profile.path, audience);
    const save = (tenant: RunningTenant) => {
      const details = { clientId: demo.clientId, colour: "none", isReadOnly: false } as const;
      return send("tenant.save", { ...details, name: tenant.origin, origin: tenant.origin });
    };

    test("Forget tenant, even if the preset was deleted before, and other presets stay", async () => {
      const [first, second] = tenants;
      await save(first);
      const tenantId = first.origin;
      const deleted = await savePreset(first);
      const { presets } = presetsSchema.parse(await readPresets());
      await send("preset.delete", { tenantId, id: presets[tenantId]?.[0]?.id ?? "" });
      const forgotten = await savePreset(first);
      await remember(second);
      const kept = await savePreset(second);
      await close();
      const controls = [forgotten, kept, ...(host.keepsDeletedValues ? [deleted] : [])];
      for (const audience of controls) {
        expect(await find(audience), "the positive control").not.toEqual([]);
      }
      await open();
      await send("tenant.forget", { tenantId });
      await close();
      expect(await find(forgotten)).toEqual([]);
      expect(await find(deleted)).toEqual([]);
      expect(await find(kept)).not.toEqual([]);
      await open();
      expect(JSON.stringify(await readPresets())).toContain(kept);
    });

    test("Forget tenant, of a tenant with a remembered credential", async () => {
      const [first] = tenants;
      await remember(first);
      const forgotten = await savePreset(first);
      expect(await find(forgotten), "the positive control").not.toEqual([]);
      await send("tenant.forget", { tenantId: first.origin });
      await close();
      expect(await find(forgotten)).toEqual([]);
    });

    test("Forget everything", async () => {
      const [first, second] = tenants;
      await remember(first);
      await save(second);
      const audiences = [await savePreset(first), await savePreset(second)];
      for (const audience of audiences) expect(await find(audience)).not.toEqual([]);
      await send("everything.forget", {});
      await close();
      for (const audience of audiences) expect(await find(audience)).toEqual([]);
    });
  });

  test("a browser that is killed during a forget keeps the settings, and asks for the other credential", async () => {
    const [first, second] = tenants;
    const forgotten = await remember(first);
    const other = await remember(second);
    // After the restart, the page opens with the selected tenant.
    await send("tenant.select", { tenantId: second.origin });
    await browser?.holdAfterClearing();
    void send("credential.forget", { tenantId: first.origin }).catch(() => undefined);
    await expect.poll(() => page().evaluate("chrome.storage.local.get()")).toEqual({});
    await browser?.kill();
    browser = undefined;
    await open();
    const readPage = () => page().evaluate("document.body.innerText");
    await expect.poll(readPage).toContain("credential lost");
    await page().evaluate(`document.querySelector("a[href='#credential']").click()`);
    await expect.poll(readPage).toContain("The remembered credential was lost.");
    expect(await readPage()).toContain(first.origin);
    expect(await readPage()).toContain("no credential");
    await send("credential.save", { tenantId: second.origin, credential, ...device });
    await expect.poll(readPage).not.toContain("credential lost");
    await close();
    expect(await scan(forgotten)).toEqual([]);
    expect(await scan(other)).toEqual([]);
  });
}
