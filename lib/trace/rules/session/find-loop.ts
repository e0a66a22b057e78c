import { nameClient } from "../../capture-context.ts";
import type { Flow } from "../../flow.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";

const windowMs = 30_000;
const minLogins = 3;
/** The maximum number of logins before and after one that are looked at. */
const maxNear = 50;

/**
 * Returns the logins of the same client that follow each other at once, with this one among them:
 * at least three within 30 s, all of them complete. Empty without such a loop.
 */
export function findLoop({ flow, context }: PreparedFlow): readonly Flow[] {
  if (!isCompleteLogin(flow)) return [];
  const near = listNear(context.flowsByClient.get(nameClient(flow)) ?? [], flow);
  let longest: readonly Flow[] = [];
  let end = 0;
  for (const [start, first] of near.entries()) {
    if (first.startedAt > flow.startedAt) break;
    while ((near[end]?.startedAt ?? Infinity) <= first.startedAt + windowMs) end += 1;
    if (end - start > longest.length) longest = near.slice(start, end);
  }
  return longest.length < minLogins ? [] : longest;
}

/** Returns the complete logins in the window before and after this one, in order of time. */
function listNear(flows: readonly Flow[], flow: Flow): Flow[] {
  const index = flows.indexOf(flow);
  return flows
    .slice(Math.max(0, index - maxNear), index + maxNear)
    .filter(
      (each) => isCompleteLogin(each) && Math.abs(each.startedAt - flow.startedAt) <= windowMs,
    );
}

function isCompleteLogin({ kind, phase }: Flow): boolean {
  return kind === "login" && phase === "complete";
}
