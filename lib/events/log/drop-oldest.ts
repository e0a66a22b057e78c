import * as z from "zod/mini";

import type { Retention } from "./event-log.ts";
import { ignoreRejection, rangeOf, readSequence, type LogTransaction } from "./log-transaction.ts";
import type { RetainedMark } from "./log-mark.ts";
import type { TenantRow } from "./tenant-row.ts";

export const defaultRetention: Retention = { maxEvents: 50_000, maxAgeMs: 30 * 86_400_000 };

const arrivalSchema = z.looseObject({ storedAt: z.number() });
/** The number of old events that one request reads. */
const chunkSize = 200;
/** The approximate number of expired events that one transaction deletes. */
const maxExpired = 2_000;

/**
 * Deletes the oldest events over the maximum number, then the events that are too old. Sequences
 * have no holes. An event with a wrong arrival time, even one far in the future, is therefore
 * deleted together with its neighbours.
 */
export async function applyRetention(
  tx: LogTransaction,
  row: TenantRow,
  { maxEvents, maxAgeMs }: Retention,
  at: number,
): Promise<TenantRow> {
  const surplus = row.lastSequence - row.firstSequence + 1 - Math.max(0, maxEvents);
  const fewer = surplus > 0 ? await dropOldest(tx, row, surplus, "count", at) : row;
  const expired = await countExpired(tx, fewer, at, maxAgeMs);
  return expired > 0 ? dropOldest(tx, fewer, expired, "age", at) : fewer;
}

/**
 * Deletes the `count` oldest events and their texts, and writes nothing. If the browser's storage
 * is full, every transaction that writes fails, even for one row. `countDeleted` counts these
 * events later.
 */
export function deleteOldest(tx: LogTransaction, row: TenantRow, count: number): void {
  const last = Math.min(row.firstSequence + count - 1, row.lastSequence);
  ignoreRejection(tx.objectStore("events").delete(rangeOf(row.tenantId, 0, last)));
  ignoreRejection(tx.objectStore("texts").delete(rangeOf(row.tenantId, 0, last)));
}

/**
 * Adds the number of events that `deleteOldest` deleted to the tenant's `retained` mark. Compares
 * the row with the oldest stored event, and so finds the deletions of an earlier worker too.
 */
export async function countDeleted(
  tx: LogTransaction,
  row: TenantRow,
  at: number,
): Promise<TenantRow> {
  const { tenantId, firstSequence, lastSequence } = row;
  if (lastSequence < firstSequence) return row;
  const key = await tx.objectStore("events").getKey(rangeOf(tenantId, firstSequence, lastSequence));
  const oldest = readSequence(key) ?? lastSequence + 1;
  if (oldest === firstSequence) return row;
  const to = (await readArrival(tx, tenantId, oldest)) ?? at;
  const from = row.startedFrom === undefined ? to : Date.parse(row.startedFrom);
  const before = row.retained;
  return {
    ...row,
    firstSequence: oldest,
    retained: {
      kind: "retained",
      count: (before?.count ?? 0) + (oldest - firstSequence),
      from: before?.from ?? Math.min(from, to),
      to,
      at,
      why: "quota",
    },
  };
}

/** Deletes the `count` oldest events and their texts, and counts them in the `retained` mark. */
async function dropOldest(
  tx: LogTransaction,
  row: TenantRow,
  count: number,
  why: RetainedMark["why"],
  at: number,
): Promise<TenantRow> {
  const { tenantId, firstSequence } = row;
  const last = Math.min(firstSequence + count - 1, row.lastSequence);
  if (last < firstSequence) return row;
  const [from, to] = await Promise.all([
    readArrival(tx, tenantId, firstSequence),
    readArrival(tx, tenantId, last),
  ]);
  ignoreRejection(tx.objectStore("events").delete(rangeOf(tenantId, 0, last)));
  // A block of texts has the key of its last event, so it stays until that event is deleted.
  ignoreRejection(tx.objectStore("texts").delete(rangeOf(tenantId, 0, last)));
  const before = row.retained;
  return {
    ...row,
    firstSequence: last + 1,
    retained: {
      kind: "retained",
      count: (before?.count ?? 0) + (last - firstSequence + 1),
      from: before?.from ?? from ?? at,
      to: to ?? before?.to ?? at,
      at,
      why,
    },
  };
}

async function countExpired(
  tx: LogTransaction,
  row: TenantRow,
  at: number,
  maxAgeMs: number,
): Promise<number> {
  const cutoff = at - maxAgeMs;
  const events = tx.objectStore("events");
  let count = 0;
  while (count < maxExpired) {
    const lower = row.firstSequence + count;
    const upper = Math.min(row.lastSequence, count === 0 ? lower : lower + chunkSize - 1);
    if (upper < lower) break;
    const rows: unknown[] = await events.getAll(rangeOf(row.tenantId, lower, upper));
    // A row without a readable arrival time counts as old, so it is deleted with its neighbours.
    const young = rows.findIndex((event) => (readStoredAt(event) ?? -Infinity) >= cutoff);
    if (young === 0 && count === 0) {
      if ((readStoredAt(rows[0]) ?? at) <= at) return 0;
      // The arrival time of the oldest event is in the future, because the clock was ahead. If the
      // index finds an expired event, all events up to that one are deleted.
      const expired = IDBKeyRange.bound([row.tenantId], [row.tenantId, cutoff], false, true);
      const last = readSequence(await events.index("byArrival").getKey(expired));
      if (last === undefined) return 0;
      count = last - lower + 1;
    } else if (young >= 0) return count + young;
    else count += upper - lower + 1;
  }
  return count;
}

async function readArrival(
  tx: LogTransaction,
  tenantId: string,
  sequence: number,
): Promise<number | undefined> {
  return readStoredAt(await tx.objectStore("events").get([tenantId, sequence]));
}

function readStoredAt(event: unknown): number | undefined {
  const parsed = arrivalSchema.safeParse(event);
  return parsed.success ? parsed.data.storedAt : undefined;
}
