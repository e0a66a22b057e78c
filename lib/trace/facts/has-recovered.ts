import { nameClient, namePage } from "../capture-context.ts";
import type { Flow, FlowKind } from "../flow.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import { findEnd } from "./find-end.ts";

const fiveMinutes = 5 * 60_000;

/** The maximum number of later flows that are compared. */
const maxLater = 20;

/** The kinds of flows whose success shows that a failed flow did no harm. */
const remedies: Readonly<Record<FlowKind, readonly FlowKind[]>> = {
  login: ["login"],
  renewal: ["login", "renewal"],
  logout: ["logout"],
  call: ["login"],
};

/**
 * Returns true if the flow did not end well, and the same client succeeded within five minutes. A
 * logout also recovers if another tab has already ended the session.
 */
export function hasRecovered({ flow, context }: PreparedFlow): boolean {
  if (flow.phase === "complete") return false;
  // A server of the application can send requests without a client ID.
  const name = flow.clientId === undefined ? namePage(flow.host) : nameClient(flow);
  const complete = context.completeFlows.get(name) ?? {};
  const isFollowed = remedies[flow.kind].some((kind) => {
    const flows = complete[kind] ?? [];
    const first = findEnd(flows, flow.startedAt - 1);
    return flows.slice(first, first + maxLater).some(
      // A flow that ended earlier belongs to another tab.
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
