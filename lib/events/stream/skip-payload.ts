import type { AppendResult, EventLog } from "../log/event-log.ts";
import { correctNow, findNewestTime, recentEvents } from "./discard-position.ts";
import { formatTimestamp } from "./stream-request.ts";

const oneSecondMs = 1_000;

/**
 * Skips an event that is too large for the service to send, and marks the gap. The stream resumes
 * from the service's cursor. Without a cursor, it resumes by time: first one second after the last
 * event. Each further failure doubles the distance.
 *
 * @param offset a cursor after the event
 * @param at the time of this device, in milliseconds since the epoch
 * @param serviceNow the time of the service, if known
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
  const latest = await log.latest(tenantId, recentEvents);
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
  const beyond = from + Math.max(2 * before, before + oneSecondMs);
  // A skip that begins in the past ends at the present time, so it skips no future event.
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
