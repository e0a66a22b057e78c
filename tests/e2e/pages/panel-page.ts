import type { Frame, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** Our panel, wherever its document is: a frame of DevTools, or a tab. */
export class PanelPage {
  readonly document: Frame | Page;

  constructor(document: Frame | Page) {
    this.document = document;
  }

  async openTab(name: "Run" | "Tokens" | "Events"): Promise<void> {
    await this.document.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  }

  /** Fills in the login form and starts the run; the login window is then somebody else's. */
  async startLogin(
    fields: { clientId?: string; prompt?: "" | "login" | "none" } = {},
  ): Promise<void> {
    await this.openTab("Run");
    const form = this.document.getByRole("form", { name: "Login with redirect" });
    if (fields.clientId !== undefined) await form.getByLabel("Client ID").fill(fields.clientId);
    if (fields.prompt !== undefined) await form.getByLabel("Prompt").selectOption(fields.prompt);
    await form.getByRole("button", { name: "Log in" }).click();
  }

  /** Waits until the run has ended, and returns the words of its outcome. */
  async runOutcome(): Promise<string> {
    const notice = this.document.locator(".run-result > .notice");
    return await waitFor(
      async () => {
        const words = await notice.innerText();
        return words.includes("The login window is open") ? undefined : words;
      },
      { what: "the run to end", timeout: 30_000 },
    );
  }

  /** Hands a token of the last run to the Tokens tab, and waits for its report. */
  async inspect(token: "ID token" | "access token"): Promise<string> {
    await this.document.getByRole("button", { name: `Inspect ${token}` }).click();
    return await this.tokenReport();
  }

  /** The words of the report about the token in the field. */
  async tokenReport(): Promise<string> {
    const report = this.document.locator('.token-report[aria-busy="false"]');
    return await waitFor(
      async () => {
        const words = await report.innerText();
        return words.includes("Paste a token") ? undefined : words;
      },
      { what: "the report about the token" },
    );
  }

  /** The rows of the events tab, newest first, each as its words. */
  async eventRows(): Promise<string[]> {
    return await this.document.getByRole("option").allInnerTexts();
  }

  /** Shows an event's detail, counted from the newest. */
  async openEvent(index: number): Promise<void> {
    await this.document.getByRole("option").nth(index).click();
  }
}
