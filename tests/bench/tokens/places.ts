import type { Page } from "playwright";
import * as z from "zod/mini";
import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";

/** The Tokens tab of the built extension, in a tab of its own. */
export interface TokenPlace {
  /** Shows a token, scrolls through its claims, and returns the longest frame in ms. */
  show(token: string, words: string): Promise<number>;
  close(): Promise<void>;
}

/** Runs in the page before its scripts: outside DevTools, the panel needs only this of them. */
function fakeDevtools(): void {
  const event = { addListener: () => undefined, removeListener: () => undefined };
  const network = { onNavigated: event, onRequestFinished: event, getHAR: () => undefined };
  const inspectedWindow = { eval: () => undefined };
  Object.assign(chrome, {
    devtools: { panels: { themeName: "default" }, network, inspectedWindow },
  });
}

/**
 * Runs in the page: pastes the token, waits until the report contains the words, scrolls the claims
 * to their end, and returns the longest time between two frames.
 */
async function measureLongestFrame([token, words]: readonly [string, string]): Promise<number> {
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const field = document.querySelector(".token-input textarea");
  const report = document.querySelector(".token-report");
  if (!(field instanceof HTMLTextAreaElement) || report === null)
    throw new Error("The Tokens tab is not open.");
  // Forget the text before: the field of a long text is read-only.
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".token-input button")];
  buttons.find(({ textContent }) => textContent === "Forget token")?.click();
  for (let frame = 0; frame < 10; frame += 1) await nextFrame();
  let before = await nextFrame();
  let longest = 0;
  const note = async () => {
    const at = await nextFrame();
    longest = Math.max(longest, at - before);
    before = at;
  };
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", token);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  if (field.dispatchEvent(paste)) {
    // A page cannot make the browser insert the text.
    field.value = token;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  while (!report.textContent.includes(words)) await note();
  for (let frame = 0; frame < 20; frame += 1) {
    const view = document.querySelector(".claims-view");
    if (view !== null) view.scrollTop = (view.scrollHeight * frame) / 19;
    await note();
  }
  return longest;
}

/** Opens the Tokens tab in Chromium. */
export async function openTokenPlace(): Promise<TokenPlace> {
  const chromium = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
  const open = async (): Promise<Page> => {
    const page = await chromium.context.newPage();
    await page.addInitScript(fakeDevtools);
    await page.goto(`${chromium.extensionOrigin}/panel.html`);
    await page.getByRole("tab", { name: "Tokens" }).click();
    await page.getByRole("textbox", { name: "Token", exact: true }).waitFor();
    return page;
  };
  try {
    const page = await open();
    return {
      show: async (token, words) =>
        z.number().parse(await page.evaluate(measureLongestFrame, [token, words] as const)),
      close: () => chromium.close(),
    };
  } catch (error) {
    await chromium.close();
    throw error;
  }
}
