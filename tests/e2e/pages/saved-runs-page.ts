import type { Frame, Locator, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

type Part = "Presets" | "History" | "From a URL";

/** The presets, the history and the pasted URL of the Run tab. */
export class SavedRunsPage {
  readonly #document: Frame | Page;

  constructor(document: Frame | Page) {
    this.#document = document;
  }

  /** Opens a part and returns its content. */
  async open(part: Part): Promise<Locator> {
    const tab = this.#document.getByRole("tab", { name: "Run" });
    // A click would move the focus.
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
    const details = this.#document
      .locator("details[name=saved-runs]")
      .filter({ has: this.#document.locator("summary", { hasText: new RegExp(`^${part}`) }) });
    if (!(await details.evaluate((element) => element.hasAttribute("open")))) {
      await details.locator("> summary").click();
    }
    const section = details.locator("section");
    await section.waitFor();
    return section;
  }

  /** Returns the rows of a part, each as its text on one line. */
  async rows(part: "Presets" | "History"): Promise<string[]> {
    const rows = await (await this.open(part)).locator(".saved-list .saved-what").allInnerTexts();
    return rows.map((text) => text.replaceAll(/\s+/g, " ").trim());
  }

  /** Waits until a part has this number of rows. */
  async expectRows(part: "Presets" | "History", count: number): Promise<void> {
    const rows = (await this.open(part)).locator(".saved-list > li");
    await waitFor(async () => (await rows.count()) === count, {
      what: `${count} rows of ${part}`,
    });
  }

  /** Waits for a notice of a part that contains a text, and returns the notice's text. */
  async notice(part: Part, text: string): Promise<string> {
    const notice = (await this.open(part)).locator(".notice", { hasText: text });
    await notice.waitFor();
    return await notice.innerText();
  }

  /** Chooses a file with presets to import. */
  async importFile(text: string): Promise<void> {
    const section = await this.open("Presets");
    await section.locator("input[type=file]").setInputFiles({
      name: "presets.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  }

  /** Saves the form as a preset. */
  async save(name: string): Promise<void> {
    const section = await this.open("Presets");
    await section.getByLabel("Name of a new preset").fill(name);
    await section.getByRole("button", { name: "Save preset" }).click();
  }

  /** Presses a button of a preset's row. */
  async press(
    label: "Run" | "Use" | "Replace" | "Rename" | "Export" | "Delete",
    name: string,
  ): Promise<void> {
    const section = await this.open("Presets");
    await section.getByRole("button", { name: `${label} “${name}”` }).click();
  }

  /** Presses a button of the newest recorded run. */
  async pressNewest(label: "Run again" | "Edit" | "Remove"): Promise<void> {
    const rows = (await this.open("History")).locator(".saved-list > li");
    await rows.first().getByText(label, { exact: true }).click();
  }

  /** Pastes an authorization URL and saves it as a preset. */
  async saveAddress(url: string, name: string): Promise<void> {
    const section = await this.open("From a URL");
    await section.getByLabel("Authorization URL", { exact: true }).fill(url);
    await section.getByLabel("Name of the preset").fill(name);
    await section.getByRole("button", { name: "Save as preset" }).click();
    await this.notice("From a URL", `“${name}” was saved.`);
  }
}
