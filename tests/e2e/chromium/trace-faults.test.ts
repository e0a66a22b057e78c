import { proveFaults } from "../both/trace-fault-tests.ts";
import { faults } from "../both/trace-faults.ts";
import { useTraceStage } from "../both/trace-stage.ts";
import { openTraceStage } from "./trace-stage.ts";

proveFaults(useTraceStage(openTraceStage), faults);
