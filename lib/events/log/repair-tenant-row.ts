import { EventLogError } from "./event-log-error.ts";
import { storedEventSchema } from "./event-log.ts";
import type { LogMark } from "./log-mark.ts";
import { leaveToTransaction, rangeOf, type LogTransaction } from "./log-transaction.ts";
import { formatTimestamp } from "../stream/stream-request.ts";
import { newTenantRow, parseTenantRow, type TenantRow } from "./tenant-row.ts";
import { writeMarks } from "./write-marks.ts";

/**
 * Read a tenant's row; one that cannot be read, or that is gone from beside its events, is made anew from the events, which know their
 * sequences and cursors. The stream then goes on behind the newest event: what comes twice for it
 * is recognised, nothing is lost, and a mark says what happened.
 *
 * @param at now, in milliseconds since the epoch; where it is not known the mark takes the time of the newest event
 */
export async function repairTenantRow(
  tx: LogTransaction,
  tenantId: string,
  at?: number,
): Promise<{ row: TenantRow; marks: LogMark[] }> {
  const known = await readRow(tx, tenantId);
  if (known !== undefined) return { row: known, marks: [] };
  const { row, storedAt } = await rebuild(tx, tenantId);
  leaveToTransaction(tx.objectStore("tenants").put(row));
  return { row, marks: await writeMarks(tx, row, [{ kind: "repaired" }], at ?? storedAt) };
}

/** Undefined for a row that cannot be read, or that is gone. */
async function readRow(tx: LogTransaction, tenantId: string): Promise<TenantRow | undefined> {
  const stored: unknown = await tx.objectStore("tenants").get(tenantId);
  if (stored === undefined) {
    const key = await tx.objectStore("events").getKey(rangeOf(tenantId, 0, Infinity));
    return key === undefined ? newTenantRow(tenantId) : undefined;
  }
  try {
    return parseTenantRow(tenantId, stored);
  } catch (cause) {
    if (cause instanceof EventLogError) return undefined;
    throw cause;
  }
}

async function rebuild(
  tx: LogTransaction,
  tenantId: string,
): Promise<{ row: TenantRow; storedAt: number }> {
  const events = tx.objectStore("events");
  const range = rangeOf(tenantId, 0, Infinity);
  const [oldest, newest] = [
    await events.openKeyCursor(range, "next"),
    await events.openKeyCursor(range, "prev"),
  ].map((cursor) => readSequence(cursor?.primaryKey));
  if (oldest === undefined || newest === undefined) {
    return { row: newTenantRow(tenantId), storedAt: 0 };
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
  return { row, storedAt: last.success ? last.data.storedAt : 0 };
}

function readSequence(key: IDBValidKey | undefined): number | undefined {
  const sequence = Array.isArray(key) ? key[1] : undefined;
  return typeof sequence === "number" ? sequence : undefined;
}
