import { afterAll, beforeAll, expect, test } from "vitest";

/** A browser with the extension, a tenant, and its credential in memory only. */
export interface UpdatedBrowser {
  /**
   * Types the name of a new token exchange profile into the popup, and closes the popup once the
   * device has a copy of it.
   */
  typeName(name: string): Promise<void>;
  /** Opens the popup and resolves to its text, once it contains `words`. */
  readPopup(words: string): Promise<string>;
  /** Opens the popup, and resolves once the form has this name. */
  readName(name: string): Promise<void>;
  /** Opens the options page and resolves to its text, once it contains `words`. */
  readOptions(words: string): Promise<string>;
  saveCredential(): Promise<void>;
  /** Loads the extension again over the running one, which empties `storage.session`. */
  update(): Promise<void>;
  /** Disables the extension and enables it again, as on the browser's page about extensions. */
  disableAndEnable(): Promise<void>;
  /** Tells the extension of an update, as the browser does. */
  offer(version: string): Promise<void>;
  /** Presses “Update and restart” in the options; resolves once the browser loads it again. */
  install(): Promise<void>;
  close(): Promise<void>;
}

/** Runs in a page of the extension: returns the copies of the drafts on the device. */
export const readDraftCopy = `chrome.storage.local.get("draftCopy").then(JSON.stringify)`;

/** Tests what an update takes from an installed copy, and what it leaves. */
export function proveUpdate(openBrowser: () => Promise<UpdatedBrowser>): void {
  let browser: UpdatedBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test("an update leaves unsent input, and popup and options say which credential it removed", async () => {
    await browser.typeName("Typed before the update");
    await browser.update();
    expect(await browser.readPopup("was in memory only")).toContain("Add it again.");
    expect(await browser.readOptions("The credential is no longer in memory.")).toContain(
      "credential lost",
    );
    await browser.saveCredential();
    await browser.readName("Typed before the update");
  });

  test("an extension that is disabled and enabled again keeps the same, and says the same", async () => {
    await browser.disableAndEnable();
    expect(await browser.readOptions("The credential is no longer in memory.")).toContain(
      "credential lost",
    );
    await browser.saveCredential();
    await browser.readName("Typed before the update");
  });

  test("an offered update waits, is shown with its cost, and is installed on a click", async () => {
    await browser.offer("9.9.9");
    for (const words of [
      await browser.readPopup("Version 9.9.9 is ready."),
      await browser.readOptions("Version 9.9.9 is ready."),
    ])
      expect(words).toContain("In memory only, so to be entered again: the credential of");
    await browser.install();
  });
}
