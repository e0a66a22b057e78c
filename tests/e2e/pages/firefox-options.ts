import type { Page } from "puppeteer-core";
import * as z from "zod/mini";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import {
  enter,
  press,
  surfaceOfTab,
  waitForWords,
  type FirefoxSurface,
} from "./firefox-surface.ts";
import type { TenantEntry } from "./options-page.ts";

const tenant = "section[aria-labelledby=tenant-heading]";
const credential = "section[aria-labelledby=credential-heading]";

/** The options page in a tab of Firefox. */
export class FirefoxOptions {
  readonly page: Page;
  readonly surface: FirefoxSurface;

  constructor(page: Page) {
    this.page = page;
    this.surface = surfaceOfTab(page);
  }

  static async open(firefox: OpenedFirefox): Promise<FirefoxOptions> {
    return new FirefoxOptions(await firefox.extensionPage("options.html"));
  }

  /** Shows one of the sections, by its link. */
  async openSection(section: "tenant" | "credential" | "stream" | "data"): Promise<void> {
    await waitForWords(this.surface, ".about", /./);
    await this.surface.click(`.section-links a[href="#${section}"]`);
    await waitForWords(this.surface, `#${section}-heading`, /./);
  }

  /**
   * Performs the first step of a new tenant: enters its domain, and presses the button.
   * {@link tenantAnswer} returns the outcome if no tenant is found.
   */
  async submitDomain(domain: string): Promise<void> {
    await enter(this.surface, "Domain", domain, tenant);
    await press(this.surface, { kind: "button", name: "Continue", within: tenant });
  }

  /** Shows the form for a tenant at this domain: of the existing tenant, or of a new one. */
  async #openForm(domain: string): Promise<void> {
    await waitForWords(this.surface, ".about", /./);
    const host = domain.replace(/^https?:\/\//, "");
    const isKnown = (wanted: unknown) => {
      const rows = [...document.querySelectorAll<HTMLElement>(".tenants .tenant-row")];
      if (rows.length === 0) return "first";
      return rows.some((row) => row.innerText.split("\n").includes(String(wanted)))
        ? "known"
        : "another";
    };
    const known = z.enum(["first", "known", "another"]);
    const found = known.parse(await this.surface.evaluate(isKnown, host));
    if (found === "another") {
      await this.surface.click(".tenants a[href='#new']");
      await waitForWords(this.surface, "#tenant-heading", "New tenant");
    }
    if (found === "known") {
      await this.surface.click(`.tenants .tenant-row:has([title$="//${host}"])`);
      await this.openSection("tenant");
    }
  }

  /** Shows the tenant with this origin. */
  async choose(origin: string): Promise<void> {
    await this.surface.click(`.tenants .tenant-row:has([title="${origin}"])`);
    await this.expectChosen(origin);
  }

  /** Waits until the page shows the tenant with this origin. */
  async expectChosen(origin: string): Promise<void> {
    const host = new URL(origin).host;
    await waitForWords(this.surface, ".tenants .tenant-row[aria-current]", host);
  }

  /** Forgets the shown tenant, and waits for the confirmation. */
  async forgetTenant(name: string): Promise<void> {
    await this.openSection("tenant");
    await press(this.surface, { kind: "button", name: "Forget this tenant…", within: tenant });
    await press(this.surface, { kind: "button", name: "Forget tenant", within: tenant });
    await waitForWords(this.surface, "main", `“${name}” was forgotten.`);
  }

  /** Returns the text of the outcome once it contains `wanted`. */
  async tenantAnswer(wanted: string): Promise<string> {
    return await waitForWords(this.surface, `${tenant} form > .notice`, wanted);
  }

  /** Saves a tenant that responds. */
  async saveTenant({ domain, clientId, name = "" }: TenantEntry): Promise<string> {
    await this.#openForm(domain);
    const isNew = (await waitForWords(this.surface, "#tenant-heading", "enant")) === "New tenant";
    if (isNew) {
      await this.submitDomain(domain);
      await waitForWords(this.surface, `${tenant} .found`, "Tenant found.");
    }
    await enter(this.surface, "Client ID (optional)", clientId, tenant);
    await enter(this.surface, "Name (optional)", name, tenant);
    await press(this.surface, { kind: "button", name: "Save tenant", within: tenant });
    return await this.tenantAnswer("Tenant saved.");
  }

  /** Enters a client ID and secret that the tenant accepts. */
  async saveClientCredentials(clientId: string, clientSecret: string): Promise<string> {
    await this.#openCredentialForm("client_credentials");
    await enter(this.surface, "Client ID", clientId, credential);
    await enter(this.surface, "Client secret", clientSecret, credential);
    await press(this.surface, { kind: "button", name: "Save credential", within: credential });
    return await this.credentialAnswer("Credential saved.");
  }

  /** Sets the credential to the kind "User login", and presses its button. */
  async startUserLogin(): Promise<void> {
    await this.#openCredentialForm("user_login");
    await press(this.surface, { kind: "button", name: "Log in and save", within: credential });
  }

  /** Returns the text of the outcome in the credential's section once it contains `wanted`. */
  async credentialAnswer(wanted: string): Promise<string> {
    const notices = `${credential} > .notice:not(.note), ${credential} > .failure > .notice`;
    return await waitForWords(this.surface, notices, wanted);
  }

  /** Sets the credential's form to a kind. */
  async #openCredentialForm(kind: "client_credentials" | "user_login"): Promise<void> {
    await this.openSection("credential");
    const isFolded = (section: unknown) =>
      document.querySelector(`${String(section)} .stored`) !== null &&
      document.querySelector(`${String(section)} form[aria-label=Credential]`) === null;
    if ((await this.surface.evaluate(isFolded, credential)) === true)
      await press(this.surface, {
        kind: "button",
        name: "Replace credential…",
        within: credential,
      });
    await enter(this.surface, "Kind", kind, credential);
  }
}
