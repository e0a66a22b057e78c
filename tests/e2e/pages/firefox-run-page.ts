import type { Page } from "puppeteer-core";
import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import { enter, find, isVisible, press, waitForWords, type Control } from "./firefox-surface.ts";
import type { FirefoxPanel } from "./firefox-toolbox.ts";

const form = "form.run-form";
const runningNotice = '.run-result[aria-busy="true"] > .notice';

/** Runs in the panel. Returns the texts of all elements that match. */
const readTexts = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText);

/** Runs in the panel. Returns the value of the option that contains the text. */
const findOption = ({ list, text }: { list: string; text: string }) =>
  [...document.querySelectorAll<HTMLOptionElement>(`${list} option`)].find(({ label }) =>
    label.includes(text),
  )?.value ?? null;

/** The Run tab of our panel in the real toolbox. */
export class FirefoxRunPage {
  readonly #panel: FirefoxPanel;

  constructor(panel: FirefoxPanel) {
    this.#panel = panel;
  }

  /**
   * Selects an operation by its title, and the place where it runs. Cancels the run of a test that
   * has failed.
   */
  async choose(title: string, way: "extension" | "page"): Promise<void> {
    await press(this.#panel, { kind: "tab", name: "Run" });
    if ((await this.#texts(`${form} .actions button`)).includes("Cancel")) {
      await press(this.#panel, { kind: "button", name: "Cancel", within: form });
    }
    await this.#select(this.#field("Operation"), title);
    const place = way === "page" ? "In the inspected page" : "In the extension";
    await press(this.#panel, this.#field(place));
    await waitForWords(this.#panel, `form[aria-label="${title}"]`, /\S/);
  }

  /** Fills in fields by their labels. For a choice, the value is the value of its option. */
  async enter(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      if (!(await isVisible(this.#panel, this.#field(label)))) {
        await this.#panel.click(`${form} details:has(.more-fields) > summary`);
      }
      await enter(this.#panel, label, value, form);
    }
  }

  /** Takes a token of an earlier run, whose label contains the text, into a field. */
  async takeToken(field: string, text: string): Promise<void> {
    await this.#select(this.#field(`${field}: tokens of earlier runs`), text);
  }

  /** Waits for the addresses that the form asks to allow at the tenant; returns them by list. */
  async allowances(): Promise<Readonly<Record<string, string>>> {
    await waitForWords(this.#panel, `${form} .allowances`, /\S/);
    const lists = await this.#texts(`${form} .allowances dt`);
    const addresses = await this.#texts(`${form} .allowances dd > code`);
    return Object.fromEntries(lists.map((list, at) => [list, addresses[at] ?? ""]));
  }

  /** Presses the operation's button. */
  async start(): Promise<void> {
    await this.#panel.click("#start-run");
    const problems = await this.#texts(`${form} .problem`);
    if (problems.length > 0) throw new Error(`The form is invalid: ${problems.join(" ")}`);
  }

  /** Waits until the run has ended, and returns the text of its outcome. */
  async outcome(): Promise<string> {
    const ended = '.run-result[aria-busy="false"] > .notice';
    return await waitForWords(this.#panel, ended, /\S/, 30_000);
  }

  /** Returns the text of the whole result. */
  async result(): Promise<string> {
    return await this.#panel.text(".run-result");
  }

  /** Returns the titles of the steps, in their order. */
  async steps(): Promise<string[]> {
    return await this.#texts(".transcript > li .step-title");
  }

  /**
   * Waits until the run asks for a click in the page, and clicks its button there with the mouse.
   */
  async pressInPage(page: Page): Promise<void> {
    await waitForWords(this.#panel, runningNotice, "Click the button in the page");
    // No selector reaches the closed shadow root of the button at the top right.
    const width = await page.evaluate(() => document.documentElement.clientWidth);
    await page.mouse.click(width - 60, 36);
  }

  #field(name: string): Control {
    return { kind: "field", name, within: form };
  }

  async #texts(selector: string): Promise<string[]> {
    return z.array(z.string()).parse(await this.#panel.evaluate(readTexts, selector));
  }

  /** Chooses the option that contains the text. */
  async #select(control: Control, text: string): Promise<void> {
    const list = await find(this.#panel, control);
    const answer = z.nullable(z.string());
    const value = await waitFor(
      async () => answer.parse(await this.#panel.evaluate(findOption, { list, text })),
      { what: `the list "${control.name}" to offer "${text}"` },
    );
    await this.#panel.fill(list, value);
  }
}
