import { beforeAll, beforeEach, expect, test } from "vitest";
import { TraceVerdicts } from "../pages/trace-verdicts.ts";
import type { Fault } from "./trace-faults.ts";
import type { TraceStage } from "./trace-stage.ts";

/** Proves that the Trace tab in real DevTools names the cause of each fault first. */
export function proveFaults(getStage: () => TraceStage, faults: readonly Fault[]): void {
  let stage: TraceStage;
  let trace: TraceVerdicts;

  beforeAll(async () => {
    stage = getStage();
    trace = await TraceVerdicts.open(stage.panel);
  });
  beforeEach(async () => {
    const { tab, control, demoOrigins, hidesDocuments } = stage;
    await control.reset();
    // The demo app remembers the client that was chosen.
    await tab.evaluate("sessionStorage.clear()");
    await tab.goto("about:blank");
    await trace.clear();
    await tab.goto(`${demoOrigins[0]}/`);
    if (hidesDocuments) await trace.waitForMissedRequests();
  });

  test.each(faults)("the top finding names $name", async (fault) => {
    const { fail, kind, rule, title, severity } = fault;
    await fail({ ...stage, trace });
    await expect.poll(() => trace.readNewest()).toEqual({ verdict: "fail", kind, cause: title });
    expect(await trace.openTopFinding()).toEqual({ title, rule, severity });
  });
}
