import { EventLogError } from "./event-log-error.ts";
import { storedEventSchema } from "./event-log.ts";
import type { LogMark } from "./log-mark.ts";
import {
  leaveToTransaction,
  rangeOf,
  readSequence,
  type LogTransaction,
} from "./log-transaction.ts";
import { formatTimestamp } from "../stream/stream-request.ts";
import { newTenantRow, parseTenantRow, type TenantRow } from "./tenant-row.ts";
import { writeMarks } from "./write-marks.ts";

/**
 * Read a tenant's row; one that cannot be read, or that is gone from beside its events, is put together from the events, which know
 * their sequences and cursors. The stream then goes on behind the newest event: what comes twice for it is recognised, nothing is lost.
 *
 * @returns besides, where it was put together, when the newest event arrived
 */
export async function readTenantRow(
  tx: LogTransaction,
  tenantId: string,
): Promise<{ row: TenantRow; rebuiltFrom?: number }> {
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
 * The same for whoever is about to write: what was put together is stored, and a mark says what happened. Those who read leave it to
 * them, for the worker alone writes.
 *
 * @param at now, in milliseconds since the epoch; where it is not known the mark takes the time of the newest event
 */
export async function repairTenantRow(
  tx: LogTransaction,
  tenantId: string,
  at?: number,
): Promise<{ row: TenantRow; marks: LogMark[] }> {
  const { row, rebuiltFrom } = await readTenantRow(tx, tenantId);
  if (rebuiltFrom === undefined) return { row, marks: [] };
  leaveToTransaction(tx.objectStore("tenants").put(row));
  return { row, marks: await writeMarks(tx, row, [{ kind: "repaired" }], at ?? rebuiltFrom) };
}

async function rebuild(
  tx: LogTransaction,
  tenantId: string,
): Promise<{ row: TenantRow; rebuiltFrom: number }> {
  const events = tx.objectStore("events");
  const range = rangeOf(tenantId, 0, Infinity);
  const [oldest, newest] = [
    await events.openKeyCursor(range, "next"),
    await events.openKeyCursor(range, "prev"),
  ].map((cursor) => readSequence(cursor?.primaryKey));
  if (oldest === undefined || newest === undefined) {
    return { row: newTenantRow(tenantId), rebuiltFrom: 0 };
  }
  const last = storedEventSchema.safeParse(await events.get([tenantId, newest]));
  const cursor = last.success ? last.data.offset : undefined;
  const resumeFrom = last.success ? formatTimestamp(last.data.time) : undefined;
  const row: TenantRow = {
    ...newTenantRow(tenantId),
    firstSequence: oldest,
    lastSequence: newest,
    // What was seen is not known any more; calling it all unread would bury what is new.
    viewedSequence: newest,
    ...(cursor === undefined ? {} : { cursor }),
    ...(resumeFrom === undefined ? {} : { resumeFrom }),
  };
  return { row, rebuiltFrom: last.success ? last.data.storedAt : 0 };
}
