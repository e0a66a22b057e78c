import { proveCapture } from "../both/trace-capture-tests.ts";
import { useTraceStage } from "../both/trace-stage.ts";
import { openTraceStage } from "./trace-stage.ts";

proveCapture(useTraceStage(openTraceStage));
