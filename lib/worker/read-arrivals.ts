import type { EventLog } from "../events/log/event-log.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The events that arrived in a span of time that ends now. */
export interface Arrivals {
  count: number;
  spanMs: number;
}

/**
 * Counts the events of a tenant that arrived in the last day, or since the log's oldest event if it
 * has no older ones. Resolves to undefined without an event in that time, and for a log that is
 * younger than an hour: its rate would be a guess.
 */
export async function readArrivals(
  log: Pick<EventLog, "arrived" | "summary">,
  tenantId: string,
  now: number,
): Promise<Arrivals | undefined> {
  const { firstSequence, lastSequence, retained } = await log.summary(tenantId);
  const [oldest] = await log.arrived(tenantId, { from: now - dayMs, limit: 1 });
  if (oldest === undefined) return undefined;
  const spanMs = oldest.sequence > firstSequence ? dayMs : now - oldest.storedAt;
  // The limits of a full log removed what arrived before, so a short span is the true one.
  if (spanMs <= 0 || (spanMs < hourMs && retained === undefined)) return undefined;
  // Sequences have no holes.
  return { count: lastSequence - oldest.sequence + 1, spanMs };
}
