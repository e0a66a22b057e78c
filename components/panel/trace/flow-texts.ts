import type { FlowChip } from "../../../lib/models/trace/flow-chips.ts";
import type { FlowPhase } from "../../../lib/trace/flow.ts";
import type { RuleSeverity } from "../../../lib/trace/rules/rule.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import type { FlowVerdict } from "../../../lib/trace/judge-flow.ts";

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
  failed: { mark: "✕", word: "fail", sentence: "Failed." },
  warning: { mark: "!", word: "warn", sentence: "It works, and is weak or fragile." },
  clean: {
    mark: "✓",
    word: "ok",
    sentence:
      "No finding in what could be seen. That is no proof: the list below says what was not.",
  },
  waiting: { mark: "…", word: "open", sentence: "It has not ended. No finding so far." },
};

export const phaseNames: Readonly<Record<FlowPhase, string>> = {
  configuration: "configuration",
  authorization: "authorization sent",
  provider: "at the provider",
  response: "response arrived",
  token: "token request sent",
  complete: "complete",
  failed: "ended with an error",
};

/** Says how far a flow came. */
export function describePhase({ flow, prepared, verdict }: JudgedFlow): string {
  if (prepared.isOwnRun && flow.phase === "response") return "redeemed by the Run tab";
  // The messages of a login can be complete, and the page refuses what they bring.
  const isRefused = verdict.state === "failed" && flow.phase === "complete";
  return isRefused ? "failed, with all messages" : phaseNames[flow.phase];
}

/** A mark for each severity of a finding; its word stands beside it. */
export const findingMarks: Readonly<Record<RuleSeverity, string>> = {
  error: "✕",
  warning: "!",
  note: "i",
};
