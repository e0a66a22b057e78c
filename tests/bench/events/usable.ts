import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { BenchBrowser } from "./browser.ts";
import type { Replay } from "./replay.ts";

/** The state of the tab when it became usable. */
const usableSchema = z.object({
  /** Milliseconds from the start of the navigation. */
  at: z.number(),
  /** The tab's status text about its log. */
  says: z.string(),
  /** True if the filter accepted a character. */
  hasTyped: z.boolean(),
  /** True if the list was longer than the view, and scrolled. */
  hasScrolled: z.boolean(),
});
/** A page that needs longer will never be usable. */
const longestWaitMs = 60_000;
type Usable = z.infer<typeof usableSchema>;

/** Selects the Events tab as soon as it exists, like a person. */
export function goToEvents(): void {
  // The panel is in its own tab: DevTools would provide only its colour scheme and navigations.
  const event = { addListener: () => undefined, removeListener: () => undefined };
  const network = { onNavigated: event, onRequestFinished: event, getHAR: () => undefined };
  Object.assign(chrome, { devtools: { panels: { themeName: "default" }, network } });
  const look = () => {
    const tab = Array.from(document.querySelectorAll("[role=tab]")).find((one) =>
      one.textContent.startsWith("Events"),
    );
    if (tab instanceof HTMLElement && tab.ariaSelected !== "true") tab.click();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}

/**
 * Runs in the page before its own scripts, and records when a person can use the tab: all visible
 * lines are readable, or the sentence of an empty log is; the filter has accepted a character, a
 * longer list has scrolled, and the screen shows all of it.
 */
function noteUsable(): void {
  const { promise, resolve } = Promise.withResolvers<Usable>();
  Object.assign(globalThis, { usable: promise });
  const use = () => {
    const list = document.querySelector("[role=listbox]");
    const field = document.getElementById("events-filter");
    const lines = [...document.querySelectorAll("[role=option]")];
    const isEmpty = document.querySelector(".events > .empty")?.textContent.includes("New events");
    if (!(field instanceof HTMLInputElement) || (lines.length === 0 && isEmpty !== true)) return;
    if (lines.some(({ textContent }) => textContent === "…")) return;
    observer.disconnect();
    const says = document.querySelector(".status-bar [role=status]")?.textContent ?? "";
    field.focus();
    document.execCommand("insertText", false, "x");
    if (list !== null) list.scrollTop = 5_000;
    requestAnimationFrame(() =>
      setTimeout(() => {
        const first = document.querySelector("[role=option]")?.ariaPosInSet;
        const hasScrolled = list !== null && list.scrollTop > 0 && first !== "1";
        resolve({ at: performance.now(), says, hasTyped: field.value === "x", hasScrolled });
      }),
    );
  };
  const observer = new MutationObserver(use);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * The same in the blank page: its one word is on the screen, and the page would respond to a key.
 */
function noteBlank(): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  Object.assign(globalThis, { usable: promise });
  const observer = new MutationObserver(() => {
    if (document.querySelector("p") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** The result that the page records when it is usable. */
async function awaitUsable(
  browser: BenchBrowser,
  name: "panel.html" | "bench-blank.html",
  scripts: readonly (() => void)[],
): Promise<unknown> {
  const page = await browser.open(name, scripts);
  const limit = new AbortController();
  const noted: unknown = await Promise.race([
    page.evaluate("globalThis.usable"),
    pause(longestWaitMs, undefined, { signal: limit.signal }).then(() => {
      throw new Error(`${name} was not usable within ${longestWaitMs / 1_000} seconds.`);
    }),
  ]).finally(() => limit.abort());
  await page.close();
  return noted;
}

/**
 * Measures milliseconds from the start of the navigation until the Events tab with this tenant's
 * log is usable.
 */
export async function measureTab(
  browser: BenchBrowser,
  tenant: Replay,
  count: number,
): Promise<number> {
  await browser.select(tenant);
  const noted = await awaitUsable(browser, "panel.html", [goToEvents, noteUsable]);
  const { at, ...found } = usableSchema.parse(noted);
  const says = count === 0 ? "No events" : `${count} events, newest first`;
  if (found.says !== says || !found.hasTyped || found.hasScrolled !== count > 0)
    throw new Error(
      `Expected a usable tab with the text "${says}", found: ${JSON.stringify(found)}.`,
    );
  return at;
}

/** Measures milliseconds until the blank page of the extension is usable. */
export async function measureBlank(browser: BenchBrowser): Promise<number> {
  return z.number().parse(await awaitUsable(browser, "bench-blank.html", [noteBlank]));
}
