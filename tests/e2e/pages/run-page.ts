import type { Frame, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** The Run tab of our panel, in a frame of DevTools or in a tab. */
export class RunPage {
  readonly document: Frame | Page;

  constructor(document: Frame | Page) {
    this.document = document;
  }

  /** Selects an operation by its title, and the place where it runs. */
  async choose(title: string, way: "extension" | "page" = "extension"): Promise<void> {
    await this.document.getByRole("tab", { name: "Run" }).click();
    const cancel = this.form().getByRole("button", { name: "Cancel", exact: true });
    if (await cancel.isVisible()) await cancel.click();
    await this.document.getByLabel("Operation", { exact: true }).selectOption({ label: title });
    const place = way === "page" ? "In the inspected page" : "In the extension";
    await this.document.getByLabel(place).check();
    await waitFor(async () => (await this.form().count()) === 1, { what: `the form of ${title}` });
  }

  form() {
    return this.document.locator("form.run-form");
  }

  /** Fills in fields by their labels: a text is typed or chosen, a boolean is ticked. */
  async enter(values: Readonly<Record<string, string | boolean>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      const control = this.form().getByLabel(label, { exact: true });
      if (!(await control.isVisible())) await this.form().getByText("More parameters").click();
      if (typeof value === "boolean") await control.setChecked(value);
      else if ((await control.evaluate((element) => element.tagName)) === "SELECT") {
        await control.selectOption(value);
      } else await control.fill(value);
    }
  }

  /** Waits for the addresses that the form asks to allow at the tenant; returns them by list. */
  async allowances(): Promise<Readonly<Record<string, string>>> {
    const shown = this.form().locator(".allowances");
    await shown.waitFor();
    const lists = await shown.locator("dt").allInnerTexts();
    const addresses = await shown.locator("dd > code").allInnerTexts();
    return Object.fromEntries(lists.map((list, at) => [list, addresses[at] ?? ""]));
  }

  /** Presses the operation's button. */
  async start(): Promise<void> {
    await this.form().locator("#start-run").click();
  }

  async cancel(): Promise<void> {
    await this.form().getByRole("button", { name: "Cancel", exact: true }).click();
  }

  /** Waits until the run has ended, and returns the text of its outcome. */
  async outcome(): Promise<string> {
    const notice = this.document.locator('.run-result[aria-busy="false"] > .notice');
    await notice.first().waitFor({ timeout: 30_000 });
    return await notice.first().innerText();
  }

  /** Returns the text of the outcome; undefined while the run goes on. */
  async endedOutcome(): Promise<string | undefined> {
    const ended = this.document.locator('.run-result[aria-busy="false"] > .notice').first();
    return (await ended.count()) === 0 ? undefined : await ended.innerText();
  }

  /** Returns true while the run waits for a click in the page. */
  async asksForClick(): Promise<boolean> {
    const notice = this.document.locator(".run-result > .notice");
    return (await notice.getByText("Click the button in the page").count()) > 0;
  }

  /** Returns the text of the whole result. */
  async result(): Promise<string> {
    return await this.document.locator(".run-result").innerText();
  }

  /** Returns the titles of the steps, in their order. */
  async steps(): Promise<string[]> {
    return await this.document.locator(".transcript > li .step-title").allInnerTexts();
  }

  /** Takes a token of an earlier run into a field. */
  async takeToken(field: string, text: string | RegExp): Promise<void> {
    const offers = this.form().getByLabel(`${field}: tokens of earlier runs`);
    const labels = await offers.locator("option").allInnerTexts();
    const label = labels.find((one) => one.match(text) !== null);
    if (label === undefined) throw new Error(`No token ${text} among: ${labels.join("; ")}`);
    await offers.selectOption({ label });
  }

  /**
   * Clicks the button of a run in the page, if the browser opens popups only after a click there.
   */
  async pressInPage(page: Page): Promise<void> {
    const notice = this.document.locator(".run-result > .notice").first();
    const asks = "Click the button in the page";
    await waitFor(
      async () => {
        const words = await notice.innerText();
        return words.includes(asks) || !/The run starts|Waiting/.test(words);
      },
      { what: "the run to ask for a click or to end" },
    );
    if (!(await notice.innerText()).includes(asks)) return;
    // No locator reaches the closed shadow root of the button at the top right.
    const width = await page.evaluate(() => document.documentElement.clientWidth);
    await page.mouse.click(width - 60, 40);
  }
}
