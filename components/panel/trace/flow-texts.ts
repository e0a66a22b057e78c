import type { FlowChip } from "../../../lib/models/trace/flow-chips.ts";
import type { FlowPhase } from "../../../lib/trace/flow.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import type { StepState } from "../../../lib/trace/stop/list-steps.ts";
import type { FindingRank, FlowVerdict } from "../../../lib/trace/verdict.ts";

export const kindNames: Readonly<Record<FlowChip, string>> = {
  login: "login",
  renewal: "renewal",
  logout: "logout",
  token: "token",
  manage: "manage",
  other: "call",
};

/** A mark and a word for each verdict: never the colour alone. */
export const verdictMarks: Readonly<
  Record<FlowVerdict["state"], { mark: string; word: string; sentence: string }>
> = {
  failed: { mark: "✕", word: "fail", sentence: "It failed." },
  retried: {
    mark: "↻",
    word: "retried",
    sentence: "It failed, and the same call succeeded later.",
  },
  clean: { mark: "✓", word: "ok", sentence: "It ended well." },
  waiting: { mark: "…", word: "open", sentence: "It has not ended." },
};

const phaseNames: Readonly<Record<FlowPhase, string>> = {
  configuration: "configuration",
  authorization: "authorization sent",
  provider: "at the provider",
  response: "response arrived",
  token: "token request sent",
  complete: "complete",
  failed: "ended with an error",
};

/** Says how far a flow came. */
export function describePhase({ flow, prepared, stop, verdict }: JudgedFlow): string {
  if (prepared.isOwnRun && flow.phase === "response") return "redeemed by the Run tab";
  // Requests do not show whether the page refused what they brought.
  if (stop?.by === "page") return "a correct client refuses it";
  const isRefused = verdict.state === "failed" && flow.phase === "complete";
  return isRefused ? "failed, with all messages" : phaseNames[flow.phase];
}

/** A mark and a word for each rank of a finding. */
export const findingMarks: Readonly<Record<FindingRank, { mark: string; word: string }>> = {
  cause: { mark: "✕", word: "proven" },
  error: { mark: "✕", word: "proven" },
  advice: { mark: "i", word: "advice" },
};

/** A mark for each state of a step, with its words. */
export const stepMarks: Readonly<Record<StepState["state"], { mark: string; words: string }>> = {
  done: { mark: "✓", words: "done" },
  stopped: { mark: "✕", words: "stopped here" },
  refused: { mark: "✕", words: "a correct client stops here" },
  "not seen": { mark: "–", words: "not seen" },
};
