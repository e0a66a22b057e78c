import { EventLogError } from "./event-log-error.ts";
import { storedEventSchema } from "./event-log.ts";
import type { LogMark } from "./log-mark.ts";
import { ignoreRejection, rangeOf, readSequence, type LogTransaction } from "./log-transaction.ts";
import { formatTimestamp } from "../stream/stream-request.ts";
import { newTenantRow, parseTenantRow, type TenantRow } from "./tenant-row.ts";
import { writeMarks } from "./write-marks.ts";

/**
 * Reads a tenant's row. A damaged or missing row is rebuilt from the events, which contain their
 * sequences and cursors. The stream then resumes after the newest event. No event is lost, and an
 * event that arrives again is recognized.
 *
 * @returns `newestArrival` only for a rebuilt row: the arrival time of the newest event
 */
export async function readTenantRow(
  tx: LogTransaction,
  tenantId: string,
): Promise<{ row: TenantRow; newestArrival?: number }> {
  const stored: unknown = await tx.objectStore("tenants").get(tenantId);
  if (stored === undefined) {
    const key = await tx.objectStore("events").getKey(rangeOf(tenantId, 0, Infinity));
    return key === undefined ? { row: newTenantRow(tenantId) } : rebuild(tx, tenantId);
  }
  try {
    return { row: parseTenantRow(tenantId, stored) };
  } catch (cause) {
    if (!(cause instanceof EventLogError)) throw cause;
    return rebuild(tx, tenantId);
  }
}

/**
 * Reads a tenant's row before a write. A rebuilt row is stored together with a mark. Pages only
 * read, so they call `readTenantRow`, which stores nothing.
 *
 * @param at the time of the mark, in milliseconds since the epoch; default: the newest arrival
 */
export async function repairTenantRow(
  tx: LogTransaction,
  tenantId: string,
  at?: number,
): Promise<{ row: TenantRow; marks: LogMark[] }> {
  const { row, newestArrival } = await readTenantRow(tx, tenantId);
  if (newestArrival === undefined) return { row, marks: [] };
  ignoreRejection(tx.objectStore("tenants").put(row));
  return { row, marks: await writeMarks(tx, row, [{ kind: "repaired" }], at ?? newestArrival) };
}

async function rebuild(
  tx: LogTransaction,
  tenantId: string,
): Promise<{ row: TenantRow; newestArrival: number }> {
  const events = tx.objectStore("events");
  const range = rangeOf(tenantId, 0, Infinity);
  const [oldest, newest] = [
    await events.openKeyCursor(range, "next"),
    await events.openKeyCursor(range, "prev"),
  ].map((cursor) => readSequence(cursor?.primaryKey));
  if (oldest === undefined || newest === undefined) {
    return { row: newTenantRow(tenantId), newestArrival: 0 };
  }
  const last = storedEventSchema.safeParse(await events.get([tenantId, newest]));
  const cursor = last.success ? last.data.offset : undefined;
  const resumeFrom = last.success ? formatTimestamp(last.data.time) : undefined;
  const row: TenantRow = {
    ...newTenantRow(tenantId),
    firstSequence: oldest,
    lastSequence: newest,
    // The last viewed event is unknown. If all counted as unread, the new ones would not stand out.
    viewedSequence: newest,
    ...(cursor === undefined ? {} : { cursor }),
    ...(resumeFrom === undefined ? {} : { resumeFrom }),
  };
  return { row, newestArrival: last.success ? last.data.storedAt : 0 };
}
