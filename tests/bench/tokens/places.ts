import type { Page } from "playwright";
import * as z from "zod/mini";
import { openChromium } from "../../launch/open-chromium.ts";
import { copyWithEmptyRows, writeAddress } from "../empty-rows/copy-extension.ts";

/** A token to show, and how. */
export interface ShownToken {
  token: string;
  /** A text of its report. */
  words: string;
  form: "Table" | "JSON";
  /** How often the tree is told to list more lines before it scrolls. 0 without it. */
  listings?: number;
}

/** The Tokens tab of the built extension, and an empty table of its virtualiser, each in a tab. */
export interface TokenPlaces {
  /** Shows a token, scrolls through its claims, and returns the longest frame in ms. */
  show(shown: ShownToken): Promise<number>;
  /** Shows the empty table, scrolls through its rows, and returns the longest frame in ms. */
  showEmpty(): Promise<number>;
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

/** Runs in the page: adds a function that measures frames from its call on. */
function provideFrames(): void {
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const measureFrames = async () => {
    for (let frame = 0; frame < 10; frame += 1) await nextFrame();
    let before = await nextFrame();
    let longest = 0;
    const note = async () => {
      const at = await nextFrame();
      longest = Math.max(longest, at - before);
      before = at;
    };
    return {
      note,
      async scroll(view: Element | null) {
        for (let frame = 0; frame < 20; frame += 1) {
          if (view !== null) view.scrollTop = (view.scrollHeight * frame) / 19;
          await note();
        }
        return longest;
      },
    };
  };
  Object.assign(globalThis, { measureFrames });
}

type MeasureFrames = () => Promise<{
  note(): Promise<void>;
  scroll(view: Element | null): Promise<number>;
}>;
declare const measureFrames: MeasureFrames;

/**
 * Runs in the page: pastes the token, waits until the report contains the words, scrolls the claims
 * to their end, and returns the longest time between two frames.
 */
async function showToken({ token, words, form, listings = 0 }: ShownToken): Promise<number> {
  const field = document.querySelector(".token-input textarea");
  const report = document.querySelector(".token-report");
  if (!(field instanceof HTMLTextAreaElement) || report === null)
    throw new Error("The Tokens tab is not open.");
  const press = (place: string, name: string) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(`${place} button`)];
    buttons.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name)?.click();
  };
  // Forget the text before: the field of a long text is read-only.
  press(".token-input", "Forget token");
  const frames = await measureFrames();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", token);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  if (field.dispatchEvent(paste)) {
    // A page cannot make the browser insert the text.
    field.value = token;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  while (!report.textContent.includes(words)) await frames.note();
  press(".form-switch", form);
  await frames.note();
  for (let count = 0; count < listings; count += 1) {
    // The line that lists more is the last one, which a long tree draws only when it is in view.
    while (document.querySelector(".json-more") === null) {
      const tree = document.querySelector(".json-tree");
      if (tree !== null) tree.scrollTop = tree.scrollHeight;
      await frames.note();
    }
    document.querySelector<HTMLElement>(".json-more")?.click();
    await frames.note();
  }
  return await frames.scroll(
    document.querySelector(form === "Table" ? ".claims-view" : ".json-tree.long"),
  );
}

/** Runs in the page with empty rows. */
async function showEmptyRows(): Promise<number> {
  const frames = await measureFrames();
  document.querySelector("button")?.click();
  await frames.note();
  const view = document.querySelector(".list");
  if (view?.querySelector(".row") === undefined) throw new Error("The page shows no rows.");
  return await frames.scroll(view);
}

/** Opens the Tokens tab and the empty table in Chromium. */
export async function openTokenPlaces(): Promise<TokenPlaces> {
  const folder = await copyWithEmptyRows();
  const chromium = await openChromium({ extensionDir: folder.path, headless: true });
  const close = async () => {
    await chromium.close();
    await folder.remove();
  };
  const open = async (address: string): Promise<Page> => {
    const page = await chromium.context.newPage();
    await page.addInitScript(fakeDevtools);
    await page.addInitScript(provideFrames);
    await page.goto(`${chromium.extensionOrigin}/${address}`);
    return page;
  };
  /** Only the page in front draws frames. */
  const measure = async (page: Page, shown: (page: Page) => Promise<number>) => {
    await page.bringToFront();
    return z.number().parse(await shown(page));
  };
  try {
    const tab = await open("panel.html");
    await tab.getByRole("tab", { name: "Tokens" }).click();
    await tab.getByRole("textbox", { name: "Token", exact: true }).waitFor();
    const empty = await open(writeAddress({ count: 10_000, height: 24, view: 480 }));
    return {
      show: (shown) => measure(tab, (page) => page.evaluate(showToken, shown)),
      showEmpty: () => measure(empty, (page) => page.evaluate(showEmptyRows)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
