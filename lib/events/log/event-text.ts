import type { TenantEvent } from "../payloads/tenant-event.ts";

/**
 * Returns the searchable text of an event in lower case: its type, which the envelope may lack, and
 * the whole envelope. The text is built once, when the event is stored. Building it during a
 * search would take many times as long as the search itself.
 */
export function writeEventText({ type, envelope }: Pick<TenantEvent, "type" | "envelope">): string {
  return `${type} ${JSON.stringify(envelope)}`.toLowerCase();
}
