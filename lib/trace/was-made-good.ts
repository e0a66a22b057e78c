import { hasRecovered } from "./facts/has-recovered.ts";
import type { PreparedFlow } from "./prepared-flow.ts";
import { establishesLoop, findLoop } from "./rules/session/find-loop.ts";
import type { Rule } from "./rules/rule.ts";

/**
 * Returns true if what followed shows that a fault did not keep the user out: then it is worth a
 * look, and no error. False for a fault that harms even so.
 */
export function wasMadeGood(rule: Rule, prepared: PreparedFlow): boolean {
  if (rule.isUnsafe === true) return false;
  if (rule.stopsLogin === true && gotTokens(rule, prepared)) return true;
  // One login of a loop tells of it.
  if (findLoop(prepared).length > 0 && !establishesLoop(prepared)) return true;
  // A call that failed is not made good by a login: its own success would tell.
  if (prepared.flow.kind === "call" && rule.group !== "embedded") return false;
  return hasRecovered(prepared);
}

/** Returns true if the login that a fault should have stopped came to its end. */
function gotTokens({ group }: Rule, { flow }: PreparedFlow): boolean {
  if (flow.phase !== "complete") return false;
  // The provider accepted the request. Of the response, the application is the judge.
  if (group === "request") return true;
  return flow.tokenRequests.length > 0 || flow.messages.some(({ kind }) => kind === "handover");
}
