import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import type { InspectToken } from "./FlowTokens.tsx";
import type { RunAgainActions } from "./RunAgain.tsx";

/** The model of the list, and the ways from a flow to other tabs and to the clipboard. */
export interface FlowWays {
  model: InstanceType<typeof TraceModel>;
  again: RunAgainActions;
  /** Writes the flow as Markdown, without its secrets. */
  onReport: (row: JudgedFlow) => Promise<string>;
  onInspect: InspectToken;
}
