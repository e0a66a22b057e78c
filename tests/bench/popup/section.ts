import type { Page } from "playwright";
import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { Section } from "../figure.ts";
import { openPopupPlaces, type PopupPlaces } from "./places.ts";

/** Both pages are opened so often before anything counts: by then the caches are filled, and what ran before is over. */
const warmUps = 20;

/**
 * Runs in a page before anything of its own. At the first text field that the page offers it does what a person does: takes
 * the focus there and types a character. Where the page offers the way to its first field only, it goes that way first.
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
    // Taken for good only if the page does not put back what was there.
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

/** Milliseconds from the navigation to the first character that the page's first field took. */
async function measure(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const read = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  await waitFor(async () => (await read())["isKept"] !== undefined, {
    what: `the first field of ${url} to take a character`,
  });
  const { usableAt } = answerSchema.parse(await read());
  // Nothing of this page is left to be done while the next one is measured.
  await page.waitForLoadState("networkidle");
  return usableAt;
}

let places: PopupPlaces | undefined;

/** The popup: how long a person waits before typing, against a page that is as empty as it can be. */
export const section: Section = {
  name: "popup",
  async prepare() {
    places = await openPopupPlaces();
    const { chromium } = places;
    const page = await chromium.context.newPage();
    await page.addInitScript(useFirstField);
    const popup = `${chromium.extensionOrigin}/popup.html`;
    const empty = `${chromium.extensionOrigin}/empty.html`;
    // A draft left by the measurement before would open the popup elsewhere.
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
