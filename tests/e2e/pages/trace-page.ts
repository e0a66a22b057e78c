import type { Frame } from "playwright";
import { PanelPage } from "./panel-page.ts";

/** The Trace tab of our panel. */
export class TracePage {
  readonly document: Frame;

  constructor(document: Frame) {
    this.document = document;
  }

  async open(): Promise<void> {
    await new PanelPage(this.document).openTab("Trace");
  }

  /** Waits until the newest listed flow has these words, and returns its row's text. */
  async waitForNewest(words: RegExp): Promise<string> {
    const row = this.document.locator('.flow-row[aria-posinset="1"]').filter({ hasText: words });
    return await row.innerText();
  }

  /** Opens the newest flow by the keyboard alone: the list's first row, then Enter. */
  async openNewest(): Promise<void> {
    const list = this.document.getByRole("listbox", { name: "Logins, newest first" });
    await list.press("Home");
    await list.press("Enter");
  }

  /** Closes the opened flow by its button. */
  async closeFlow(): Promise<void> {
    await this.document.getByRole("button", { name: "Close details" }).click();
  }

  /** Shows a part of the opened flow, and returns its text. */
  async readPart(name: "Verdict" | "Sequence" | "Messages" | "Tokens"): Promise<string> {
    const pane = this.document.locator(".flow-pane");
    const parts = pane.getByRole("tablist", { name: "Parts of the flow" });
    await parts.getByRole("tab", { name }).click();
    return await pane.getByRole("tabpanel", { name }).first().innerText();
  }

  /** Selects the message with this name, and returns the text of one of its tabs. */
  async readMessage(
    name: string,
    tab: "Headers" | "Payload" | "Response" | "Tokens",
  ): Promise<string> {
    await this.readPart("Messages");
    await this.document.getByRole("option", { name }).last().click();
    const pane = this.document.getByRole("region", { name: "Selected message" });
    await pane.getByRole("tab", { name: tab }).click();
    return await pane.getByRole("tabpanel", { name: tab }).innerText();
  }
}
