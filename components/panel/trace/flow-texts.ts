import type { FlowChip } from "../../../lib/models/trace/flow-chips.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
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

/** Names the library of a flow with its version; undefined if no request names it. */
export function nameLibrary({ library }: JudgedFlow["flow"]): string | undefined {
  return library === undefined ? undefined : writeName(`${library.name} ${library.version}`);
}

/**
 * Describes a flow that ended well: its library, and its phase if that is not the last one.
 *
 * @param client the client ID, if it is not shown beside the description
 */
export function describeClean(row: JudgedFlow, client: string): string {
  const { flow } = row;
  const phase = flow.phase === "complete" ? undefined : describePhase(row);
  return [client, nameLibrary(flow), phase].filter(Boolean).join(", ");
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
