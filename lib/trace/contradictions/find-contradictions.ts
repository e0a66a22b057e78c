import { hasPseudonym } from "../../redaction/known-secrets.ts";
import type { Evidence } from "../evidence.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { Stop } from "../stop/stop.ts";
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
 * stop, a contradiction is the cause if its row says that this party refuses it at this step.
 * Without a stop it is an error if a client in the page refuses it silently, or if a secret leaked.
 * Else it is advice.
 */
export function findContradictions(
  prepared: PreparedFlow,
  stop: Stop | undefined,
): ProvenContradiction[] {
  const subject = { prepared, stop };
  const refused = new Set<string>();
  return contradictions.flatMap((row) => {
    const [left, right] = [row.left(subject), row.right(subject)];
    if (left === undefined || right === undefined) return [];
    // An export replaces secrets: their texts say no longer how they were compared.
    if (row.relation !== "never" && (hasPseudonym(left.value) || hasPseudonym(right.value))) {
      return [];
    }
    if (agree(row.relation, left, right)) return [];
    const severity = rank(row, subject);
    // Of two rows about the same value, the first one is more specific.
    const key = `${left.message?.exchange.id ?? ""} ${left.part} ${left.name}`;
    if (severity !== "advice" && refused.has(key)) return [];
    if (severity !== "advice") refused.add(key);
    const copy = row.copy?.(subject)?.value;
    return [{ row, left, right, severity, ...(copy === undefined ? {} : { copy }) }];
  });
}

function rank({ refused, isLeak, isToleratedInUse }: Contradiction, subject: Subject): FindingRank {
  if (isLeak === true) return "error";
  if (refused === undefined) return "advice";
  const { stop, prepared } = subject;
  if (stop !== undefined && refused.at.includes(stop.step) && refused.by.includes(stop.by)) {
    return "cause";
  }
  if (refused.isSilent !== true) return "advice";
  if (stop !== undefined) return "advice";
  return isToleratedInUse === true && wasTokenUsed(prepared) ? "advice" : "error";
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
