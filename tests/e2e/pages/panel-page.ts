import type { Frame, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";
import { chooseTenant, expectTenant, readTenantName } from "./tenant-switch.ts";

/** Our panel, in a frame of DevTools or in a tab. */
export class PanelPage {
  readonly document: Frame | Page;

  constructor(document: Frame | Page) {
    this.document = document;
  }

  async openTab(name: "Trace" | "Run" | "Tokens" | "Events"): Promise<void> {
    await this.document.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  }

  /** Fills in the login form and starts the run; the caller handles the login window. */
  async startLogin(
    fields: {
      clientId?: string;
      prompt?: "" | "login" | "none";
      responseType?: string;
      scope?: string;
    } = {},
  ): Promise<void> {
    await this.openTab("Run");
    const form = this.document.getByRole("form", { name: "Login with redirect" });
    if (fields.clientId !== undefined) await form.getByLabel("Client ID").fill(fields.clientId);
    if (fields.prompt !== undefined) await form.getByLabel("Prompt").selectOption(fields.prompt);
    if (fields.responseType !== undefined)
      await form.getByLabel("Response type").selectOption(fields.responseType);
    if (fields.scope !== undefined) await form.getByLabel("Scope").fill(fields.scope);
    await form.getByRole("button", { name: "Log in" }).click();
  }

  async cancelRun(): Promise<void> {
    await this.document.getByRole("button", { name: "Cancel", exact: true }).click();
  }

  /** Waits until the run has ended, and returns the text of its outcome. */
  async runOutcome(): Promise<string> {
    const ended = this.document.locator(".run-result[aria-busy=false] > .notice");
    return await waitFor(
      async () => ((await ended.count()) === 0 ? undefined : await ended.innerText()),
      { what: "the run to end" },
    );
  }

  /** Returns the checks of the last run, each with its result and its row's text. */
  async checks(): Promise<string[]> {
    return await this.document
      .locator(".checks li")
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            `${row.querySelector(".mark")?.getAttribute("aria-label")}: ${[...row.querySelectorAll("h3, p, dt, dd")].map((part) => part.textContent).join(" | ")}`,
        ),
      );
  }

  /** Sends a token of the last run to the Tokens tab, and waits for its report. */
  async inspect(token: "ID token" | "access token"): Promise<string> {
    await this.document.getByRole("button", { name: `Inspect ${token}` }).click();
    return await this.tokenReport();
  }

  /** Returns the text of the report about the token in the field. */
  async tokenReport(): Promise<string> {
    const report = this.document.locator('.token-report[aria-busy="false"]');
    return await waitFor(
      async () => {
        const words = await report.innerText();
        return /^(?:Paste a token|Checking the token)/.test(words) ? undefined : words;
      },
      { what: "the report about the token" },
    );
  }

  /** Returns the rendered events of the Events tab, newest first, each as its row's text. */
  async eventRows(): Promise<string[]> {
    return await this.document.locator(".event-row.event").evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children]
          .map(({ textContent }) => textContent)
          .join(" ")
          .replaceAll(/\s+/g, " ")
          .trim(),
      ),
    );
  }

  /** Waits until the newest rows contain these texts, because a row exists before its text does. */
  async expectNewest(...wanted: string[]): Promise<void> {
    await waitFor(
      async () => {
        const rows = await this.eventRows();
        return wanted.every((words, place) => rows[place]?.includes(words));
      },
      { what: `the newest events to be ${wanted.join(", then ")}` },
    );
  }

  /** Waits until the list has this number of rows, events and marks, visible or not. */
  async expectLines(count: number): Promise<void> {
    const line = this.document.locator(`[role=option][aria-setsize="${count}"]`);
    await waitFor(async () => (await line.count()) > 0, {
      what: `${count} lines in the list of events`,
    });
  }

  /** Waits until the filter shows this number of events, visible or not. */
  async expectShown(count: number): Promise<void> {
    await waitFor(async () => (await this.eventCount()).startsWith(`${count} of `), {
      what: `${count} events to be shown by the filter`,
    });
  }

  /** Waits until no filter hides an event; returns the number of events. */
  async expectUnfiltered(): Promise<number> {
    return await waitFor(
      async () => Number(/^(\d+) events?,/.exec(await this.eventCount())?.[1] ?? 0),
      { what: "all events to be visible" },
    );
  }

  /** Waits until the text about the stream starts with this. */
  async expectStream(words: string): Promise<void> {
    const state = this.document.locator(".stream-words");
    let shown = "";
    const isShown = async () => {
      shown = await state.innerText();
      if (!shown.includes(words)) throw new Error(`It says: ${shown}`);
      return true;
    };
    await waitFor(isShown, { what: `the stream to be ${words}` });
  }

  /** Selects a tenant in the header, for panel and popup. */
  async chooseTenant(name: string): Promise<void> {
    await chooseTenant(this.document, name);
  }

  /** The tenant that the header shows. */
  async tenantName(): Promise<string | null> {
    return await readTenantName(this.document);
  }

  /** Waits until the header shows this tenant. */
  async expectTenant(name: string): Promise<void> {
    await expectTenant(this.document, name);
  }

  /** Shows an event's detail, counted from the newest. */
  async openEvent(index: number): Promise<void> {
    await this.document.locator(".event-row.event").nth(index).click();
  }

  /** Types into the filter of the events tab. */
  async filterEvents(text: string): Promise<void> {
    await this.document.getByRole("searchbox", { name: "Filter" }).fill(text);
  }

  /** Returns the text of the opened event. */
  async eventDetail(): Promise<string> {
    return await this.document.locator(".event-detail").innerText();
  }

  /** Returns the status bar's text about the number of events. */
  async eventCount(): Promise<string> {
    return await this.document.locator(".status-bar > span").first().innerText();
  }
}
