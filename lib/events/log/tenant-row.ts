import * as z from "zod/mini";

import { EventLogError } from "./event-log-error.ts";
import type { LogSummary, StreamPosition } from "./event-log.ts";
import { retainedMarkSchema } from "./log-mark.ts";
import { maxCursorLength } from "../stream/stream-request.ts";

/** The number of minutes for which arrivals are counted. */
const minuteCount = 60;

/** The row of a tenant: the data that is read often, so that one small read is enough. */
const tenantRowSchema = z.object({
  tenantId: z.string(),
  /** A cursor that is too long to be sent back counts as damage, and the row is rebuilt. */
  cursor: z.optional(z.string().check(z.maxLength(maxCursorLength))),
  resumeFrom: z.optional(z.string()),
  isGapMarked: z.optional(z.boolean()),
  startedFrom: z.optional(z.string()),
  /** The oldest stored sequence; `lastSequence` + 1 if there are no events. */
  firstSequence: z.int(),
  lastSequence: z.int(),
  viewedSequence: z.int(),
  retained: z.optional(retainedMarkSchema),
  /** The last minute of `arrivals`, in minutes since the epoch. */
  minute: z.optional(z.int()),
  /** The arrivals in each minute up to `minute`, oldest first, for at most an hour. */
  arrivals: z.optional(z.array(z.int())),
});
export type TenantRow = z.infer<typeof tenantRowSchema>;

/** Creates the row of a tenant without events. */
export function newTenantRow(tenantId: string): TenantRow {
  return { tenantId, firstSequence: 1, lastSequence: 0, viewedSequence: 0 };
}

/** @throws {EventLogError} `damaged` */
export function parseTenantRow(tenantId: string, row: unknown): TenantRow {
  if (row === undefined) return newTenantRow(tenantId);
  const parsed = tenantRowSchema.safeParse(row);
  if (!parsed.success) throw new EventLogError("damaged");
  return parsed.data;
}

export function readPosition({ cursor, resumeFrom, isGapMarked }: TenantRow): StreamPosition {
  return {
    ...(cursor === undefined ? {} : { cursor }),
    ...(resumeFrom === undefined ? {} : { resumeFrom }),
    ...(isGapMarked === true ? { isGapMarked } : {}),
  };
}

export function summarize(row: TenantRow): LogSummary {
  return {
    count: row.lastSequence - row.firstSequence + 1,
    firstSequence: row.firstSequence,
    lastSequence: row.lastSequence,
    unread: row.lastSequence - Math.max(row.viewedSequence, row.firstSequence - 1),
    position: readPosition(row),
    startedFrom: row.startedFrom,
    retained: row.retained,
  };
}

/** Adds arrivals. If the clock was set back by less than an hour, they count in the last minute. */
export function addArrivals(row: TenantRow, at: number, count: number): TenantRow {
  if (count === 0) return row;
  const minute = Math.floor(at / 60_000);
  const arrivals = readArrivals(row, Math.max(minute, row.minute ?? minute));
  // The clock was set back by an hour or more. Without a restart, new arrivals would not be shown.
  if ((row.minute ?? minute) - minute >= minuteCount) {
    return { ...row, minute, arrivals: [...emptyHour().slice(1), count] };
  }
  arrivals.push((arrivals.pop() ?? 0) + count);
  return { ...row, minute: Math.max(minute, row.minute ?? minute), arrivals };
}

/** Returns the arrivals in each minute of the hour that ends with `minute`, oldest first. */
export function readArrivals(row: TenantRow, minute: number): number[] {
  const hour = emptyHour();
  const known = row.arrivals ?? [];
  return hour.map((_, index) => {
    const age = minuteCount - 1 - index;
    return known[known.length - 1 - (age - (minute - (row.minute ?? minute)))] ?? 0;
  });
}

function emptyHour(): number[] {
  return Array.from({ length: minuteCount }, () => 0);
}
