import type { Failure } from "./failure.ts";

// The worker ended before it could answer, or answered in words that this page does not know. What happened to the request
// on its further way the management client says itself.
const lostCodes = new Set(["worker-unreachable", "unreadable-answer"]);

/** Whether a change may have been made although it failed here: to be checked, and never simply sent again. */
export function isAnswerLost({ code, management }: Failure): boolean {
  return lostCodes.has(code) || management?.isInDoubt === true;
}
