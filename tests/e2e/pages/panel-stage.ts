import type { Frame, Page } from "playwright";
import type { Field, Operation, Values, Way } from "../../../lib/runs/operation.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { findOperation, prepare } from "../../run-stage/prepare.ts";
import { createSettings, RunStage } from "../../run-stage/run-stage.ts";
import { createTenantClient } from "../../unit/tenant/tenant-client.ts";
import { logIn } from "./login-window.ts";
import { countListeners, parseTraces, readTraces } from "./page-traces.ts";
import { RunPage } from "./run-page.ts";

/**
 * Runs operations through the form of the panel, after a stage in this process has prepared the
 * tenant and the session of the browser.
 */
export class PanelStage {
  readonly #session: InspectorSession;
  readonly #run: RunPage;
  /** The values of each form that was filled in, by the operation. */
  readonly #forms = new Map<string, Values>();
  /** True if a global of the page was replaced. */
  #isChanged = false;

  private constructor(session: InspectorSession, run: RunPage) {
    this.#session = session;
    this.#run = run;
  }

  /** Starts a browser and a tenant, and opens the panel on the demo web app. */
  static async open(): Promise<PanelStage> {
    const session = await openInspectorSession({ headless: true, port: 0 });
    try {
      const { firstPage } = session.chromium;
      await firstPage.addInitScript(countListeners);
      await firstPage.reload();
      return new PanelStage(session, new RunPage((await openDemoPanel(session)).frame));
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  get session(): InspectorSession {
    return this.#session;
  }

  /** The Run tab. */
  get run(): RunPage {
    return this.#run;
  }

  async close(): Promise<void> {
    await this.#session.close();
  }

  get #tab(): Page {
    return this.#session.chromium.firstPage;
  }

  /** Resets tenant and cookies, and returns a new stage at this tenant. */
  async reset(): Promise<RunStage> {
    const { tenant, chromium } = this.#session;
    const [demoOrigin] = tenant.demoOrigins;
    const client = createTenantClient(tenant.origin, (request) =>
      fetch(request, { redirect: "manual" }),
    );
    await client.control("POST", "reset");
    await chromium.context.clearCookies();
    const home = `${demoOrigin}/`;
    if (this.#isChanged || this.#tab.url() !== home) await this.#tab.goto(home);
    this.#isChanged = false;
    const clock = {
      get time() {
        return Date.now();
      },
    };
    return new RunStage({ ...client, clock }, createSettings(tenant.origin, demoOrigin));
  }

  /**
   * Resets everything, and runs an operation with the values of a success and some changes.
   *
   * @returns the shown outcome and result, the stage, and what the tenant logged of the run
   */
  async runPrepared(id: string, changes: Values = {}, way: Way = "extension") {
    const stage = await this.reset();
    stage.setting = stage.settings[way];
    const operation = findOperation(id);
    const values = { ...(await prepare(stage, operation)), ...changes };
    const control = new TenantControl(this.#session.tenant.origin);
    const after = await control.logEnd();
    const outcome = await this.perform(stage, operation, values);
    const log = await control.log(after);
    return { stage, outcome, result: await this.#run.result(), log };
  }

  /** Starts an operation with values that its form refuses, and returns the shown problems. */
  async refuse(id: string, values: Values): Promise<string[]> {
    const operation = findOperation(id);
    await this.#run.choose(operation.title);
    await this.#fill(operation, values);
    await this.#run.start();
    const problems = this.#run.form().locator(".field .problem");
    await problems.first().waitFor();
    return await problems.allInnerTexts();
  }

  /** Runs an operation as a user with the session of the stage, and returns the shown outcome. */
  async perform(stage: RunStage, operation: Operation, values: Values): Promise<string> {
    const { context } = this.#session.chromium;
    const { origin, way } = stage.setting;
    const cookies = stage.open.listCookies().map((cookie) => ({
      ...cookie,
      url: origin,
      httpOnly: true,
    }));
    await context.addCookies(cookies);
    await this.#run.choose(operation.title, way);
    if (way === "page") {
      await this.#fill(operation, { redirectUri: findCallback(operation, stage), ...values });
    } else await this.#fill(operation, values);
    if (stage.popup === "is blocked") await this.#blockPopups();
    await context.setOffline(stage.isOffline);
    const tab = this.#tab;
    const opened: string[] = [];
    const note = (frame: Frame) => {
      if (frame === tab.mainFrame()) opened.push(frame.url());
    };
    tab.on("framenavigated", note);
    try {
      await this.#run.start();
      const outcome = await this.#finish(stage);
      const isAway = way === "page" && operation.leavesFor !== undefined;
      if (isAway && outcome.includes("Logged ")) await this.#awaitArrival(stage, opened);
      return outcome;
    } finally {
      tab.off("framenavigated", note);
      await context.setOffline(false);
    }
  }

  /**
   * Waits until the tab has loaded a page of the web app anew. A run in the page ends when the
   * redirect to that page is reported, which is before the tab shows it.
   */
  async #awaitArrival({ setting }: RunStage, opened: readonly string[]): Promise<void> {
    const isThere = () => opened.some((url) => url.startsWith(`${setting.pageOrigin}/`));
    await waitFor(async () => isThere(), { what: "the tab to show the web app again" });
    await this.#tab.waitForLoadState();
  }

  /** Returns what a run could leave: windows, frames of the panel, and traces in the page. */
  async readTraces() {
    const page = parseTraces(await this.#tab.evaluate(readTraces));
    const frames = await this.#run.document.locator("iframe").count();
    return { page, frames, windows: this.#session.chromium.context.pages().length };
  }

  /** Changes each value that the form does not have yet. */
  async #fill(operation: Operation, values: Values): Promise<void> {
    const { id, fields } = operation;
    const known = this.#forms.get(id);
    const wanted = Object.fromEntries(
      fields.map((field) => [field.name, values[field.name] ?? firstValueOf(field)]),
    );
    const changed = fields.filter(({ name }) => known?.[name] !== wanted[name]);
    await this.#run.enter(
      Object.fromEntries(
        changed.map((field) => {
          const value = wanted[field.name] ?? "";
          return [labelOf(field), field.kind === "flag" ? value === "true" : value];
        }),
      ),
    );
    this.#forms.set(id, wanted);
  }

  /** Lets the page have no popups, as with a blocker that no click overrides. */
  async #blockPopups(): Promise<void> {
    await this.#tab.evaluate(() => {
      window.open = () => null;
    });
    this.#isChanged = true;
  }

  /** Does what a user does during the run, and returns the text of its outcome. */
  async #finish(stage: RunStage): Promise<string> {
    const done = new Set<string>();
    return await waitFor(
      async () => {
        const invalid = this.#run.form().locator("[aria-invalid=true]");
        if ((await invalid.count()) > 0) throw new Error("The form refuses a value.");
        const ended = await this.#run.endedOutcome();
        if (ended !== undefined) return ended;
        for (const page of this.#session.chromium.context.pages()) {
          const url = page.url();
          if (done.has(url) || !url.startsWith(`${stage.setting.origin}/`)) continue;
          if (await useTenantPage(page, stage, page !== this.#tab)) done.add(url);
        }
        if (!done.has("button") && (await this.#run.asksForClick())) {
          done.add("button");
          await this.#run.pressInPage(this.#tab);
        }
        return undefined;
      },
      { what: "the run to end" },
    );
  }
}

/** Does what the stage's person does on a page of the tenant; false if there is nothing to do. */
async function useTenantPage(
  page: Page,
  { person, decision, popup }: RunStage,
  mayClose: boolean,
): Promise<boolean> {
  const isError = await page.evaluate(
    () => document.readyState === "complete" && document.querySelector("form") === null,
  );
  if (mayClose && (isError || popup === "is closed")) {
    await page.close();
    return true;
  }
  if (await page.locator("#password").isVisible()) {
    await logIn(page, { email: person.username, password: person.password });
    return true;
  }
  const button = page.locator(`button[name=decision][value=${decision}]`);
  if (!(await button.isVisible())) return false;
  await button.click();
  return true;
}

/** Returns the callback URL of the demo web app for an operation. */
function findCallback({ id }: Operation, { setting }: RunStage): string {
  const isMessage = ["check-session", "get-sso-data", "popup-authorize"].includes(id);
  return isMessage ? setting.messageUri : setting.redirectUri;
}

function firstValueOf({ initial, choices }: Field): string {
  return initial ?? choices?.[0]?.value ?? "";
}

function labelOf({ label, kind, isRequired }: Field): string {
  return kind === "token" && isRequired !== true ? `${label} (optional)` : label;
}
