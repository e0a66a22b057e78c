import type { AppendResult, EventLog } from "../log/event-log.ts";
import { correctNow, findNewestTime, RECENT_EVENTS } from "./discard-position.ts";
import { formatTimestamp } from "./stream-request.ts";

const SECOND = 1_000;

/**
 * Goes past an event that is too large for the service to send, and marks the gap. With a cursor from the service the stream
 * goes on behind it; without one, by time: first a second behind the last event, then twice as far each time that brings nothing.
 *
 * @param offset a cursor behind the event
 * @param at now by this device's clock, in milliseconds since the epoch
 * @param serviceNow now by the service's clock, where it is known
 */
export async function skipPayload(
  log: EventLog,
  tenantId: string,
  {
    offset,
    at,
    serviceNow,
  }: { offset: string | undefined; at: number; serviceNow: number | undefined },
): Promise<AppendResult> {
  const position = await log.position(tenantId);
  const latest = await log.latest(tenantId, RECENT_EVENTS);
  const now = serviceNow ?? correctNow(latest, at);
  const newest = findNewestTime(latest, now);
  const reason = "payload-too-large" as const;
  if (offset !== undefined) {
    const from = formatTimestamp(newest) ?? position.resumeFrom;
    const to = new Date(Math.max(now, newest ?? now)).toISOString();
    return log.append(tenantId, {
      at,
      position: { cursor: offset, resumeFrom: position.resumeFrom },
      marks: [{ kind: "gap", from, to, reason }],
    });
  }
  const open = (await log.marks(tenantId)).findLast((mark) => mark.kind === "gap");
  const isGrowing =
    open?.reason === reason && position.cursor === undefined && position.resumeFrom === open.to;
  const known = isGrowing && open.from !== undefined ? Date.parse(open.from) : undefined;
  const from = known ?? newest ?? readTime(position.resumeFrom) ?? now;
  const before = isGrowing ? Date.parse(open.to) - from : 0;
  const beyond = from + Math.max(2 * before, before + SECOND);
  // What is yet to come is skipped by nothing.
  const to = formatTimestamp(from < now ? Math.min(beyond, now) : beyond);
  return log.append(tenantId, {
    at,
    position: { resumeFrom: to },
    ...(isGrowing && to !== undefined
      ? { gapUntil: to }
      : {
          marks: [{ kind: "gap", from: new Date(from).toISOString(), to: to ?? "", reason }],
        }),
  });
}

function readTime(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}
