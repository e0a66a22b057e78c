import { maxShownEvents } from "../../messages/activity-feed.ts";

/** How many of these events arrived at a time (Unix time in ms) or later, in words; undefined when none did. */
export function countEventsSince(
  events: readonly { storedAt: number }[],
  at: number,
): string | undefined {
  const count = events.filter(({ storedAt }) => storedAt >= at).length;
  if (count === 0) return undefined;
  // A page keeps no more than the newest: beyond them there may be others.
  if (count >= maxShownEvents) return `${maxShownEvents} events or more`;
  return count === 1 ? "1 event" : `${count} events`;
}
