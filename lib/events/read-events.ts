import type * as z from "zod/mini";

import type { EventConnection } from "./event-connection.ts";
import type { EventText, StoredEvent } from "./event-log.ts";
import { rangeOf } from "./log-transaction.ts";
import { readStoredEvent, readStoredEvents } from "./read-stored-event.ts";
import type { TenantRow } from "./tenant-row.ts";
import { readTextBlock } from "./text-block.ts";

/** Blocks of texts read at once. One may hold a single event or some hundred. */
const BLOCKS = 200;

/** Events from one sequence to another, oldest first. */
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

/** The newest events up to a sequence, newest first, of some types alone. */
export async function readNewestOfTypes(
  db: EventConnection,
  tenantId: string,
  options: { types: readonly string[]; limit: number; upper: number },
): Promise<StoredEvent[]> {
  const { types, limit, upper } = options;
  const tx = db.transaction("events");
  const index = tx.store.index("byType");
  // A cursor for each type; the one that stands at the newest event is the one to move.
  const cursors = await Promise.all(
    [...new Set(types)].map((type) => {
      const range = IDBKeyRange.bound([tenantId, type, 0], [tenantId, type, upper]);
      return index.openKeyCursor(range, "prev");
    }),
  );
  const sequences: number[] = [];
  while (sequences.length < limit) {
    const places = cursors.map((cursor) => readLast(cursor?.key));
    const newest = Math.max(...places);
    if (newest === -Infinity) break;
    sequences.push(newest);
    const moved = places.indexOf(newest);
    cursors[moved] = (await cursors[moved]?.continue()) ?? null;
  }
  const rows: unknown[] = await Promise.all(
    sequences.map((sequence): Promise<unknown> => tx.store.get([tenantId, sequence])),
  );
  return readStoredEvents(rows);
}

/** Events by arrival, oldest first. */
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

/** One event that an index finds, the newest when it finds several. */
export async function readNewest(
  db: EventConnection,
  index: "byId" | "bySubject",
  range: IDBKeyRange,
): Promise<StoredEvent | undefined> {
  const cursor = await db.transaction("events").store.index(index).openCursor(range, "prev");
  const row: unknown = cursor?.value;
  return readStoredEvent(row);
}

/** Events by sequence, in the order asked. */
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

/** The next texts behind a sequence, oldest first; none at the end. */
export async function readTexts(
  db: EventConnection,
  row: TenantRow,
  after: number,
): Promise<EventText[]> {
  const lower = Math.max(after + 1, row.firstSequence);
  if (lower > row.lastSequence) return [];
  const range = rangeOf(row.tenantId, lower, Infinity);
  const rows: unknown[] = await db.getAll("texts", range, BLOCKS);
  return rows.flatMap(readTextBlock).filter(({ sequence }) => sequence >= lower);
}

/** One bad row never hides the others. */
export function keepReadable<Schema extends z.ZodMiniType>(
  schema: Schema,
  rows: readonly unknown[],
): z.infer<Schema>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

function readLast(key: IDBValidKey | undefined): number {
  const last = Array.isArray(key) ? key.at(-1) : undefined;
  return typeof last === "number" ? last : -Infinity;
}
