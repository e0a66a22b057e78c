import type { Page } from "playwright";

/** The demo web app in a tab, with the text and the actions of a user. */
export class DemoPage {
  readonly tab: Page;

  constructor(tab: Page) {
    this.tab = tab;
  }

  async press(name: string): Promise<void> {
    await this.tab.getByRole("button", { name, exact: true }).click();
  }

  /** Presses a button that opens the tenant; resolves after the tenant has redirected back. */
  async pressAndReturn(name: string): Promise<void> {
    const returned = this.tab.waitForEvent("load");
    await this.press(name);
    await returned;
  }

  /** Returns the text of the result, once the requested action is complete. */
  async readResult(what: string): Promise<string> {
    const result = this.tab
      .locator("#result[data-state=done], #result[data-state=failed]")
      .filter({ hasText: what });
    await result.waitFor();
    return await result.innerText();
  }

  async chooseClient(client: string): Promise<void> {
    await this.tab.getByLabel(client).check();
  }

  async fillPassword(user: { email: string; password: string }): Promise<void> {
    await this.tab.getByLabel("Email address", { exact: true }).fill(user.email);
    await this.tab.getByLabel("Passphrase").fill(user.password);
  }

  /** Fills in the form for a code with an e-mail address or a phone number. */
  async fillRecipient(recipient: string): Promise<void> {
    await this.tab.getByLabel("Email address or phone number").fill(recipient);
  }

  async fillCode(code: string): Promise<void> {
    await this.tab.getByLabel("Code", { exact: true }).fill(code);
  }

  /** Presses the button that opens a popup; resolves with the window at the tenant. */
  async openPopup(tenantOrigin: string): Promise<Page> {
    const opened = this.tab.waitForEvent("popup");
    await this.press("Log in with popup");
    const popup = await opened;
    await popup.waitForURL((url) => url.origin === tenantOrigin);
    return popup;
  }
}
