import { nameClient, namePage } from "./capture-context.ts";
import type { Flow, FlowKind } from "./flow.ts";
import type { PreparedFlow } from "./prepared-flow.ts";
import { establishesLoop, findLoop } from "./rules/session/find-loop.ts";
import { findEnd } from "./rules/response/find-start.ts";
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
  return wasTriedAgain(prepared);
}

/** Returns true if the login that a fault should have stopped came to its end. */
function gotTokens({ group }: Rule, { flow }: PreparedFlow): boolean {
  if (flow.phase !== "complete") return false;
  // The provider accepted the request. Of the response, the application is the judge.
  if (group === "request") return true;
  return flow.tokenRequests.length > 0 || flow.messages.some(({ kind }) => kind === "handover");
}

const fiveMinutes = 5 * 60_000;

/** The maximum number of later flows that are looked at. */
const maxLater = 20;

/** The kinds of flows that show, by their success, that a failed flow did no harm. */
const remedies: Readonly<Record<FlowKind, readonly FlowKind[]>> = {
  login: ["login"],
  renewal: ["login", "renewal"],
  logout: ["logout"],
  call: ["login"],
};

/**
 * Returns true if the flow did not work, and the same client then tried again with success. A logout
 * can also come too late: another tab has ended the session.
 */
function wasTriedAgain({ flow, context }: PreparedFlow): boolean {
  if (flow.phase === "complete") return false;
  // A server of the application need not be told the client.
  const name = flow.clientId === undefined ? namePage(flow.host) : nameClient(flow);
  const complete = context.completeFlows.get(name) ?? {};
  const isFollowed = remedies[flow.kind].some((kind) => {
    const flows = complete[kind] ?? [];
    const first = findEnd(flows, flow.startedAt - 1);
    return flows.slice(first, first + maxLater).some(
      // One that was over before is the login of another tab.
      ({ startedAt, endedAt }) => endedAt >= flow.endedAt && startedAt - flow.endedAt < fiveMinutes,
    );
  });
  if (isFollowed || flow.kind !== "logout") return isFollowed;
  const findLast = (flows: readonly Flow[] = []) => flows[findEnd(flows, flow.startedAt) - 1];
  const [logout, login] = [findLast(complete.logout), findLast(complete.login)];
  return (
    logout !== undefined &&
    flow.startedAt - logout.endedAt < fiveMinutes &&
    (login === undefined || login.startedAt < logout.startedAt)
  );
}
