import * as z from "zod/mini";

import type { Retention } from "./event-log.ts";
import {
  leaveToTransaction,
  rangeOf,
  readSequence,
  type LogTransaction,
} from "./log-transaction.ts";
import type { RetainedMark } from "./log-mark.ts";
import type { TenantRow } from "./tenant-row.ts";

export const DEFAULT_RETENTION: Retention = { maxEvents: 50_000, maxAgeMs: 30 * 86_400_000 };

const arrivalSchema = z.looseObject({ storedAt: z.number() });
/** How many of the oldest are looked at together, and how many old ones may go in one transaction. */
const CHUNK = 200;
const MOST_AT_ONCE = 2_000;

/**
 * Let the oldest events go that are too many, then those that are too old. Events that arrived
 * at a wrong time of the clock, be it far ahead, go with their neighbours: sequences are kept without holes.
 */
export async function applyRetention(
  tx: LogTransaction,
  row: TenantRow,
  { maxEvents, maxAgeMs }: Retention,
  at: number,
): Promise<TenantRow> {
  const surplus = row.lastSequence - row.firstSequence + 1 - Math.max(0, maxEvents);
  const fewer = surplus > 0 ? await dropOldest(tx, row, surplus, "count", at) : row;
  const old = await countOld(tx, fewer, at, maxAgeMs);
  return old > 0 ? dropOldest(tx, fewer, old, "age", at) : fewer;
}

/**
 * Remove the `count` oldest events and their texts, and nothing else: a browser that has no room
 * refuses each transaction that writes, were it but a tenant's row. `countDeleted` counts them later.
 */
export function deleteOldest(tx: LogTransaction, row: TenantRow, count: number): void {
  const last = Math.min(row.firstSequence + count - 1, row.lastSequence);
  leaveToTransaction(tx.objectStore("events").delete(rangeOf(row.tenantId, 0, last)));
  leaveToTransaction(tx.objectStore("texts").delete(rangeOf(row.tenantId, 0, last)));
}

/** Count what `deleteOldest` took away, also in a worker that died behind it, in the tenant's marker. */
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

/** Remove the `count` oldest events and their texts, and count them in the tenant's marker. */
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
  leaveToTransaction(tx.objectStore("events").delete(rangeOf(tenantId, 0, last)));
  // A block that reaches beyond stays until its last event goes.
  leaveToTransaction(tx.objectStore("texts").delete(rangeOf(tenantId, 0, last)));
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

async function countOld(
  tx: LogTransaction,
  row: TenantRow,
  at: number,
  maxAgeMs: number,
): Promise<number> {
  const cutoff = at - maxAgeMs;
  const events = tx.objectStore("events");
  let count = 0;
  while (count < MOST_AT_ONCE) {
    const lower = row.firstSequence + count;
    const upper = Math.min(row.lastSequence, count === 0 ? lower : lower + CHUNK - 1);
    if (upper < lower) break;
    const rows: unknown[] = await events.getAll(rangeOf(row.tenantId, lower, upper));
    // What cannot be read has no age; it goes with what is around it.
    const young = rows.findIndex((event) => (readStoredAt(event) ?? -Infinity) >= cutoff);
    if (young === 0 && count === 0) {
      if ((readStoredAt(rows[0]) ?? at) <= at) return 0;
      // The clock was ahead when it arrived: it is older than whatever came behind it.
      const old = IDBKeyRange.bound([row.tenantId], [row.tenantId, cutoff], false, true);
      const last = readSequence(await events.index("byArrival").getKey(old));
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
