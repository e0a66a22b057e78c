import type { Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** The popup, opened from the toolbar or in a tab. */
export class PopupPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Fills in the form of a new token exchange profile and sends it; returns the words that answer. */
  async createExchangeProfile(fields: {
    name: string;
    subjectTokenType: string;
    actionId: string;
  }): Promise<string> {
    await this.page.getByRole("tab", { name: "Token exchange" }).click();
    const form = this.page.getByRole("form", { name: "New token exchange profile" });
    await form.getByLabel("Name").fill(fields.name);
    await form.getByLabel("Subject token type").fill(fields.subjectTokenType);
    await form.getByLabel("Action ID").fill(fields.actionId);
    await form.getByRole("button", { name: "Create profile" }).click();
    return await this.#words(
      this.page.locator(".form .notice, .form .problem").first(),
      "the answer to the new profile",
    );
  }

  /** Changes the prefix template of a connection profile, reads the review, sends it; returns the words that answer. */
  async changePrefixTemplate(profile: string, template: string): Promise<string> {
    await this.page.getByRole("tab", { name: "Connections" }).click();
    const form = this.page.getByRole("form", { name: "Connection profile" });
    const failure = this.page.locator(".form .notice.error");
    await waitFor(async () => (await form.count()) + (await failure.count()) > 0, {
      what: "the connection profiles to be read",
    });
    if ((await form.count()) === 0) return await failure.innerText();
    await form.getByLabel("Connection profile").selectOption({ label: profile });
    await form.getByLabel("Connection name prefix template").fill(template);
    await form.getByRole("button", { name: "Review and send" }).click();
    await form.getByRole("button", { name: "Send changes" }).click();
    return await this.#words(form.locator(".notice"), "the answer to the changed profile");
  }

  /** What the prefix template field says now. */
  async prefixTemplate(): Promise<string> {
    return await this.page.getByLabel("Connection name prefix template").inputValue();
  }

  async #words(locator: ReturnType<Page["locator"]>, what: string): Promise<string> {
    return await waitFor(async () => (await locator.count()) > 0 && (await locator.innerText()), {
      what,
    });
  }
}
