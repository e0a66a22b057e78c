import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { PanelDocument } from "./bundle-harness.ts";

/** The document of the panel, with the clicks of a user. */
export interface ClickablePanel extends PanelDocument {
  /** Clicks the first element that matches. */
  click(selector: string): Promise<void>;
}

const rowSchema = z.object({ verdict: z.string(), kind: z.string(), cause: z.string() });

const newestRow = '.flow-row[aria-posinset="1"]';

// These functions run in the panel's document.

const readRow = (selector: string) => {
  const row = document.querySelector(selector);
  const [verdict, , kind] = row?.children ?? [];
  // The verdict's mark is an element, and its word is not.
  return row === null
    ? null
    : {
        verdict: verdict?.lastChild?.nodeValue?.trim() ?? "",
        kind: kind?.textContent ?? "",
        cause: row.querySelector(".cause")?.textContent ?? "",
      };
};

const readVerdict = () => document.querySelector(".flow-verdict")?.textContent ?? "";

const isCapturing = () =>
  /\brequests? (?:is|are) captured/u.test(document.querySelector(".trace")?.textContent ?? "");

const readStatus = () => document.querySelector(".trace .status-bar")?.textContent ?? "";

/** What the Trace tab says about the logins of the inspected page, in any browser. */
export class TraceVerdicts {
  readonly #panel: ClickablePanel;

  private constructor(panel: ClickablePanel) {
    this.#panel = panel;
  }

  static async open(panel: ClickablePanel): Promise<TraceVerdicts> {
    await panel.click("#tab-trace");
    return new TraceVerdicts(panel);
  }

  /** Removes all flows from the list. */
  async clear(): Promise<void> {
    await this.#panel.click('.trace-bar [title^="Clear"]');
  }

  /** Returns the newest flow of the list; null if the list is empty. */
  async readNewest(): Promise<z.infer<typeof rowSchema> | null> {
    return z.nullable(rowSchema).parse(await this.#panel.call(String(readRow), newestRow));
  }

  /** Waits until the list has a flow of this kind at its top. */
  async waitForNewest(kind: string): Promise<void> {
    await waitFor(async () => (await this.readNewest())?.kind === kind, {
      what: `the Trace tab to list a ${kind}`,
    });
  }

  /** Waits until the newest flow is of this kind, and its end was seen. */
  async waitForVerdict(kind: string): Promise<void> {
    const isJudged = async () => {
      const row = await this.readNewest();
      return row?.kind === kind && ["ok", "retried", "fail"].includes(row.verdict);
    };
    await waitFor(isJudged, { what: `the Trace tab to judge a ${kind}` });
  }

  /**
   * Waits until requests of a page without a login are captured: then the first read of the
   * browser's list is over. Firefox loses requests that start during it.
   */
  async waitForCapture(): Promise<void> {
    await waitFor(() => this.#panel.call(String(isCapturing), null), {
      what: "the Trace tab to capture the page's requests",
    });
  }

  /**
   * Waits until the list has requests that the browser lists without an event: then the capture has
   * read the browser's list. Firefox loses requests that start during this.
   */
  async waitForMissedRequests(): Promise<void> {
    const hasMissed = async () =>
      z
        .string()
        .parse(await this.#panel.call(String(readStatus), null))
        .includes("not reported by the browser");
    await waitFor(hasMissed, { what: "the Trace tab to count requests without an event" });
  }

  /** Opens the newest flow, and returns the text of its verdict. */
  async openVerdict(): Promise<string> {
    await this.#panel.click(newestRow);
    const read = async () => z.string().parse(await this.#panel.call(String(readVerdict), null));
    return await waitFor(read, { what: "the verdict of the newest flow" });
  }
}
