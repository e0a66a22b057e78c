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
 * Returns the time (Unix ms) at which the same client succeeded, within five minutes of a flow that
 * did not end well. A logout also recovers if another tab had already ended the session.
 */
export function findRecovery({ flow, context }: PreparedFlow): number | undefined {
  if (flow.phase === "complete") return undefined;
  // A server of the application can send requests without a client ID.
  const name = flow.clientId === undefined ? namePage(flow.host) : nameClient(flow);
  const complete = context.completeFlows.get(name) ?? {};
  for (const kind of remedies[flow.kind]) {
    const flows = complete[kind] ?? [];
    const first = findEnd(flows, flow.startedAt - 1);
    const remedy = flows.slice(first, first + maxLater).find(
      // A flow that ended earlier belongs to another tab.
      ({ startedAt, endedAt }) => endedAt >= flow.endedAt && startedAt - flow.endedAt < fiveMinutes,
    );
    if (remedy !== undefined) return remedy.endedAt;
  }
  return flow.kind === "logout" ? findEarlierLogout(flow, complete) : undefined;
}

function findEarlierLogout(
  { startedAt }: Flow,
  complete: Partial<Record<FlowKind, readonly Flow[]>>,
): number | undefined {
  const findLast = (flows: readonly Flow[] = []) => flows[findEnd(flows, startedAt) - 1];
  const [logout, login] = [findLast(complete.logout), findLast(complete.login)];
  if (logout === undefined || startedAt - logout.endedAt >= fiveMinutes) return undefined;
  return login === undefined || login.startedAt < logout.startedAt ? logout.endedAt : undefined;
}
