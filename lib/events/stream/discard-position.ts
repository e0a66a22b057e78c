import type { AppendResult, EventLog, StoredEvent, StreamPosition } from "../log/event-log.ts";
import type { GapReason } from "../log/log-mark.ts";
import { findResumeKind, formatTimestamp } from "./stream-request.ts";

/** The interface promises no order: the newest of the log need not be the latest, so some before it are looked at. */
export const RECENT_EVENTS = 50;
const OVERLAP_MS = 600_000;

/**
 * Give the position up and say so in the log, in one transaction: what comes next starts at the
 * time of the last events, or from now when that was refused as well. A position that is lost
 * again before a cursor came belongs to the same gap, also for a worker that was started anew.
 *
 * @param at now by this device's clock, in milliseconds since the epoch
 * @param serviceNow now by the service's clock, where it is known: that is what event times are measured by
 * @returns undefined when there is no position to lose
 */
export async function discardPosition(
  log: EventLog,
  tenantId: string,
  reason: GapReason,
  at: number,
  serviceNow?: number,
): Promise<AppendResult | undefined> {
  // Asked for here: the stream may have brought a cursor before it was declared lost.
  const position = await log.position(tenantId);
  if (findResumeKind(position) === "now") return undefined;
  const newest = await log.latest(tenantId, RECENT_EVENTS);
  const now = serviceNow ?? correctNow(newest, at);
  const from = findTime(newest, now) ?? position.resumeFrom;
  const to = new Date(now).toISOString();
  return log.append(tenantId, {
    at,
    position: afterLoss(position, from),
    ...(position.isGapMarked === true
      ? { gapUntil: to }
      : { marks: [{ kind: "gap", from, to, reason }] }),
  });
}

function afterLoss(lost: StreamPosition, from: string | undefined): StreamPosition {
  const isTimeWorthATry = lost.cursor !== undefined && from !== undefined;
  return { ...(isTimeWorthATry ? { resumeFrom: from } : {}), isGapMarked: true };
}

/** Now by the device's clock, but where all events are of a time to come: then that clock is behind, by so much at least. */
export function correctNow(newestFirst: readonly StoredEvent[], now: number): number {
  const times = readTimes(newestFirst);
  return times.some((time) => time <= now) || times.length === 0 ? now : Math.max(...times);
}

/** The latest time among the newest events. A time to come is not believed. */
export function findNewestTime(
  newestFirst: readonly StoredEvent[],
  now: number,
): number | undefined {
  const times = readTimes(newestFirst).filter((time) => time <= now);
  return times.length === 0 ? undefined : Math.max(...times);
}

function readTimes(events: readonly StoredEvent[]): number[] {
  return events.map(({ time }) => Date.parse(time ?? "")).filter((time) => !Number.isNaN(time));
}

/** The earliest time among the newest events, no further back than the overlap. A time to come is not believed. */
function findTime(newestFirst: readonly StoredEvent[], now: number): string | undefined {
  const times = readTimes(newestFirst).filter((time) => time <= now);
  const [newest] = times;
  if (newest === undefined) return undefined;
  return formatTimestamp(Math.min(...times.filter((time) => time >= newest - OVERLAP_MS)));
}
