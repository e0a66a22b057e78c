import type { Failure } from "./failure.ts";

// The worker ended before it answered, or its answer is in a form that this page does not know. The
// management client itself marks requests whose response was lost on the way from the tenant.
const lostCodes = new Set(["worker-unreachable", "unreadable-answer"]);

/** Returns true if a failed change may have been made: check it before it is sent again. */
export function isAnswerLost({ code, management }: Failure): boolean {
  return lostCodes.has(code) || management?.isInDoubt === true;
}
