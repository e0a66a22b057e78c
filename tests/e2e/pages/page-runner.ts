import type { RunSetting, Values } from "../../../lib/runs/operation.ts";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { clickPopupButton } from "./popup-button.ts";
import type { PanelDocument } from "./bundle-harness.ts";
import { PageRuns, type PageRunResult, type StartedRun } from "./page-runs.ts";
import { parseTraces, readTraces, type PageTraces } from "./page-traces.ts";

/** A window of the browser that can show the tenant's login page. */
export interface LoginWindow {
  /** Fills in the login page. */
  logIn(user: { email: string; password: string }): Promise<void>;
  isClosed(): boolean;
  close(): Promise<void>;
}

/** The inspected tab, driven like by a user. */
export interface InspectedTab extends LoginWindow {
  url(): string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Performs an action that loads a page in the tab; resolves when it has loaded. */
  untilLoaded(action: () => Promise<void>): Promise<void>;
  /** Clicks at a point of the page. */
  click(x: number, y: number): Promise<void>;
  /** Performs an action that opens a popup, and returns the popup. */
  openPopup(action: () => Promise<void>): Promise<LoginWindow>;
}

function createSetting(origin: string, pageOrigin: string): RunSetting {
  return {
    way: "page",
    origin,
    managementOrigin: origin,
    clientId: demo.clientId,
    redirectUri: `${pageOrigin}/callback`,
    messageUri: `${pageOrigin}/popup`,
    pageOrigin,
  };
}

/** Runs operations in the demo app, or in another page at its origin, as Ada. */
export class PageRunner {
  readonly tab: InspectedTab;
  readonly runs: PageRuns;
  readonly setting: RunSetting;

  private constructor(tab: InspectedTab, runs: PageRuns, setting: RunSetting) {
    this.tab = tab;
    this.runs = runs;
    this.setting = setting;
  }

  static async open(
    tab: InspectedTab,
    panel: PanelDocument,
    { origin, pageOrigin }: { origin: string; pageOrigin: string },
  ): Promise<PageRunner> {
    const setting = createSetting(origin, pageOrigin);
    return new PageRunner(tab, await PageRuns.open(panel), setting);
  }

  /** Returns a runner for the same tab that runs operations in pages of another origin. */
  at(pageOrigin: string): PageRunner {
    return new PageRunner(this.tab, this.runs, createSetting(this.setting.origin, pageOrigin));
  }

  /**
   * Loads a page of the application in the tab; resolves when DevTools reach it too. Between two
   * documents Chromium answers an evaluation as if the page were forbidden.
   */
  async show(path: string): Promise<void> {
    const url = `${this.setting.pageOrigin}${path}`;
    await this.tab.goto(url);
    const isReached = async () => (await this.runs.evaluate("location.href")) === url;
    await waitFor(isReached, { what: `DevTools to reach the page ${path}` });
  }

  /** Ends the session of the user. */
  async endSession(): Promise<void> {
    await this.tab.goto(`${this.setting.origin}/v2/logout`);
  }

  /** Returns all that a run could leave in the page. */
  async readTraces(): Promise<PageTraces> {
    return parseTraces(await this.runs.evaluate(readTraces));
  }

  /** Starts an operation. */
  async start(id: string, values: Values = {}): Promise<StartedRun> {
    return await this.runs.start(id, values, this.setting);
  }

  /** Starts an operation, and returns its end. */
  async run(id: string, values: Values = {}): Promise<PageRunResult> {
    return await (await this.start(id, values)).result();
  }

  /** Starts a login in a popup, and clicks the button in the page. */
  async openPopup(): Promise<{ run: StartedRun; popup: LoginWindow }> {
    const run = await this.start("popup-authorize");
    const popup = await this.tab.openPopup(() =>
      clickPopupButton(this.runs, run, (x, y) => this.tab.click(x, y)),
    );
    return { run, popup };
  }

  async logInWithPopup(): Promise<PageRunResult> {
    const { run, popup } = await this.openPopup();
    await popup.logIn(demo.user);
    return await run.result();
  }

  /** Starts a login that leaves the page; resolves when the page is at the tenant's login page. */
  async leave(values: Values = {}): Promise<StartedRun> {
    const run = await this.start("authorize", values);
    await waitFor(() => this.tab.url().startsWith(`${this.setting.origin}/u/login`), {
      what: "the tenant's login page",
    });
    return run;
  }

  async logInWithRedirect(values: Values = {}): Promise<PageRunResult & { waits: unknown }> {
    const run = await this.leave(values);
    await this.tab.logIn(demo.user);
    const result = await run.result();
    // The run ends when the response is known, which can be before the page has loaded.
    const isBack = `location.origin === ${JSON.stringify(this.setting.pageOrigin)}`;
    await waitFor(() => this.runs.evaluate(`${isBack} && document.readyState === "complete"`), {
      what: "the page to load after the login",
    });
    return { ...result, waits: await run.waits() };
  }
}
