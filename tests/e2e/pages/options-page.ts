import type { Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** What a person enters on the options page. */
export interface TenantEntry {
  domain: string;
  clientId: string;
  name?: string;
}

/** The options page in a tab of its own. */
export class OptionsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Fills in the tenant's form and saves it; returns the words that answer. */
  async saveTenant({ domain, clientId, name = "" }: TenantEntry): Promise<string> {
    const form = this.page.getByRole("region", { name: "Tenant" });
    await form.getByLabel("Domain").fill(domain);
    await form.getByLabel("Client ID").fill(clientId);
    await form.getByLabel("Name (optional)").fill(name);
    await form.getByRole("button", { name: "Save tenant" }).click();
    return await this.#answer("Tenant");
  }

  /** Gives a client id and secret for the management interface; returns the words that answer. */
  async saveClientCredentials(clientId: string, clientSecret: string): Promise<string> {
    const form = this.page.getByRole("region", { name: "Management credential" });
    await form.getByLabel("Kind").selectOption("client_credentials");
    await form.getByLabel("Management client ID").fill(clientId);
    await form.getByLabel("Client secret").fill(clientSecret);
    await form.getByRole("button", { name: "Save credential" }).click();
    return await this.#answer("Management credential");
  }

  /** The badge as the toolbar shows it now. */
  async badgeText(): Promise<string> {
    return await this.page.evaluate(() => chrome.action.getBadgeText({}));
  }

  async #answer(region: string): Promise<string> {
    const notice = this.page.getByRole("region", { name: region }).locator(".notice");
    return await waitFor(async () => (await notice.count()) > 0 && (await notice.innerText()), {
      what: `the options page to answer for ${region}`,
      timeout: 20_000,
    });
  }
}
