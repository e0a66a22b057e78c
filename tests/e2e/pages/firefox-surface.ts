import type { Page } from "puppeteer-core";
import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { FirefoxPanel } from "./firefox-toolbox.ts";

/** A document of ours in Firefox, wherever it is shown: a tab, the toolbox, the popup. */
export type FirefoxSurface = Pick<FirefoxPanel, "evaluate" | "click" | "fill">;

/** What a person looks for: by the words of its label or on it, inside the first element that matches `within`. */
export interface Control {
  kind: "field" | "button" | "tab" | "row";
  name: string;
  within?: string;
}

/**
 * Runs in the document: a selector of the one element that a person would name so, null while there is none.
 * A tab may go on after its name, with a count; a row shows its name among other words.
 */
const locate = ({ kind, name, within = "body" }: Control): string | null => {
  const area = document.querySelector(within);
  if (area === null) return null;
  const wordsOf = (element: Element) =>
    (element.getAttribute("aria-label") ?? element.textContent).trim();
  let found: Element | null | undefined;
  if (kind === "field") {
    found = [...area.querySelectorAll("label")].find((label) => wordsOf(label) === name)?.control;
  } else if (kind === "button") {
    // One that cannot be pressed yet is waited for: a press would be lost on it.
    found = [...area.querySelectorAll("button:enabled")].find((button) => wordsOf(button) === name);
  } else if (kind === "tab") {
    found = [...area.querySelectorAll("[role=tab]")].find((tab) => wordsOf(tab).startsWith(name));
  } else {
    found = [...area.querySelectorAll("[role=option]")].find((row) => wordsOf(row).includes(name));
  }
  if (!found) return null;
  // By its own name where it has one: its place may be another's by the time of the click, as a list grows at its top.
  if (found.id !== "") return `#${CSS.escape(found.id)}`;
  const steps: string[] = [];
  for (let at: Element | null = found; at?.parentElement; at = at.parentElement) {
    steps.unshift(`:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`);
  }
  return `:root > ${steps.join(" > ")}`;
};

async function find(surface: FirefoxSurface, control: Control): Promise<string> {
  const answer = z.nullable(z.string());
  return await waitFor(async () => answer.parse(await surface.evaluate(locate, control)), {
    what: `the ${control.kind} "${control.name}"`,
  });
}

/** Clicks a button, a tab or a row. */
export async function press(surface: FirefoxSurface, control: Control): Promise<void> {
  await surface.click(await find(surface, control));
}

/** Replaces what a field holds; of a select, `value` is the value of an option, not its words. */
export async function enter(
  surface: FirefoxSurface,
  name: string,
  value: string,
  within?: string,
): Promise<void> {
  const control: Control = { kind: "field", name, ...(within === undefined ? {} : { within }) };
  await surface.fill(await find(surface, control), value);
}

/** What a field holds. */
export async function readField(surface: FirefoxSurface, name: string): Promise<string> {
  const read = (selector: string) => {
    const field = document.querySelector(selector);
    return field !== null && "value" in field ? String(field.value) : "";
  };
  const selector = await find(surface, { kind: "field", name });
  return z.string().parse(await surface.evaluate(read, selector));
}

/** The words that are shown in the first element that matches, once they hold `wanted`. */
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
      what: `${selector} to say ${String(wanted)}`,
      ...(timeout === undefined ? {} : { timeout }),
    });
  } catch (error) {
    throw new Error(`${String(error)} It says: ${shown}`, { cause: error });
  }
  return shown;
}

/** A tab, worked with real mouse and keyboard input: Firefox takes it for the user's own. */
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
      // Three clicks take hold of all that a one-line field has.
      await element.click({ count: 3 });
      await element.press("Backspace");
      await element.type(value);
    },
  };
}
