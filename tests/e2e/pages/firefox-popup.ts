import { writeFile } from "node:fs/promises";
import type { Page } from "puppeteer-core";
import * as z from "zod/mini";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { enter, press, readField, waitForWords, type FirefoxSurface } from "./firefox-surface.ts";
import { chooseTenant, expectTenant, readTenant } from "./firefox-tenant-switch.ts";

const exchangeForm = "form[aria-label='New token exchange profile']";
const connectionForm = "form[aria-label='Connection profile']";

/** The popup, opened from the toolbar or in a tab. */
export class FirefoxPopup {
  readonly surface: FirefoxSurface;

  constructor(surface: FirefoxSurface) {
    this.surface = surface;
  }

  /**
   * Fills in the form of a new token exchange profile and sends it; returns the text of the
   * outcome.
   */
  async createExchangeProfile(fields: {
    name: string;
    subjectTokenType: string;
    actionId: string;
  }): Promise<string> {
    await press(this.surface, { kind: "tab", name: "Token exchange" });
    await press(this.surface, { kind: "button", name: "New profile" });
    await enter(this.surface, "Name", fields.name, exchangeForm);
    await enter(this.surface, "Subject token type", fields.subjectTokenType, exchangeForm);
    await enter(this.surface, "Action ID", fields.actionId, exchangeForm);
    await press(this.surface, { kind: "button", name: "Create profile", within: exchangeForm });
    return await waitForWords(this.surface, ".form .notice", "profile");
  }

  /**
   * Changes the prefix template of the first profile and sends it; returns the text of the outcome.
   */
  async changePrefixTemplate(template: string): Promise<string> {
    await this.reviewPrefixTemplate(template);
    await press(this.surface, { kind: "button", name: "Send changes" });
    return await waitForWords(this.surface, ".profile-editor .outcome", "profile");
  }

  /** Changes the prefix template of the first profile, and reviews the change. */
  async reviewPrefixTemplate(template: string): Promise<void> {
    await press(this.surface, { kind: "tab", name: "Connections" });
    await waitForWords(this.surface, ".profile-list, .profile-editor", /\S/);
    // A popup opens the profile whose changes are not sent yet.
    const isProfileOpen = () => document.querySelector(".profile-editor") !== null;
    if ((await this.surface.evaluate(isProfileOpen)) === true)
      await press(this.surface, { kind: "button", name: "← All profiles" });
    await waitForWords(this.surface, ".profile-list", /profiles?$/);
    await this.surface.click(".profile-list li:first-child .row");
    await enter(this.surface, "Connection name prefix template", template, connectionForm);
    await press(this.surface, { kind: "button", name: "Review changes" });
    await waitForWords(this.surface, ".changes", template);
  }

  /** Selects a tenant in the header, for panel and popup. */
  async chooseTenant(origin: string): Promise<void> {
    await chooseTenant(this.surface, origin);
  }

  /** The origin of the tenant that the header shows. */
  async tenant(): Promise<string | undefined> {
    return await readTenant(this.surface);
  }

  /** Waits until the header shows this tenant. */
  async expectTenant(origin: string): Promise<void> {
    await expectTenant(this.surface, origin);
  }

  async prefixTemplate(): Promise<string> {
    return await readField(this.surface, "Connection name prefix template");
  }
}

const countPopups = `() => chrome.extension.getViews({ type: "popup" })
  .filter(({ document }) => document.readyState === "complete" && document.querySelector("[role=tab]")).length`;

/** Takes a screenshot of the popup, which is a separate window that no page can capture. */
const snapshotPopup = `async () => {
  const { browsingContext } = document.querySelector(".webextension-popup-browser:not(.webextension-preload-browser)");
  const bitmap = await browsingContext.currentWindowGlobal.drawSnapshot(null, 1, "white");
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}`;

/** The real popup, below the toolbar button. */
export interface OpenedFirefoxPopup {
  readonly popup: FirefoxPopup;
  isOpen(): Promise<boolean>;
  /** Takes a PNG of the popup, and writes it to `path`. */
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the real popup with `action.openPopup()`. WebDriver does not see it, but another page of
 * the add-on does: both are in one process, and `extension.getViews` returns its window.
 *
 * @param page a page of the add-on, which must stay open
 */
export async function openFirefoxPopup(
  { chromeScope }: OpenedFirefox,
  page: Page,
): Promise<OpenedFirefoxPopup> {
  await page.evaluate("chrome.action.openPopup()");
  const isOpen = async () => (await page.evaluate(`(${countPopups})()`)) === 1;
  await waitFor(isOpen, { what: "the popup to open and show its tabs" });
  // The names of the popup's own window shadow those of the calling page.
  const inPopup = (body: string) =>
    page.evaluate(`((window) => ((document, HTMLElement, Event) => ${body})(window.document, window.HTMLElement, window.Event))(
      chrome.extension.getViews({ type: "popup" })[0])`);
  const onElement = (selector: string, body: string) =>
    inPopup(`{ const element = document.querySelector(${JSON.stringify(selector)}); ${body} }`);
  const surface: FirefoxSurface = {
    evaluate: (pageFunction, argument) =>
      inPopup(`(${String(pageFunction)})(${JSON.stringify(argument ?? null)})`),
    async click(selector) {
      await onElement(selector, "element.focus(); element.click();");
    },
    async fill(selector, value) {
      await onElement(
        selector,
        `element.focus(); element.value = ${JSON.stringify(value)};
         for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));`,
      );
    },
  };
  return {
    popup: new FirefoxPopup(surface),
    isOpen,
    async screenshot(path) {
      const base64 = z.string().parse(await chromeScope.call(snapshotPopup));
      await writeFile(path, Buffer.from(base64, "base64"));
    },
    async close() {
      await inPopup("window.close()");
      await waitFor(async () => !(await isOpen()), { what: "the popup to close" });
    },
  };
}
