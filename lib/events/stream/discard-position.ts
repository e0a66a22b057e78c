import type { AppendResult, EventLog, StoredEvent, StreamPosition } from "../log/event-log.ts";
import type { GapReason } from "../log/log-mark.ts";
import { findResumeKind, formatTimestamp } from "./stream-request.ts";

/**
 * The number of stored events whose times are compared. The service promises no order, so the
 * event that arrived last need not have the latest time.
 */
export const recentEvents = 50;
const overlapMs = 600_000;

/**
 * Discards the position and marks the gap in the log, in one transaction. The stream then resumes
 * at the time of the last events, or from now if the service has refused a time as well. A loss
 * that follows before the next cursor extends the same gap, even in a new worker.
 *
 * @param at the time of this device, in milliseconds since the epoch
 * @param serviceNow the time of the service, if known; the service sets the times of events
 * @returns undefined if there is no position
 */
export async function discardPosition(
  log: EventLog,
  tenantId: string,
  reason: GapReason,
  at: number,
  serviceNow?: number,
): Promise<AppendResult | undefined> {
  // Read again: the stream may have delivered a newer cursor before the position was lost.
  const position = await log.position(tenantId);
  if (findResumeKind(position) === "now") return undefined;
  const newest = await log.latest(tenantId, recentEvents);
  const now = serviceNow ?? correctNow(newest, at);
  const from = findOverlapStart(newest, now) ?? position.resumeFrom;
  const to = new Date(now).toISOString();
  return log.append(tenantId, {
    at,
    position: findPositionAfterLoss(position, from),
    ...(position.isGapMarked === true
      ? { gapUntil: to }
      : { marks: [{ kind: "gap", from, to, reason }] }),
  });
}

function findPositionAfterLoss(lost: StreamPosition, from: string | undefined): StreamPosition {
  const canResumeByTime = lost.cursor !== undefined && from !== undefined;
  return { ...(canResumeByTime ? { resumeFrom: from } : {}), isGapMarked: true };
}

/** Corrects a slow clock: if all event times are in the future, the latest one counts as now. */
export function correctNow(newestFirst: readonly StoredEvent[], now: number): number {
  const times = readTimes(newestFirst);
  return times.some((time) => time <= now) || times.length === 0 ? now : Math.max(...times);
}

/** Returns the latest time among the newest events. Times in the future are ignored. */
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

/**
 * Returns the earliest event time in the overlap: the ten minutes before the event that arrived
 * last. Times in the future are ignored.
 */
function findOverlapStart(newestFirst: readonly StoredEvent[], now: number): string | undefined {
  const times = readTimes(newestFirst).filter((time) => time <= now);
  const [newest] = times;
  if (newest === undefined) return undefined;
  return formatTimestamp(Math.min(...times.filter((time) => time >= newest - overlapMs)));
}
