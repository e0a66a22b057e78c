import type { Locator, Page } from "playwright";

/** The connection profiles in the popup. */
export class ConnectionProfilesPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Shows the list, also from an open profile. */
  async openList(): Promise<void> {
    await this.page.getByRole("tab", { name: "Connections" }).click();
    const back = this.button("← All profiles");
    await this.page
      .locator(".profile-list, .profile-editor, .connections .empty")
      .first()
      .waitFor();
    if ((await back.count()) > 0) await back.click();
  }

  /** Opens a profile by its name. */
  async open(name: string): Promise<void> {
    await this.openList();
    await this.page.locator(".profile-list .row", { hasText: name }).click();
    await this.heading(name).waitFor();
  }

  heading(name: string): Locator {
    return this.page.getByRole("heading", { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  get name(): Locator {
    return this.page.getByLabel("Name", { exact: true });
  }

  get prefixTemplate(): Locator {
    return this.page.getByLabel("Connection name prefix template");
  }

  get configuration(): Locator {
    return this.page.getByLabel("Configuration (JSON)");
  }

  get json(): Locator {
    return this.page.getByLabel("Profile (JSON)");
  }

  /** The outcome of the last attempt to send. */
  get outcome(): Locator {
    return this.page.locator(".outcome");
  }

  /** Returns the paths of the changes to send, with both values. */
  async readReview(): Promise<string[]> {
    const groups = this.page.getByRole("group", { name: "Changes to send" }).locator("tbody");
    await groups.first().waitFor();
    return (await groups.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
  }

  async showView(view: "Form" | "JSON"): Promise<void> {
    await this.page.getByRole("tab", { name: view, exact: true }).click();
  }

  /** Changes the text of the JSON. */
  async editJson(change: (text: string) => string): Promise<void> {
    await this.showView("JSON");
    await this.json.fill(change(await this.json.inputValue()));
  }

  async review(): Promise<void> {
    await this.button("Review changes").click();
    await this.button("Send changes").waitFor();
  }

  /** Reviews and sends the input; returns the text of the outcome. */
  async send(): Promise<string> {
    await this.review();
    return await this.sendReviewed();
  }

  /** Sends the reviewed changes; returns the text of the outcome. */
  async sendReviewed(): Promise<string> {
    await this.button("Send changes").click();
    return await this.answer();
  }

  /** Returns the text of an outcome, or of the comparison with another version. */
  async answer(): Promise<string> {
    const words = this.page.locator(".outcome, .comparison").first();
    await words.waitFor();
    return await words.innerText();
  }

  /** Changes the prefix template of a profile; returns the text of the outcome. */
  async changePrefixTemplate(profile: string, template: string): Promise<string> {
    await this.open(profile);
    await this.prefixTemplate.fill(template);
    return await this.send();
  }

  /** Selects a side of a conflict. */
  async choose(path: string, side: "Mine" | "Theirs"): Promise<void> {
    const place = this.page.getByRole("group", { name: path, exact: true });
    await place.getByLabel(side, { exact: true }).check();
  }
}
