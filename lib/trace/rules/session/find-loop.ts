import { nameClient } from "../../capture-context.ts";
import type { Flow } from "../../flow.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { findEnd } from "../response/find-start.ts";

const windowMs = 30_000;
const minLogins = 3;
/** The maximum number of logins before and after one that are looked at. */
const maxNear = 50;

/**
 * Returns the logins of the same client that follow each other at once, with this one among them:
 * at least three within 30 s, all of them complete. Empty without such a loop.
 */
export function findLoop(prepared: PreparedFlow): readonly Flow[] {
  const { flow } = prepared;
  const near = listRun(prepared);
  let longest: readonly Flow[] = [];
  let end = 0;
  for (const [start, first] of near.entries()) {
    if (first.startedAt > flow.startedAt) break;
    while ((near[end]?.startedAt ?? Infinity) <= first.startedAt + windowMs) end += 1;
    if (end - start > longest.length) longest = near.slice(start, end);
  }
  return longest.length < minLogins ? [] : longest;
}

/** Returns true for the login with which a loop is one: the third, however many follow. */
export function establishesLoop(prepared: PreparedFlow): boolean {
  const run = listRun(prepared);
  const index = run.indexOf(prepared.flow);
  return isThird(run, index) && !isThird(run, index - 1);
}

function isThird(run: readonly Flow[], index: number): boolean {
  const [first, last] = [run[index - minLogins + 1], run[index]];
  return first !== undefined && last !== undefined && last.startedAt - first.startedAt <= windowMs;
}

/** Returns the logins around this one, oldest first, each of which leads to the next. */
function listRun({ flow, context }: PreparedFlow): readonly Flow[] {
  if (!isCompleteLogin(flow)) return [];
  const near = listNear(context.flowsByClient.get(nameClient(flow)) ?? [], flow);
  const leads = (index: number) => leadsTo(near[index], near[index + 1], context);
  let [start, end] = [near.indexOf(flow), near.indexOf(flow)];
  while (start > 0 && leads(start - 1)) start -= 1;
  while (end < near.length - 1 && leads(end)) end += 1;
  return near.slice(start, end + 1);
}

/** Returns the complete logins in twice the window before and after this one, in order of time. */
function listNear(flows: readonly Flow[], flow: Flow): Flow[] {
  const index = flows.indexOf(flow);
  return flows
    .slice(Math.max(0, index - maxNear), index + maxNear)
    .filter(
      (each) => isCompleteLogin(each) && Math.abs(each.startedAt - flow.startedAt) <= 2 * windowMs,
    );
}

function isCompleteLogin({ kind, phase }: Flow): boolean {
  return kind === "login" && phase === "complete";
}

/**
 * Returns true if the second login can be the consequence of the first. The logins of several tabs
 * run at the same time, a login for another API asks for something else, and after a logout the user
 * logs in again.
 */
function leadsTo(
  one: Flow | undefined,
  other: Flow | undefined,
  { logouts }: PreparedFlow["context"],
): boolean {
  if (one === undefined || other === undefined) return false;
  if (other.startedAt < (one.response?.at ?? one.startedAt) || !asksTheSame(one, other))
    return false;
  const [first, end] = [findEnd(logouts, one.startedAt), findEnd(logouts, other.startedAt)];
  return !logouts.slice(first, end).some(({ host }) => host === one.host);
}

/** The parameters in which two logins of a page can differ on purpose. */
const purposes = [
  "scope",
  "audience",
  "resource",
  "claims",
  "acr_values",
  "connection",
  "organization",
  "login_hint",
  "prompt",
  "max_age",
];

function asksTheSame(one: Flow, other: Flow): boolean {
  const read = ({ authorization }: Flow, name: string) =>
    readParameter(authorization?.request ?? [], name);
  return purposes.every((name) => read(one, name) === read(other, name));
}
