import { listAdvice } from "./advice/list-advice.ts";
import { findContradictions } from "./contradictions/find-contradictions.ts";
import { findRecovery } from "./facts/find-recovery.ts";
import { explainStop } from "./meanings/explain-stop.ts";
import type { PreparedFlow } from "./prepared-flow.ts";
import type { Stop, StopStep } from "./stop/stop.ts";
import { listUnseen } from "./list-unseen.ts";
import type { FlowVerdict, TraceFinding } from "./verdict.ts";

const order = { cause: 0, error: 1, advice: 2 } as const;

/**
 * Explains a flow: the contradictions that prove a cause, the possible causes of its stop, and
 * advice.
 */
export function explain(prepared: PreparedFlow, stop: Stop | undefined): FlowVerdict {
  const contradictions = findContradictions(prepared, stop).map(
    ({ row, left, right, severity, copy }): TraceFinding => ({
      id: row.id,
      rank: severity,
      title: row.title,
      requirement: row.requirement,
      seen: [left, right],
      why: row.why,
      remedy: row.remedy,
      ...(copy === undefined ? {} : { copy }),
    }),
  );
  const advice = listAdvice(prepared).map(({ row, seen }): TraceFinding => ({
    id: row.id,
    rank: "advice",
    title: row.title,
    requirement: row.requirement,
    seen,
    why: row.why,
    remedy: row.remedy,
  }));
  const findings = [...contradictions, ...advice].toSorted(
    (one, other) => order[one.rank] - order[other.rank],
  );
  const state = decideState(prepared, stop, findings);
  const recoveredAt = state === "retried" ? findRecovery(prepared) : undefined;
  return {
    state,
    ...(recoveredAt === undefined ? {} : { recoveredAt }),
    findings,
    ...(stop === undefined || stop.by === "page"
      ? {}
      : { meaning: explainStop(stop, prepared.flow) }),
    unseen: listUnseen(prepared),
  };
}

/** The steps at which a user can still continue, or leave, although nothing follows in the capture. */
const openSteps = new Set<StopStep>(["discovery", "request", "provider", "logout"]);

function decideState(
  { flow, isPending, isOwnRun }: PreparedFlow,
  stop: Stop | undefined,
  findings: readonly TraceFinding[],
): FlowVerdict["state"] {
  if (findings.some(({ rank }) => rank !== "advice")) return "failed";
  if (stop !== undefined) {
    return stop.by === "nobody" && openSteps.has(stop.step) ? "waiting" : "failed";
  }
  // The Run tab redeems the code of its own run, which the page's requests do not show.
  if (flow.phase === "complete" || (isOwnRun && flow.phase === "response")) return "clean";
  return isPending ? "waiting" : "retried";
}
