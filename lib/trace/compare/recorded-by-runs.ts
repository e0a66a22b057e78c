import type { Flow } from "../flow.ts";
import type { AuthMessage, MessageKind } from "../message.ts";
import type { FlowValue } from "./list-values.ts";

/** Returns true for a flow of the Run tab, which records less than the browser reports. */
export function isRun({ messages }: Pick<Flow, "messages">): boolean {
  return messages[0]?.exchange.source === "run";
}

/**
 * Messages around a login. The page, its library or the browser sends them on its own: a run and a
 * captured login have different ones also if the login is the same.
 */
const surroundingKinds = new Set<MessageKind>([
  "discovery",
  "key-set",
  "login-page",
  "embedded-verification",
  "callback",
  // A run of its own.
  "passwordless-start",
  "user-info",
  "api-call",
  "preflight",
]);

/** Returns true for a message that tells nothing if only one of run and captured login has it. */
export function isSurrounding({ kind }: AuthMessage): boolean {
  return surroundingKinds.has(kind);
}

/**
 * Returns true for a value of a message that a run records too: no header of the browser, and no
 * status of a page.
 */
export function isRecordedByRuns({ part, name }: FlowValue, { exchange }: AuthMessage): boolean {
  if (part === "headers") return name === "authorization";
  return name !== "status" || exchange.destination === "fetch";
}

/** Returns true for a fact of a login as a whole that a run shows too. */
export function isFactOfRuns({ name }: FlowValue): boolean {
  return name !== "clock";
}
