import { beforeAll, beforeEach, expect, test } from "vitest";
import { TraceVerdicts } from "../pages/trace-verdicts.ts";
import type { Fault } from "./trace-faults.ts";
import type { TraceStage } from "./trace-stage.ts";

/** Proves that the Trace tab in real DevTools says where each fault stopped the page, and why. */
export function proveFaults(getStage: () => TraceStage, faults: readonly Fault[]): void {
  let stage: TraceStage;
  let trace: TraceVerdicts;

  beforeAll(async () => {
    stage = getStage();
    await stage.tab.goto(`${stage.demoOrigins[0]}/`);
    trace = await TraceVerdicts.open(stage.panel);
    await trace.waitForCapture();
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

  test.each(faults)("explains $name", async (fault) => {
    const { fail, kind, cause, shown } = fault;
    await fail({ ...stage, trace });
    const readRow = async () => {
      const row = await trace.readNewest();
      return `${row?.verdict ?? ""} ${row?.kind ?? ""}: ${row?.cause ?? ""}`;
    };
    await expect.poll(readRow).toContain(`fail ${kind}: ${cause}`);
    const verdict = await trace.openVerdict();
    for (const words of shown) expect(verdict).toContain(words);
  });
}
