import type { Locator, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** What a person enters on the options page. */
export interface TenantEntry {
  domain: string;
  clientId: string;
  name?: string;
}

/** How long a credential is to be kept; each is one of the page's choices. */
export type RememberChoice =
  | { kind: "session" }
  | { kind: "device" }
  | { kind: "passphrase"; passphrase: string };

/** The options page in a tab of its own. */
export class OptionsPage {
  readonly page: Page;
  readonly tenant: Locator;
  readonly credential: Locator;
  readonly data: Locator;
  readonly list: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tenant = page.locator("section[aria-labelledby=tenant-heading]");
    this.credential = page.locator("section[aria-labelledby=credential-heading]");
    this.data = page.locator("section[aria-labelledby=data-heading]");
    this.list = page.locator("nav.tenants");
  }

  /** The rows of the list of tenants, as a person reads them. */
  async tenantRows(): Promise<string[]> {
    return await this.list.locator(".tenant-row").allInnerTexts();
  }

  /** Shows the tenant with this name. */
  async choose(name: string): Promise<void> {
    const named = { has: this.page.getByText(name, { exact: true }) };
    await this.list.locator(".tenant-row", named).click();
    await this.expectChosen(name);
  }

  /** Shows one of the sections, by its link. */
  async openSection(section: "tenant" | "credential" | "stream" | "data"): Promise<void> {
    const link = this.page.locator(`.section-links a[href="#${section}"]`);
    if ((await link.getAttribute("aria-current")) === null) await link.click();
    await this.page.locator(`#${section}-heading`).waitFor();
  }

  /** Waits until the tenant with this name is the one that the page shows. */
  async expectChosen(name: string): Promise<void> {
    const named = { has: this.page.getByText(name, { exact: true }) };
    await this.list.locator(".tenant-row[aria-current]", named).waitFor();
  }

  /** Forgets the tenant that is shown, and waits until the page says so. */
  async forgetTenant(): Promise<void> {
    await this.openSection("tenant");
    await this.pressTwice(this.tenant, "Forget this tenant…", "Forget tenant");
    await this.page.getByText(/” was forgotten\./).waitFor();
  }

  /** Shows the form for a tenant at this domain: that of the one there is, or that of a new one. */
  async openForm(domain: string): Promise<void> {
    await this.page.locator(".about").waitFor();
    const host = domain.replace(/^https?:\/\//, "");
    const row = this.list.locator(".tenant-row", {
      has: this.page.getByText(host, { exact: true }),
    });
    const add = this.list.getByRole("link", { name: "Add tenant" });
    if ((await row.count()) > 0) {
      await row.first().click();
      await this.list.locator(".tenant-row[aria-current]", { hasText: host }).waitFor();
      await this.openSection("tenant");
    } else if ((await add.count()) > 0) {
      await add.click();
    }
  }

  /** Fills in the tenant's form and saves it; returns the words that answer. */
  async saveTenant({ domain, clientId, name = "" }: TenantEntry): Promise<string> {
    await this.openForm(domain);
    const field = this.tenant.getByLabel("Domain", { exact: true });
    if (await field.isEditable()) await field.fill(domain);
    await this.tenant.getByLabel("Client ID").fill(clientId);
    await this.tenant.getByLabel("Name (optional)").fill(name);
    await this.tenant.getByRole("button", { name: "Save tenant" }).click();
    return await this.tenantAnswer();
  }

  /** The words that answer in the tenant's form. */
  async tenantAnswer(): Promise<string> {
    return await this.#words(this.tenant.locator("form > .notice"), "the answer to the tenant");
  }

  /** Gives a client id and secret for the management interface; returns the words that answer. */
  async saveClientCredentials(
    clientId: string,
    clientSecret: string,
    remember?: RememberChoice,
  ): Promise<string> {
    const form = await this.credentialForm("client_credentials", remember);
    await form.getByLabel("Client ID").fill(clientId);
    await form.getByLabel("Client secret").fill(clientSecret);
    await form.getByRole("button", { name: "Save credential" }).click();
    return await this.credentialAnswer();
  }

  /** Pastes an access token; returns the words that answer. */
  async saveAccessToken(token: string, remember?: RememberChoice): Promise<string> {
    const form = await this.credentialForm("access_token", remember);
    await form.getByLabel("Access token", { exact: true }).fill(token);
    await form.getByRole("button", { name: "Save credential" }).click();
    return await this.credentialAnswer();
  }

  /** The credential's form, set to a kind and to how long it is kept. */
  async credentialForm(
    kind: "client_credentials" | "access_token" | "user_login",
    remember: RememberChoice = { kind: "session" },
  ): Promise<Locator> {
    await this.openSection("credential");
    const form = this.credential.getByRole("form", { name: "Credential", exact: true });
    const replace = this.credential.getByRole("button", { name: "Replace credential…" });
    await form.or(replace).waitFor();
    if (await replace.isVisible()) await replace.click();
    await form.getByLabel("Kind").selectOption(kind);
    await form.locator(`#remember-${remember.kind}`).check();
    if (remember.kind === "passphrase") {
      await form.getByLabel("Passphrase", { exact: true }).fill(remember.passphrase);
      await form.getByLabel("Confirm passphrase").fill(remember.passphrase);
    }
    return form;
  }

  /** The words that answer in the credential's section. */
  async credentialAnswer(): Promise<string> {
    const notices = this.credential.locator("> .notice:not(.note), > .failure > .notice");
    return await this.#words(notices, "the answer to the credential");
  }

  /** What the page says of the credential that is stored. */
  async storedCredential(): Promise<string> {
    await this.openSection("credential");
    return await this.#words(this.credential.locator(".stored"), "the stored credential");
  }

  /** Presses a button that asks once more, and then its answer. */
  async pressTwice(within: Locator, label: string, confirmation: string): Promise<void> {
    await within.getByRole("button", { name: label }).click();
    await within.getByRole("button", { name: confirmation, exact: true }).click();
  }

  /** The badge as the toolbar shows it now. */
  async badgeText(): Promise<string> {
    return await this.page.evaluate(() => chrome.action.getBadgeText({}));
  }

  async #words(locator: Locator, what: string): Promise<string> {
    return await waitFor(async () => (await locator.count()) > 0 && (await locator.innerText()), {
      what,
      timeout: 20_000,
    });
  }
}
