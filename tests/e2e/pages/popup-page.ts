import type { Locator, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";
import { ConnectionProfilesPage } from "./connection-profiles.ts";
import { chooseTenant, expectTenant, readTenantName } from "./tenant-switch.ts";

/** The input of a user for a new token exchange profile. */
export interface ProfileEntry {
  name: string;
  subjectTokenType: string;
  actionId: string;
}

/** The popup, opened from the toolbar or in a tab. */
export class PopupPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The form of a new token exchange profile. */
  get form(): Locator {
    return this.page.getByRole("form", { name: "New token exchange profile" });
  }

  get rows(): Locator {
    return this.page.locator(".profile");
  }

  /** The filter of a long list of either kind. */
  get filter(): Locator {
    return this.page.getByRole("searchbox", { name: "Filter" });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** Shows the form of a new token exchange profile, from any state of the tab. */
  async openForm(): Promise<void> {
    await this.page.getByRole("tab", { name: "Token exchange" }).click();
    const ways = ["New profile", "Continue draft", "Create another"];
    const way = this.page.getByRole("button", { name: new RegExp(`^(?:${ways.join("|")})$`) });
    // A draft that is still being read opens the form automatically, perhaps before the click.
    await way.or(this.form.getByLabel("Name")).first().click();
    await this.form.waitFor();
  }

  async fillIn(fields: Partial<ProfileEntry>): Promise<void> {
    const { name, subjectTokenType, actionId } = fields;
    if (name !== undefined) await this.form.getByLabel("Name").fill(name);
    if (subjectTokenType !== undefined)
      await this.form.getByLabel("Subject token type").fill(subjectTokenType);
    if (actionId !== undefined) await this.form.getByLabel("Action ID").fill(actionId);
  }

  /**
   * Fills in the form of a new token exchange profile and sends it; returns the text of the
   * outcome.
   */
  async createExchangeProfile(fields: ProfileEntry): Promise<string> {
    await this.openForm();
    await this.fillIn(fields);
    return await this.create();
  }

  /** Sends the form; returns the text of the outcome. */
  async create(): Promise<string> {
    await this.form.getByRole("button", { name: "Create profile" }).click();
    return await this.words(
      this.page.locator(".form .notice, .form .problem").first(),
      "the answer to the new profile",
    );
  }

  /**
   * Changes the prefix template of a connection profile and sends it; returns the text of the
   * outcome.
   */
  async changePrefixTemplate(profile: string, template: string): Promise<string> {
    return await new ConnectionProfilesPage(this.page).changePrefixTemplate(profile, template);
  }

  /** Returns the description of the prefix template field. */
  async prefixTemplate(): Promise<string> {
    return await new ConnectionProfilesPage(this.page).prefixTemplate.inputValue();
  }

  /** Selects a tenant in the header, for panel and popup. */
  async chooseTenant(name: string): Promise<void> {
    await chooseTenant(this.page, name);
  }

  /** The tenant that the header shows. */
  async tenantName(): Promise<string | null> {
    return await readTenantName(this.page);
  }

  /** Waits until the header shows this tenant. */
  async expectTenant(name: string): Promise<void> {
    await expectTenant(this.page, name);
  }

  async words(locator: Locator, what: string): Promise<string> {
    return await waitFor(async () => (await locator.count()) > 0 && (await locator.innerText()), {
      what,
    });
  }
}
