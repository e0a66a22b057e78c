import type { Page } from "playwright";
import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { Section } from "../figure.ts";
import { openPopupPlaces, type PopupPlaces } from "./places.ts";

/** The number of unmeasured rounds at the start: they fill the caches, and earlier work ends. */
const warmUps = 20;

/**
 * Runs in a page before its own scripts. It uses the page's first text field like a person: it
 * focuses the field and types a character. If the page has only a button to its first field, it
 * presses the button first.
 */
const useFirstField = () => {
  const use = () => {
    const field = document.querySelector<HTMLInputElement>("input:enabled");
    if (field === null) {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>("button:enabled")];
      buttons.find((button) => button.textContent === "New profile")?.click();
      return;
    }
    observer.disconnect();
    field.focus();
    const before = field.value;
    document.execCommand("insertText", false, "x");
    if (document.activeElement !== field || field.value.length !== before.length + 1) return;
    document.documentElement.dataset["usableAt"] = String(performance.now());
    // The input counts only if the page does not restore the previous value.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset["isKept"] = String(
          field.isConnected && field.value.length === before.length + 1,
        );
      }),
    );
  };
  const observer = new MutationObserver(use);
  observer.observe(document, { childList: true, subtree: true, attributes: true });
};

const answerSchema = z.object({ usableAt: z.coerce.number(), isKept: z.literal("true") });

/** Measures milliseconds from the navigation to the first character in the page's first field. */
async function measure(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const read = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  await waitFor(async () => (await read())["isKept"] !== undefined, {
    what: `the first field of ${url} to accept a character`,
  });
  const { usableAt } = answerSchema.parse(await read());
  // This page must have no work left while the next page is measured.
  await page.waitForLoadState("networkidle");
  return usableAt;
}

let places: PopupPlaces | undefined;

/** The popup: the time until a person can type, against an almost empty page. */
export const section: Section = {
  name: "popup",
  async prepare() {
    places = await openPopupPlaces();
    const { chromium } = places;
    const page = await chromium.context.newPage();
    await page.addInitScript(useFirstField);
    const popup = `${chromium.extensionOrigin}/popup.html`;
    const empty = `${chromium.extensionOrigin}/empty.html`;
    // A draft of the previous measurement would open another view of the popup.
    const forget = () =>
      page.evaluate(async () => {
        const kept = Object.keys(await chrome.storage.session.get());
        await chrome.storage.session.remove(kept.filter((key) => key.startsWith("popup.")));
      });
    const measurePopup = async () => {
      const took = await measure(page, popup);
      await page.getByLabel("Subject token type").waitFor();
      await forget();
      return took;
    };
    const measureEmpty = () => measure(page, empty);
    for (let turn = 0; turn < warmUps; turn += 1) {
      await measurePopup();
      await measureEmpty();
    }
    return [
      {
        name: "first-field-usable",
        unit: "ms",
        target: 2.3,
        direction: "at most",
        samples: 41,
        ours: measurePopup,
        other: measureEmpty,
      },
    ];
  },
  async close() {
    await places?.close();
    places = undefined;
  },
};
