import * as z from "zod/mini";
import type { RunSetting, Values } from "../../../lib/runs/operation.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { runInPanel, type PanelDocument } from "./bundle-harness.ts";

const resultSchema = z.object({
  outcome: z.looseObject({ kind: z.string() }),
  steps: z.array(z.looseObject({ kind: z.string() })),
});
export type PageRunResult = z.infer<typeof resultSchema>;

const tokensSchema = z.object({ accessToken: z.string() });

/** Returns the access token of a run that succeeded. */
export function readAccessToken({ outcome }: PageRunResult): string {
  return tokensSchema.parse(outcome["tokens"]).accessToken;
}

/** Runs operations in the inspected page, from the panel's document. */
export class PageRuns {
  readonly #panel: PanelDocument;

  private constructor(panel: PanelDocument) {
    this.#panel = panel;
  }

  static async open(panel: PanelDocument): Promise<PageRuns> {
    await runInPanel(panel, "page-runs-harness.ts");
    return new PageRuns(panel);
  }

  /** Returns the inspected page's address, or why nothing can run there. */
  async readPlace(): Promise<unknown> {
    return await this.#panel.call("() => window.pageRuns.readPlace()", null);
  }

  /**
   * Evaluates an expression in the inspected page through DevTools. In Firefox this gives the page
   * no user activation, unlike an evaluation through WebDriver.
   */
  async evaluate(expression: string): Promise<unknown> {
    return await this.#panel.call("(given) => window.pageRuns.evaluate(given)", expression);
  }

  /** Performs an action that navigates the page; resolves when the next document has loaded. */
  async navigate<Value>(action: () => Promise<Value>): Promise<Value> {
    const before = z.number().parse(await this.evaluate("performance.timeOrigin"));
    const isLoaded = `performance.timeOrigin !== ${before} && document.readyState === "complete"`;
    const value = await action();
    await waitFor(() => this.evaluate(isLoaded), { what: "the next document of the page to load" });
    return value;
  }

  /** Starts an operation of the catalogue, and returns its end. */
  async run(id: string, values: Values, setting: RunSetting): Promise<PageRunResult> {
    return await (await this.start(id, values, setting)).result();
  }

  /** Starts an operation of the catalogue. */
  async start(id: string, values: Values, setting: RunSetting): Promise<StartedRun> {
    const given = { id, values, setting };
    const run = z
      .number()
      .parse(await this.#panel.call("(given) => window.pageRuns.start(given)", given));
    return new StartedRun(this.#panel, run);
  }
}

/** An operation that runs in the inspected page. */
export class StartedRun {
  readonly #panel: PanelDocument;
  readonly #run: number;

  constructor(panel: PanelDocument, run: number) {
    this.#panel = panel;
    this.#run = run;
  }

  /** Resolves when the run has ended. */
  async result(): Promise<PageRunResult> {
    return resultSchema.parse(
      await this.#panel.call("(run) => window.pageRuns.result(run)", this.#run),
    );
  }

  /** Returns the sentences that said what the page waited for. */
  async waits(): Promise<unknown> {
    return await this.#panel.call("(run) => window.pageRuns.waits(run)", this.#run);
  }

  async cancel(): Promise<void> {
    await this.#panel.call("(run) => window.pageRuns.cancel(run)", this.#run);
  }
}
