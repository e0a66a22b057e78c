import { hasPseudonym } from "../../redaction/known-secrets.ts";
import type { Evidence } from "../evidence.ts";
import { findRecovery } from "../facts/find-recovery.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import { createStop } from "../stop/create-stop.ts";
import type { Stop, StopStep } from "../stop/stop.ts";
import type { FindingRank } from "../verdict.ts";
import type { Contradiction, Subject } from "./contradiction.ts";
import { contradictions } from "./contradictions.ts";
import { agree } from "./relations.ts";

/** A row of the table whose values contradict each other in a flow. */
export interface ProvenContradiction {
  row: Contradiction;
  left: Evidence;
  right: Evidence;
  severity: FindingRank;
  copy?: string;
}

/**
 * Returns the contradictions that the messages of a flow prove, from specific to general. Beside a
 * stop, a contradiction is the cause if its row says that this party refuses it at this step. A
 * secret that leaked is an error in any flow. Else a contradiction is advice.
 */
export function findContradictions(
  prepared: PreparedFlow,
  stop: Stop | undefined,
): ProvenContradiction[] {
  const subject = { prepared, stop };
  const refused = new Set<string>();
  return contradictions.flatMap((row) => {
    const values = prove(row, subject);
    if (values === undefined) return [];
    const { left, right } = values;
    const severity = rank(row, stop);
    // Of two rows about the same value, the first one is more specific.
    const key = `${left.message?.exchange.id ?? ""} ${left.part} ${left.name}`;
    if (severity !== "advice" && refused.has(key)) return [];
    if (severity !== "advice") refused.add(key);
    const copy = row.copy?.(subject)?.value;
    return [{ row, left, right, severity, ...(copy === undefined ? {} : { copy }) }];
  });
}

/**
 * Returns the stop of a flow whose client in the page refuses a value without a message: the first
 * contradiction that a correct client refuses. Returns undefined if the same client made the flow
 * good, or if the application continued in spite of it.
 */
export function findRefusal(prepared: PreparedFlow): Stop | undefined {
  if (findRecovery(prepared) !== undefined) return undefined;
  for (const row of contradictions) {
    const step = row.refused?.silentlyAt;
    if (step === undefined) continue;
    const values = prove(row, { prepared, stop: undefined });
    const at = values?.left.message ?? values?.right.message;
    if (
      at === undefined ||
      (row.isToleratedInUse === true && continuesInApplication(prepared, step))
    )
      continue;
    return createStop({ step, by: "page", at, said: [] });
  }
  return undefined;
}

/** Reads both values of a row; returns undefined if one is missing, or if they agree. */
function prove(
  row: Contradiction,
  subject: Subject,
): { left: Evidence; right: Evidence } | undefined {
  const [left, right] = [row.left(subject), row.right(subject)];
  if (left === undefined || right === undefined) return undefined;
  // Equal values have equal pseudonyms, but of two times, the order is gone.
  if (row.relation === "before" && (hasPseudonym(left.value) || hasPseudonym(right.value))) {
    return undefined;
  }
  return agree(row.relation, left, right) ? undefined : { left, right };
}

function rank({ refused, isLeak }: Contradiction, stop: Stop | undefined): FindingRank {
  if (isLeak === true) return "error";
  if (refused === undefined || stop === undefined) return "advice";
  return refused.at.includes(stop.step) && refused.by.includes(stop.by) ? "cause" : "advice";
}

/** Returns true if the client went past this step, so that it accepted what it got there. */
function continuesInApplication(prepared: PreparedFlow, step: StopStep): boolean {
  const { authorization, tokenRequests } = prepared.flow;
  if (step === "discovery" && authorization !== undefined) return true;
  if (step === "response" && tokenRequests.length > 0) return true;
  return wasTokenUsed(prepared);
}

/** Returns true if an API or the provider accepted a token of this flow after it was delivered. */
function wasTokenUsed({ flow, tokens }: PreparedFlow): boolean {
  const delivered = tokens[0]?.deliveredAt ?? Number.POSITIVE_INFINITY;
  return flow.messages.some(
    ({ kind, exchange }) =>
      (kind === "api-call" || kind === "user-info" || kind === "management") &&
      exchange.startedAt >= delivered &&
      exchange.status >= 200 &&
      exchange.status < 300,
  );
}
