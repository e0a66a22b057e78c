import { afterAll, beforeAll, expect, test } from "vitest";
import { createSampleKey, signWithSecret } from "../../unit/lib/tokens/keys/sample-keys.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;
let panel: PanelPage;

beforeAll(async () => {
  stage = await openSurfaceStage();
  await bringForward(stage, "panel");
  panel = new PanelPage(stage.panel);
  await panel.openTab("Tokens");
});
afterAll(() => stage?.close());

const keysField = () => stage.panel.getByRole("textbox", { name: "Public key or secret" });
const forgetKeysButton = () => stage.panel.getByRole("button", { name: "Forget keys" });

/** Pastes into the field, as the browser does for Ctrl+V. */
async function pasteKeys(text: string): Promise<void> {
  await keysField().evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const init = { clipboardData, bubbles: true, cancelable: true };
    field.dispatchEvent(new ClipboardEvent("paste", init));
  }, text);
}

async function expectReport(words: string): Promise<void> {
  await waitFor(async () => (await panel.tokenReport()).includes(words), {
    what: `the report to say “${words}”`,
  });
}

/** Returns everything that the extension stores: chrome.storage, web storage and IndexedDB. */
async function readStored(): Promise<string> {
  return await stage.panel.evaluate(async () => {
    const rows: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
      });
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => reading.addEventListener("success", resolve));
        rows.push(reading.result);
      }
      database.close();
    }
    const areas = await Promise.all([chrome.storage.local.get(), chrome.storage.session.get()]);
    return JSON.stringify([rows, areas, { ...localStorage }, { ...sessionStorage }]);
  });
}

test("verifies a token of a foreign issuer with a pasted key set, with no tenant saved", async () => {
  const { keyboard } = stage.devtools;
  const [signer, other] = [await createSampleKey("RS256"), await createSampleKey("RS256")];
  const token = await signer.sign({ iss: "https://foreign.example/", sub: "ada" });
  await stage.panel.getByRole("textbox", { name: "Token", exact: true }).fill(token);
  await stage.panel.getByText("Checked without keys.").waitFor();

  await stage.panel.locator(".token-keys > summary").focus();
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.insertText(JSON.stringify({ keys: [signer.jwk] }));
  await keyboard.press("Tab");
  await stage.panel.getByText("Keys: pasted, RS256 kid kid-RS256").waitFor();
  await stage.panel.getByText("Checked with the pasted keys.").waitFor();
  await expectReport("Signed with the pasted key");
  expect(await keysField().inputValue()).toBe("••••••••");

  await forgetKeysButton().click();
  await pasteKeys(other.spki);
  await expectReport("Invalid signature");
  await forgetKeysButton().click();
  await stage.panel.getByText("Checked without keys.").waitFor();
});

test("a pasted secret is neither in the panel's document nor in storage, also while it is used", async () => {
  const marker = "planted-secret-of-the-keys-7d15";
  const token = await signWithSecret(new TextEncoder().encode(marker));
  await stage.panel.getByRole("textbox", { name: "Token", exact: true }).fill(token);
  await pasteKeys(marker);
  await expectReport("Signed with the pasted secret");
  expect(await stage.panel.content()).not.toContain(marker);
  expect(await keysField().inputValue()).not.toContain(marker);
  expect(await readStored()).not.toContain(marker);

  // Controls: readStored finds text in both areas of chrome.storage and in IndexedDB.
  await stage.panel.evaluate(`chrome.storage.local.set({ control: "${marker}-1" })`);
  await stage.panel.evaluate(`chrome.storage.session.set({ control: "${marker}-2" })`);
  await stage.panel.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("control", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("rows", { autoIncrement: true });
    opening.onsuccess = () => {
      const writing = opening.result.transaction("rows", "readwrite");
      writing.objectStore("rows").add("${marker}-3");
      writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`);
  const stored = await readStored();
  for (const place of [1, 2, 3]) expect(stored).toContain(`${marker}-${place}`);
});
