import * as z from "zod/mini";

import { EventLogError } from "./event-log-error.ts";
import type { LogSummary, StreamPosition } from "./event-log.ts";
import { retainedMarkSchema } from "./log-mark.ts";
import { MAX_CURSOR_LENGTH } from "../stream/stream-request.ts";

/** Arrivals are counted by the minute of the last hour. */
const MINUTES = 60;

/** The one row a tenant has beside its events: everything that is asked often and must be cheap. */
const tenantRowSchema = z.object({
  tenantId: z.string(),
  /** One that cannot be sent back is damage: the row is made anew from the events. */
  cursor: z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH))),
  resumeFrom: z.optional(z.string()),
  isGapMarked: z.optional(z.boolean()),
  startedFrom: z.optional(z.string()),
  /** The oldest sequence kept; one more than the last when none is. */
  firstSequence: z.int(),
  lastSequence: z.int(),
  viewedSequence: z.int(),
  retained: z.optional(retainedMarkSchema),
  /** Arrivals in each of the minutes up to `minute`, oldest first: at most an hour of them. */
  minute: z.optional(z.int()),
  arrivals: z.optional(z.array(z.int())),
});
export type TenantRow = z.infer<typeof tenantRowSchema>;

/** The row of a tenant of whom nothing is kept yet. */
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

/** The row with so many more arrivals at a time. Within an hour a clock that was set back counts into the last minute. */
export function addArrivals(row: TenantRow, at: number, count: number): TenantRow {
  if (count === 0) return row;
  const minute = Math.floor(at / 60_000);
  const arrivals = readArrivals(row, Math.max(minute, row.minute ?? minute));
  // A clock that was far ahead would stop the count for as long: begin anew.
  if ((row.minute ?? minute) - minute >= MINUTES) {
    return { ...row, minute, arrivals: [...emptyHour().slice(1), count] };
  }
  arrivals.push((arrivals.pop() ?? 0) + count);
  return { ...row, minute: Math.max(minute, row.minute ?? minute), arrivals };
}

/** Arrivals in each minute of the hour that ends with the present minute, oldest first. */
export function readArrivals(row: TenantRow, minute: number): number[] {
  const hour = emptyHour();
  const known = row.arrivals ?? [];
  return hour.map((_, index) => {
    const age = MINUTES - 1 - index;
    return known[known.length - 1 - (age - (minute - (row.minute ?? minute)))] ?? 0;
  });
}

function emptyHour(): number[] {
  return Array.from({ length: MINUTES }, () => 0);
}
