import type { Failure } from "./failure.ts";

// The worker ended before it responded, or this page could not read the response. The management
// client itself marks requests whose response from the tenant was lost.
const lostCodes = new Set(["worker-unreachable", "unreadable-answer"]);

/** Returns true if a failed change may have taken effect: check it before it is sent again. */
export function isResponseLost({ code, management }: Failure): boolean {
  return lostCodes.has(code) || management?.isInDoubt === true;
}
