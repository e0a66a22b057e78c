import type { Page } from "playwright";
import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { scanBytes, scanFolder } from "../profile-files/profile-scan.ts";

const passphrase = "a passphrase that nobody guesses";

let profile: TemporaryFolder;
let tenant: RunningTenant;
let chromium: OpenedChromium;
let options: OptionsPage;
/** Every access token of the extension that was found in the session storage. */
const fetched = new Set<string>();

async function openBrowser(): Promise<void> {
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    profileDir: profile.path,
  });
  options = new OptionsPage(await chromium.extensionPage("options.html"));
}

beforeAll(async () => {
  profile = await makeTemporaryFolder("secrets");
  tenant = await startTenant({ port: 0, demoPort: 0 });
  await openBrowser();
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
  await profile?.remove();
});

/** A token from another source, to be pasted. */
async function issueToken(): Promise<string> {
  const response = await fetch(`${tenant.origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: demo.managementClientId,
      client_secret: demo.managementClientSecret,
      audience: `${tenant.origin}/api/v2/`,
      scope: "read:events",
    }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}

/** Returns all text in the storage areas and databases of the extension. */
async function readKept(page: Page) {
  const read = async () => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
      });
    const rows: Record<string, unknown[]> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await open(name);
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => reading.addEventListener("success", resolve));
        const found: unknown[] = reading.result;
        // A key that is not extractable has no text.
        rows[`${name}/${store}`] = found.map((row) =>
          row instanceof CryptoKey ? `CryptoKey, extractable: ${String(row.extractable)}` : row,
        );
      }
      database.close();
    }
    return {
      local: await chrome.storage.local.get(),
      session: await chrome.storage.session.get(),
      sync: await chrome.storage.sync.get(),
      databases: rows,
    };
  };
  return await page.evaluate(read);
}

/** Finds the current access tokens of the extension, to search for them on the disk. */
async function noteTokens(): Promise<void> {
  const { session } = await readKept(options.page);
  const text = JSON.stringify(session);
  for (const [token] of text.matchAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g)) fetched.add(token);
}

/** The essential parts of a token, short enough to be found in one piece. */
const partsOf = (token: string) => [token.split(".")[2] ?? token, token.split(".")[1] ?? token];

const secrets = (...more: string[]) => [
  demo.managementClientSecret,
  passphrase,
  ...[...fetched, ...more].flatMap(partsOf),
];

/** Closes the browser, so that it writes all its data, scans every file, and opens it again. */
async function expectCleanDisk(wanted: readonly string[]): Promise<void> {
  await chromium.close();
  const { findings, files } = await scanFolder(profile.path, wanted);
  expect(findings).toEqual([]);
  // A scan of no files would find no secret.
  expect(files).toBeGreaterThan(50);
  await openBrowser();
}

describe("the scan", () => {
  const planted = "planted-secret-of-the-scan";
  const filler = "so that there is something to be compressed ".repeat(40);

  test.each([
    ["utf-8", Buffer.from(`{"secret":"${planted}"}`)],
    ["utf-16", Buffer.from(`{"secret":"${planted}"}`, "utf16le")],
    ["base64", Buffer.from(Buffer.from(planted).toString("base64"))],
    ["base64", Buffer.from(Buffer.from(`x${planted}y`).toString("base64"))],
    ["base64", Buffer.from(Buffer.from(`xx${planted}yy`).toString("base64url"))],
    ["base64", Buffer.from(Buffer.from(`:${planted}`, "utf16le").toString("base64"), "utf16le")],
  ] as const)("finds a secret in %s, also in compressed data", (encoding, text) => {
    const found = { file: "a", secret: planted, encoding };
    const inside = Buffer.concat([Buffer.from(filler), text, Buffer.from(filler)]);
    expect(scanBytes("a", inside, [planted])).toEqual([{ ...found, isCompressed: false }]);
    for (const compress of [gzipSync, deflateSync]) {
      const compressed = Buffer.concat([
        Buffer.from("head"),
        compress(inside),
        Buffer.from("tail"),
      ]);
      expect(compressed.includes(text)).toBe(false);
      expect(scanBytes("a", compressed, [planted])).toEqual([{ ...found, isCompressed: true }]);
    }
    expect(scanBytes("a", inside, ["another-secret"])).toEqual([]);
  });

  test("finds a secret that the browser wrote to its storage, its databases and compressed blocks", async () => {
    const folder = await makeTemporaryFolder("planted");
    const wanted = ["in-storage", "in-a-database", "as-base64"].map((name) => `${planted}-${name}`);
    const open = () =>
      openChromium({
        extensionDir: builtExtension.chromium,
        headless: true,
        profileDir: folder.path,
      });
    const first = await open();
    const page = await first.extensionPage("options.html");
    await page.evaluate(async ([storage = "", database = "", encoded = ""]) => {
      await chrome.storage.local.set({ planted: storage, encoded: btoa(`:${encoded}`) });
      const opening = indexedDB.open("planted", 1);
      opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("rows"));
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      // Enough data for the browser to move it from the journal to a compressed table.
      for (let row = 0; row < 3_000; row += 1) {
        const writing = opening.result.transaction("rows", "readwrite");
        const filler = "the same words again and again ".repeat(100);
        writing.objectStore("rows").put({ text: `${filler}${database}${filler}` }, row);
        await new Promise((resolve) => writing.addEventListener("complete", resolve));
      }
      opening.result.close();
    }, wanted);
    await first.close();
    const { findings } = await scanFolder(folder.path, wanted);
    await folder.remove();
    const found = (secret = "") => findings.filter((finding) => finding.secret === secret);
    expect(found(wanted[0])).toContainEqual(expect.objectContaining({ encoding: "utf-8" }));
    expect(found(wanted[1])).toContainEqual(expect.objectContaining({ isCompressed: true }));
    expect(found(wanted[2])).toContainEqual(expect.objectContaining({ encoding: "base64" }));
  });
});

test("keeps a credential of the browser session off the disk", async () => {
  await options.saveTenant({ domain: tenant.origin, clientId: demo.clientId });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  await noteTokens();
  expect(fetched.size).toBeGreaterThan(0);
  await expectCleanDisk(secrets());
  // Chromium starts without the extension, because the profile has no developer mode. So the
  // extension is loaded into a running browser, and that is a reload for it.
  await expect.poll(async () => (await options.tenantRows())[0]).toContain("credential lost");
});

describe.each([{ kind: "device" }, { kind: "passphrase", passphrase }] as const)(
  "remembered: $kind",
  (remember) => {
    async function unlock(): Promise<void> {
      if (remember.kind !== "passphrase") return;
      await expect.poll(() => options.storedCredential()).toContain("locked.");
      await options.credential.getByLabel("Passphrase to unlock").fill(passphrase);
      await options.credential.getByRole("button", { name: "Unlock" }).click();
      await expect.poll(() => options.storedCredential()).toContain("in use.");
    }

    async function expectSealed(wanted: readonly string[]): Promise<void> {
      const { local, databases } = await readKept(options.page);
      for (const secret of wanted) {
        expect(JSON.stringify([local, databases])).not.toContain(secret);
      }
      expect(local).toHaveProperty("sealedCredentials");
      const kept = databases[`device-key ${tenant.origin}/keys`];
      expect(kept).toEqual(["CryptoKey, extractable: false"]);
    }

    test("stores no client secret, token or passphrase in the clear, and works after restarts", async () => {
      await options.saveClientCredentials(
        demo.managementClientId,
        demo.managementClientSecret,
        remember,
      );
      await noteTokens();
      await expectSealed(secrets());
      await expectCleanDisk(secrets());
      await unlock();
      await expect.poll(() => options.storedCredential()).toContain("Client credentials in use.");
      await options.credential.getByRole("button", { name: "Test this credential" }).click();
      await options.credential.locator(".report").waitFor();
      await noteTokens();
      await expectSealed(secrets());
      await expectCleanDisk(secrets());
      await unlock();
    });

    test("stores no pasted token in the clear", async () => {
      const token = await issueToken();
      await options.saveAccessToken(token, remember);
      await expectSealed(secrets(token));
      await expectCleanDisk(secrets(token));
      await unlock();
      await expect.poll(() => options.storedCredential()).toContain("Access token in use.");
      fetched.add(token);
    });

    test("leaves no secret, ciphertext or key after Forget everything", async () => {
      const { local } = await readKept(options.page);
      const ciphertexts = findLongTexts(local["sealedCredentials"]);
      expect(ciphertexts.length).toBeGreaterThan(0);
      await options.openSection("data");
      await options.data.getByRole("button", { name: "Forget everything…" }).click();
      await options.data.getByRole("button", { name: "Yes, forget everything" }).click();
      // The list is empty before the deletion ends. Opening a database now would create it again.
      await options.data.getByText("All data was removed.").waitFor();
      await expect.poll(() => options.tenantRows()).toEqual([]);
      const kept = await readKept(options.page);
      expect(Object.keys(kept.databases).join()).not.toContain("device-key");
      const text = JSON.stringify(kept);
      for (const secret of [...secrets(), ...ciphertexts]) expect(text).not.toContain(secret);
      expect(kept.local).not.toHaveProperty("sealedCredentials");
      expect(kept.session).not.toHaveProperty("credentials");
      await chromium.close();
      expect((await scanFolder(profile.path, secrets())).findings).toEqual([]);
      await openBrowser();
      await expect.poll(() => options.page.locator("main").innerText()).toContain("New tenant");
      await options.saveTenant({ domain: tenant.origin, clientId: demo.clientId });
    });
  },
);

/** Returns each text in a value that is long enough to be a ciphertext. */
function findLongTexts(value: unknown): string[] {
  if (typeof value === "string") return value.length >= 32 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(findLongTexts);
}
