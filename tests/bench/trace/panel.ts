import type { Page } from "playwright";
import * as z from "zod/mini";
import { openChromium } from "../../launch/open-chromium.ts";
import { copyWithEmptyRows, writeAddress } from "../empty-rows/copy-extension.ts";
import { bigCapture, listEntries, writeRows } from "./make-har.ts";

/** The number of rows that are scrolled through. */
export const rowCount = 10_000;
/** The height of a row in CSS pixels, as in trace.css. */
const rowHeight = 22;
/** In each frame: 13,000 CSS pixels in a second, faster than a wheel or a held page key. */
const scrolledRows = 10;

/** The Trace tab of the built extension, and an empty list of its virtualiser, each in a tab. */
export interface TracePlaces {
  /** Scrolls through the rows of the Trace tab; returns the frames that it dropped. */
  scrollRows(): Promise<number>;
  /** Scrolls through the empty rows; returns the frames that it dropped. */
  scrollEmpty(): Promise<number>;
  /** Reports a big capture request by request; returns the longest task of the panel in ms. */
  captureLive(): Promise<number>;
  close(): Promise<void>;
}

type Listener = (request: unknown) => void;
declare const benchListeners: Set<Listener>;

/** Runs in the page before its scripts: a DevTools that reports what the bench tells it. */
function fakeDevtools(): void {
  const listeners = new Set<Listener>();
  const event = { addListener: () => undefined, removeListener: () => undefined };
  const onRequestFinished = {
    addListener: (listener: Listener) => void listeners.add(listener),
    removeListener: (listener: Listener) => void listeners.delete(listener),
  };
  const getHAR = (answer: (log: object) => void) => answer({ entries: [] });
  Object.assign(globalThis, { benchListeners: listeners });
  Object.assign(chrome, {
    devtools: {
      panels: { themeName: "default" },
      network: { onNavigated: event, onRequestFinished, getHAR },
      inspectedWindow: { eval: () => undefined },
    },
  });
}

/**
 * Runs in the page: scrolls through a list by as many CSS pixels in each frame, and counts the
 * frames that the screen shows again. One is added, so that two lists without any are equal.
 */
async function countDropped(given: { selector: string; step: number }): Promise<number> {
  const list = document.querySelector(given.selector);
  if (list === null) throw new Error("The page shows no list.");
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  list.scrollTop = 0;
  for (let frame = 0; frame < 10; frame += 1) await nextFrame();
  let before = await nextFrame();
  let dropped = 0;
  const end = list.scrollHeight - list.clientHeight;
  for (let top = given.step; top <= end; top += given.step) {
    list.scrollTop = top;
    const at = await nextFrame();
    dropped += Math.max(0, Math.round(((at - before) * 60) / 1000) - 1);
    before = at;
  }
  return dropped + 1;
}

/** Runs in the page: reports each entry, 50 in each frame, and returns the longest task in ms. */
async function reportAll(given: { entries: string; flows: string }): Promise<number> {
  const entries: unknown = JSON.parse(given.entries);
  if (!Array.isArray(entries)) throw new Error("The bench reports no list.");
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // The parsing above is a task of the bench.
  await nextFrame();
  await nextFrame();
  observer.observe({ type: "longtask" });
  for (const [index, entry] of entries.entries()) {
    for (const listener of benchListeners) listener(entry);
    if (index % 50 === 49) await nextFrame();
  }
  const status = document.querySelector(".trace .status-bar");
  while (status?.textContent.startsWith(given.flows) !== true) await nextFrame();
  // The last reading and its rows end before this.
  for (let frame = 0; frame < 60; frame += 1) await nextFrame();
  observer.disconnect();
  return longest;
}

/** Opens the Trace tab and the empty list in Chromium. */
export async function openTracePlaces(): Promise<TracePlaces> {
  const folder = await copyWithEmptyRows();
  const chromium = await openChromium({ extensionDir: folder.path, headless: true });
  const close = async () => {
    await chromium.close();
    await folder.remove();
  };
  const open = async (address: string): Promise<Page> => {
    const page = await chromium.context.newPage();
    await page.addInitScript(fakeDevtools);
    await page.goto(`${chromium.extensionOrigin}/${address}`);
    return page;
  };
  /** Only the page in front draws frames. */
  const scroll = async (page: Page, selector: string) => {
    await page.bringToFront();
    const step = scrolledRows * rowHeight;
    return z.number().parse(await page.evaluate(countDropped, { selector, step }));
  };
  try {
    const rows = await open("panel.html");
    const chooser = rows.waitForEvent("filechooser");
    await rows.getByRole("button", { name: "Import" }).click();
    const buffer = Buffer.from(writeRows(rowCount));
    await (await chooser).setFiles({ name: "rows.har", mimeType: "application/json", buffer });
    await rows.getByText(`${rowCount} flows`).waitFor();
    const view = await rows.locator(".flow-list").evaluate((list) => list.clientHeight);
    const empty = await open(writeAddress({ count: rowCount, height: rowHeight, view }));
    await empty.getByRole("button").click();
    return {
      scrollRows: () => scroll(rows, ".flow-list"),
      scrollEmpty: () => scroll(empty, ".list"),
      async captureLive() {
        const page = await open("panel.html");
        await page.bringToFront();
        await page.getByRole("tab", { name: "Trace" }).click();
        const entries = JSON.stringify(listEntries(bigCapture));
        const given = { entries, flows: `${bigCapture.logins} flows` };
        const longest = z.number().parse(await page.evaluate(reportAll, given));
        await page.close();
        return longest;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
