import { afterAll, beforeAll } from "vitest";
import type { TenantControl } from "../../launch/tenant-control.ts";
import type { ClickablePanel } from "../pages/trace-verdicts.ts";

/** The inspected tab, driven like by a user. */
export interface CapturedTab {
  goto(url: string): Promise<void>;
  /** Fills in the tenant's login page. */
  logIn(user: { email: string; password: string }): Promise<void>;
  /** Presses a button of the demo app, by its id, as soon as it is enabled. */
  press(id: string): Promise<void>;
  /** Replaces the content of a field of the demo app, by its name. */
  fill(name: string, value: string): Promise<void>;
  /** Waits for the result of the demo app to contain these words. */
  waitForResult(words: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
}

/** A browser whose DevTools inspect the demo app, with the panel shown. */
export interface TraceStage {
  tab: CapturedTab;
  panel: ClickablePanel;
  control: TenantControl;
  tenantOrigin: string;
  /** The origins of the demo app: at the tenant's site, and at another site. */
  demoOrigins: readonly [string, string];
  /** True if the browser's events have no documents: a filter of the Network panel hides them. */
  hidesDocuments: boolean;
  close(): Promise<void>;
}

/** Opens a stage for the tests of a suite; the returned function returns it in a test or hook. */
export function useTraceStage(open: () => Promise<TraceStage>): () => TraceStage {
  let stage: TraceStage | undefined;
  beforeAll(async () => {
    stage = await open();
  });
  afterAll(() => stage?.close());
  return () => {
    if (stage === undefined) throw new Error("The stage is open only while its tests run.");
    return stage;
  };
}
