import { plural } from "../../encoding/plural.ts";
import { maxShownEvents } from "../../messages/activity-feed.ts";

/** Returns a text such as "2 events" for the arrivals since a time (Unix time in ms), if any. */
export function countEventsSince(
  events: readonly { storedAt: number }[],
  at: number,
): string | undefined {
  const count = events.filter(({ storedAt }) => storedAt >= at).length;
  if (count === 0) return undefined;
  // A page holds only the newest events, so there may be more.
  if (count >= maxShownEvents) return `${maxShownEvents} events or more`;
  return plural(count, "event");
}
