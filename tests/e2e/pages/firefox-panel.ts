import { enter, press, waitForWords } from "./firefox-surface.ts";
import { chooseTenant } from "./firefox-tenant-switch.ts";
import type { FirefoxPanel } from "./firefox-toolbox.ts";

const loginForm = "form[aria-label='Login with redirect']";
const outcome = ".run-result > .notice";

/** Our panel inside the real toolbox. */
export class FirefoxInspectorPanel {
  readonly panel: FirefoxPanel;

  constructor(panel: FirefoxPanel) {
    this.panel = panel;
  }

  async openTab(name: "Trace" | "Run" | "Tokens" | "Events"): Promise<void> {
    await press(this.panel, { kind: "tab", name });
  }

  /** Selects a tenant in the header, for panel and popup. */
  async chooseTenant(origin: string): Promise<void> {
    await chooseTenant(this.panel, origin);
  }

  /** Fills in the login form and starts the run; the caller handles the login window. */
  async startLogin(fields: { clientId: string; prompt: "" | "login" | "none" }): Promise<void> {
    await this.openTab("Run");
    await enter(this.panel, "Client ID", fields.clientId, loginForm);
    await enter(this.panel, "Prompt", fields.prompt, loginForm);
    await press(this.panel, { kind: "button", name: "Log in", within: loginForm });
    await waitForWords(this.panel, outcome, "The login window is open.");
  }

  /** Returns the text of the run's outcome once it contains `wanted`. */
  async runOutcome(wanted: string): Promise<string> {
    return await waitForWords(this.panel, outcome, wanted);
  }

  /** Sends a token of the last run to the Tokens tab; returns the text of its report. */
  async inspect(token: "ID token" | "access token"): Promise<string> {
    await press(this.panel, { kind: "button", name: `Inspect ${token}` });
    return await waitForWords(
      this.panel,
      '.token-report[aria-busy="false"]',
      /^(?!Paste a token|Checking the token)./s,
    );
  }

  /** Waits for a row of the Events tab with this text, and shows the whole event. */
  async openEvent(words: string): Promise<string> {
    await this.openTab("Events");
    await press(this.panel, { kind: "row", name: words });
    return await waitForWords(this.panel, ".event-detail", words);
  }
}
