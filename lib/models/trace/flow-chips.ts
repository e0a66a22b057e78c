import type { Flow } from "../../trace/flow.ts";
import type { MessageKind } from "../../trace/message.ts";

/** The kinds by which the list is filtered. A call is one of tokens, of management, or another. */
export const flowChips = ["login", "renewal", "logout", "token", "manage", "other"] as const;
export type FlowChip = (typeof flowChips)[number];

/** The messages of a call that asks for tokens, or asks about them, without a login. */
const tokenKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  "token",
  "user-info",
  "revocation",
  "introspection",
  "device-authorization",
]);

/** Returns the kind of a flow by which the list is filtered. */
export function chipOf({ kind, messages }: Pick<Flow, "kind" | "messages">): FlowChip {
  if (kind !== "call") return kind;
  if (messages.some((message) => message.kind === "management")) return "manage";
  return messages.some((message) => tokenKinds.has(message.kind)) ? "token" : "other";
}
