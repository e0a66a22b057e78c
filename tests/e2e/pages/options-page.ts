import type { Locator, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** The input of a user on the options page. */
export interface TenantEntry {
  domain: string;
  clientId: string;
  name?: string;
}

/** The choices of the page for keeping a credential. */
export type RememberChoice =
  | { kind: "session" }
  | { kind: "device" }
  | { kind: "passphrase"; passphrase: string };

/** The options page in its own tab. */
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

  /** Returns the text of each row of the list of tenants. */
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

  /** Waits until the page shows the tenant with this name. */
  async expectChosen(name: string): Promise<void> {
    const named = { has: this.page.getByText(name, { exact: true }) };
    await this.list.locator(".tenant-row[aria-current]", named).waitFor();
  }

  /** Forgets the shown tenant, and waits for the confirmation. */
  async forgetTenant(): Promise<void> {
    await this.openSection("tenant");
    await this.pressTwice(this.tenant, "Forget this tenant…", "Forget tenant");
    await this.page.getByText(/” was forgotten\./).waitFor();
  }

  /** Shows the form for a tenant at this domain: of the existing tenant, or of a new one. */
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

  /** Fills in the tenant's form and saves it; returns the text of the outcome. */
  async saveTenant({ domain, clientId, name = "" }: TenantEntry): Promise<string> {
    await this.openForm(domain);
    const field = this.tenant.getByLabel("Domain", { exact: true });
    if (await field.isEditable()) {
      const refusal = await this.findTenant(domain);
      if (refusal !== undefined) return refusal;
    }
    await this.tenant.getByLabel("Client ID").fill(clientId);
    await this.tenant.getByLabel("Name (optional)").fill(name);
    await this.tenant.getByRole("button", { name: "Save tenant" }).click();
    return await this.tenantAnswer();
  }

  /**
   * Performs the first step of a new tenant: finds it at its domain.
   *
   * @returns the text of the outcome if no tenant was found
   */
  async findTenant(domain: string): Promise<string | undefined> {
    await this.tenant.getByLabel("Domain", { exact: true }).fill(domain);
    const found = this.tenant.locator(".found");
    if (!(await found.isVisible())) {
      await this.tenant.getByRole("button", { name: "Continue" }).click();
    }
    await found.or(this.tenant.locator("form > .notice")).waitFor();
    return (await found.isVisible()) ? undefined : await this.tenantAnswer();
  }

  /** Returns the text of the outcome in the tenant's form. */
  async tenantAnswer(): Promise<string> {
    return await this.#words(this.tenant.locator("form > .notice"), "the answer to the tenant");
  }

  /** Enters a client ID and secret for the Management API; returns the text of the outcome. */
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

  /** Pastes an access token; returns the text of the outcome. */
  async saveAccessToken(token: string, remember?: RememberChoice): Promise<string> {
    const form = await this.credentialForm("access_token", remember);
    await form.getByLabel("Access token", { exact: true }).fill(token);
    await form.getByRole("button", { name: "Save credential" }).click();
    return await this.credentialAnswer();
  }

  /** Sets the credential's form to a kind and to a duration. */
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

  /** Returns the text of the outcome in the credential's section. */
  async credentialAnswer(): Promise<string> {
    // The warning that a credential was lost stays until another one is saved: no answer.
    const notices = this.credential.locator("> .notice.good, > .failure > .notice");
    return await this.#words(notices, "the answer to the credential");
  }

  /** Returns the page's text about the stored credential. */
  async storedCredential(): Promise<string> {
    await this.openSection("credential");
    return await this.#words(this.credential.locator(".stored"), "the stored credential");
  }

  /** Presses a button that asks for a confirmation, and confirms. */
  async pressTwice(within: Locator, label: string, confirmation: string): Promise<void> {
    await within.getByRole("button", { name: label }).click();
    await within.getByRole("button", { name: confirmation, exact: true }).click();
  }

  /** Reads the current text of the badge. */
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
