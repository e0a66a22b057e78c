import type { Page } from "puppeteer-core";
import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { FirefoxPanel } from "./firefox-toolbox.ts";

/** A document of ours in Firefox: in a tab, in the toolbox or in the popup. */
export type FirefoxSurface = Pick<FirefoxPanel, "evaluate" | "click" | "fill">;

/**
 * A description of an element by its text or label, inside the first element that matches `within`.
 */
export interface Control {
  kind: "field" | "button" | "tab" | "row";
  name: string;
  within?: string;
}

/**
 * Runs in the document. Returns a selector of the described element, or null if there is none.
 * A tab may have a count after its name; a row contains its name among other text.
 */
const locate = ({ kind, name, within = "body" }: Control): string | null => {
  const area = document.querySelector(within);
  if (area === null) return null;
  const wordsOf = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent).trim();
  let found: Element | null | undefined;
  if (kind === "field") {
    found =
      [...area.querySelectorAll("label")].find((label) => wordsOf(label) === name)?.control ??
      [...area.querySelectorAll("select[aria-label]")].find((list) => wordsOf(list) === name);
  } else if (kind === "button") {
    // Wait for a disabled element: a click on it would have no effect.
    found = [...area.querySelectorAll("button:enabled")].find((button) => wordsOf(button) === name);
  } else if (kind === "tab") {
    found = [...area.querySelectorAll("[role=tab]")].find((tab) => wordsOf(tab).startsWith(name));
  } else {
    found = [...area.querySelectorAll("[role=option]")].find((row) => wordsOf(row).includes(name));
  }
  if (!found) return null;
  // A longer list moves the rows to other elements, each with its id.
  if (found.id !== "") return `#${CSS.escape(found.id)}`;
  // A notice above can move any other element before the click, so mark it.
  const mark = found.getAttribute("data-found") ?? crypto.randomUUID();
  found.setAttribute("data-found", mark);
  return `[data-found="${mark}"]`;
};

/** Waits for the described element, and returns a selector of it. */
export async function find(surface: FirefoxSurface, control: Control): Promise<string> {
  const answer = z.nullable(z.string());
  try {
    return await waitFor(async () => answer.parse(await surface.evaluate(locate, control)), {
      what: `the ${control.kind} "${control.name}"`,
    });
  } catch (error) {
    const shown = z.string().parse(await surface.evaluate(() => document.body.innerText));
    throw new Error(`${String(error)} The document says: ${shown}`, { cause: error });
  }
}

/** Waits for the described element, and returns false if a closed part of the document hides it. */
export async function isVisible(surface: FirefoxSurface, control: Control): Promise<boolean> {
  const read = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false;
  return z.boolean().parse(await surface.evaluate(read, await find(surface, control)));
}

/**
 * Clicks a button, a tab or a row. Clicks a tab until it is selected: a notice that appears above
 * the tabs meanwhile moves them from under the pointer.
 */
export async function press(surface: FirefoxSurface, control: Control): Promise<void> {
  if (control.kind !== "tab") {
    await surface.click(await find(surface, control));
    return;
  }
  const isSelected = (selector: string) =>
    document.querySelector(selector)?.getAttribute("aria-selected") === "true";
  const select = async () => {
    const selector = await find(surface, control);
    await surface.click(selector);
    return z.boolean().parse(await surface.evaluate(isSelected, selector));
  };
  await waitFor(select, { what: `the tab "${control.name}" to be selected` });
}

/** Replaces the content of a field. For a select, `value` is the value of an option. */
export async function enter(
  surface: FirefoxSurface,
  name: string,
  value: string,
  within?: string,
): Promise<void> {
  const control: Control = { kind: "field", name, ...(within === undefined ? {} : { within }) };
  await surface.fill(await find(surface, control), value);
}

/** Returns the content of a field. */
export async function readField(surface: FirefoxSurface, name: string): Promise<string> {
  const read = (selector: string) => {
    const field = document.querySelector(selector);
    return field !== null && "value" in field ? String(field.value) : "";
  };
  const selector = await find(surface, { kind: "field", name });
  return z.string().parse(await surface.evaluate(read, selector));
}

/** Returns the visible text of the first element that matches, once it contains `wanted`. */
export async function waitForWords(
  surface: FirefoxSurface,
  selector: string,
  wanted: string | RegExp,
  timeout?: number,
): Promise<string> {
  const read = (selector: string) => document.querySelector<HTMLElement>(selector)?.innerText ?? "";
  let shown = "";
  const isShown = async () => {
    shown = z.string().parse(await surface.evaluate(read, selector));
    return typeof wanted === "string" ? shown.includes(wanted) : wanted.test(shown);
  };
  try {
    await waitFor(isShown, {
      what: `${selector} to contain ${String(wanted)}`,
      ...(timeout === undefined ? {} : { timeout }),
    });
  } catch (error) {
    throw new Error(`${String(error)} It says: ${shown}`, { cause: error });
  }
  return shown;
}

/** A tab with real mouse and keyboard input, which Firefox treats as the user's own. */
export function surfaceOfTab(page: Page): FirefoxSurface {
  const get = async (selector: string) => {
    await page.bringToFront();
    const element = await page.$(selector);
    if (element === null) throw new Error(`Nothing in ${page.url()} matches ${selector}.`);
    return element;
  };
  return {
    evaluate: (pageFunction, argument) =>
      page.evaluate(`(${String(pageFunction)})(${JSON.stringify(argument ?? null)})`),
    async click(selector) {
      await (await get(selector)).click();
    },
    async fill(selector, value) {
      const element = await get(selector);
      if (await element.evaluate((element) => element.localName === "select")) {
        await element.select(value);
        return;
      }
      // Three clicks select the whole content of a one-line field.
      await element.click({ count: 3 });
      await element.press("Backspace");
      await element.type(value);
    },
  };
}
