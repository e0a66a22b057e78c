import type { Page } from "playwright";
import * as z from "zod/mini";
import type { BenchBrowser } from "./browser.ts";
import type { Replay } from "./replay.ts";
import { goToEvents } from "./usable.ts";

/** The duration and the result of a search with the tab's filter. */
export interface FilterTiming {
  /**
   * The time from the start of the search until the result is shown, without the debounce of the
   * typing.
   */
  milliseconds: number;
  found: number;
}

/** The Events tab with a full log, and the same texts in memory and in the database. */
export interface FilterBench {
  /**
   * Types into the filter; the first text after an empty field is searched in texts that must be
   * read from the log again.
   */
  filter(text: string): Promise<FilterTiming>;
  clear(): Promise<void>;
  /** Searches the texts that the page has in memory, and does nothing else. */
  scan(text: string): Promise<FilterTiming>;
  /** Reads the texts from the database in the simplest way, and searches them. */
  readAndScan(text: string): Promise<FilterTiming>;
}

const timingSchema = z.object({ milliseconds: z.number(), found: z.int() });

/** Runs in the page: types, and waits for the text that shows the result. */
function typeFilter(text: string): Promise<FilterTiming> {
  const field = document.getElementById("events-filter");
  const status = document.querySelector(".status-bar [role=status]");
  if (!(field instanceof HTMLInputElement) || status === null)
    throw new Error("Could not find the Events tab.");
  return new Promise((resolve) => {
    let startedAt: number | undefined;
    const observer = new MutationObserver(() => {
      if (status.textContent === "Searching…") startedAt ??= performance.now();
      const found = /^(\d+) of \d+ events shown/u.exec(status.textContent)?.[1];
      const isCleared = text === "" && /^\d+ events, newest first/u.test(status.textContent);
      if (!isCleared && (startedAt === undefined || found === undefined)) return;
      observer.disconnect();
      const milliseconds = performance.now() - (startedAt ?? performance.now());
      resolve({ milliseconds, found: Number(found ?? 0) });
    });
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Runs in the page: returns all texts of the log, and the time to read them. */
function holdTexts(): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("events");
    opening.addEventListener("error", () => reject(new Error("Could not open the log.")));
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("texts").objectStore("texts").getAll();
      reading.addEventListener("success", () => {
        opening.result.close();
        const benchTexts = reading.result.flatMap((row: { texts: string[] }) => row.texts);
        Object.assign(globalThis, { benchTexts });
        resolve(performance.now() - startedAt);
      });
    });
  });
}

function scanTexts(text: string): FilterTiming {
  const texts: unknown = Reflect.get(globalThis, "benchTexts");
  if (!Array.isArray(texts)) throw new Error("No texts were read.");
  const startedAt = performance.now();
  const found = texts.filter((one: string) => one.includes(text)).length;
  return { milliseconds: performance.now() - startedAt, found };
}

export async function openFilterBench(browser: BenchBrowser, tenant: Replay): Promise<FilterBench> {
  await browser.select(tenant);
  const page: Page = await browser.open("panel.html", [goToEvents]);
  await page.locator("[role=option]").first().waitFor();
  await page.evaluate(holdTexts);
  const type = async (text: string) => timingSchema.parse(await page.evaluate(typeFilter, text));
  return {
    filter: type,
    async clear() {
      const field = page.getByRole("searchbox", { name: "Filter" });
      if ((await field.inputValue()) !== "") await type("");
    },
    scan: async (text) => await page.evaluate(scanTexts, text),
    async readAndScan(text) {
      const reading = await page.evaluate(holdTexts);
      const { milliseconds, found } = await page.evaluate(scanTexts, text);
      return { milliseconds: reading + milliseconds, found };
    },
  };
}
