import type * as z from "zod/mini";

import type { EventConnection } from "./event-connection.ts";
import type { EventText, StoredEvent } from "./event-log.ts";
import { rangeOf, readSequence } from "./log-transaction.ts";
import { readStoredEvent, readStoredEvents } from "./read-stored-event.ts";
import type { TenantRow } from "./tenant-row.ts";
import { readTextBlock } from "./text-block.ts";

/** The number of texts that a page can load within a frame. */
const textsAtOnce = 2_000;

/** Reads the events between two sequences, both included, oldest first. */
export async function readRange(
  db: EventConnection,
  tenantId: string,
  lower: number,
  upper: number,
): Promise<StoredEvent[]> {
  if (upper < lower) return [];
  const rows: unknown[] = await db.getAll("events", rangeOf(tenantId, lower, upper));
  return readStoredEvents(rows);
}

/** Reads events by their arrival time, oldest first. */
export async function readArrived(
  db: EventConnection,
  tenantId: string,
  range: { from: number; to?: number | undefined; limit: number },
): Promise<StoredEvent[]> {
  const { from, to = Infinity, limit } = range;
  if (!(from < to)) return [];
  const keys = IDBKeyRange.bound([tenantId, from], [tenantId, to], false, true);
  const rows: unknown[] = await db.getAllFromIndex("events", "byArrival", keys, limit);
  return readStoredEvents(rows);
}

/** Reads the newest event in a range of an index. */
export async function readNewest(
  db: EventConnection,
  index: "byId" | "bySubject",
  range: IDBKeyRange,
): Promise<StoredEvent | undefined> {
  const cursor = await db.transaction("events").store.index(index).openCursor(range, "prev");
  const row: unknown = cursor?.value;
  return readStoredEvent(row);
}

/** Reads events by their sequences, in the given order. */
export async function readSequences(
  db: EventConnection,
  tenantId: string,
  sequences: readonly number[],
): Promise<StoredEvent[]> {
  const { store } = db.transaction("events");
  const rows: unknown[] = await Promise.all(
    sequences.map((sequence): Promise<unknown> => store.get([tenantId, sequence])),
  );
  return readStoredEvents(rows);
}

/**
 * Reads the next texts after a sequence, oldest first. `last` is the sequence of the last text.
 *
 * @returns undefined at the end of the log
 */
export async function readTexts(
  db: EventConnection,
  row: TenantRow,
  after: number,
): Promise<{ texts: readonly EventText[]; last: number } | undefined> {
  const lower = Math.max(after + 1, row.firstSequence);
  if (lower > row.lastSequence) return undefined;
  const rest = rangeOf(row.tenantId, lower, Infinity);
  const keys = await db.getAllKeys("texts", rest, textsAtOnce);
  // A block holds from one to a few hundred events. Its key has the sequence of its last event.
  const [first, ...others] = keys.map((key) => readSequence(key) ?? -Infinity);
  if (first === undefined) return undefined;
  const last = others.findLast((end) => end < lower + textsAtOnce) ?? first;
  const rows: unknown[] = await db.getAll("texts", rangeOf(row.tenantId, lower, last));
  const texts = rows.flatMap(readTextBlock).filter(({ sequence }) => sequence >= lower);
  return { texts, last };
}

/** Parses rows, and omits those that are not valid. */
export function keepReadable<Schema extends z.ZodMiniType>(
  schema: Schema,
  rows: readonly unknown[],
): z.infer<Schema>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}
