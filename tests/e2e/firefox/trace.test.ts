import { describe } from "vitest";
import { proveCapture } from "../both/trace-capture-tests.ts";
import { proveFaults } from "../both/trace-fault-tests.ts";
import { faults } from "../both/trace-faults.ts";
import { useTraceStage } from "../both/trace-stage.ts";
import { networkFilters, openTraceStage } from "./trace-stage.ts";

// Both suites use one browser: its start takes longer than the faults.
describe.each(networkFilters)("$name", ({ filter }) => {
  const getStage = useTraceStage(() => openTraceStage(filter));
  describe("the Trace tab", () => {
    proveFaults(
      getStage,
      faults.filter(({ isAlsoInFirefox }) => isAlsoInFirefox),
    );
  });
  describe("the capture", () => {
    proveCapture(getStage);
  });
});
