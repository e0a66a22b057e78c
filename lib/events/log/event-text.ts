import type { TenantEvent } from "../payloads/tenant-event.ts";

/**
 * An event as a filter sees it: its type, which may be absent from the envelope, and all of the
 * envelope, in lower case. Made once, when the event is stored: a filter that had to make it for
 * each event would cost many times the search itself.
 */
export function writeEventText({ type, envelope }: Pick<TenantEvent, "type" | "envelope">): string {
  return `${type} ${JSON.stringify(envelope)}`.toLowerCase();
}
