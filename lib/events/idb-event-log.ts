import * as z from "zod/mini";

import { openEventDatabase, type EventConnection } from "./event-database.ts";
import { EventLogError } from "./event-log-error.ts";
import {
  logMarkSchema,
  storedEventSchema,
  type AppendResult,
  type EventLog,
  type LogBatch,
  type LogMark,
  type StoredEvent,
} from "./event-log.ts";
import type { TenantEvent } from "./schemas.ts";

export interface OpenEventLogOptions {
  /** Name of the database. Default `events`. */
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  /** Events kept for each tenant; the oldest give way. Default 50,000. */
  readonly maxEvents?: number;
}

const tenantRowSchema = z.object({
  tenantId: z.string(),
  cursor: z.optional(z.string()),
  resumeFrom: z.optional(z.string()),
  /** The oldest sequence kept; one more than the last when none is. */
  firstSequence: z.int(),
  lastSequence: z.int(),
  viewedSequence: z.int(),
});
type TenantRow = z.infer<typeof tenantRowSchema>;

const MAX_MARKS = 1_000;
// Survives a stopped worker and a killed browser; only a power cut could take the last moments, and the cursor goes with them.
const RELAXED = { durability: "relaxed" } as const;

/**
 * Open the log in IndexedDB. A connection that has to give way to an upgrade, or that the browser
 * ends, is opened again by the next call.
 *
 * @throws {EventLogError} `open-failed`, `blocked`
 */
export async function openEventLog(options: OpenEventLogOptions = {}): Promise<EventLog> {
  const { name = "events", indexedDB: factory = indexedDB, maxEvents = 50_000 } = options;
  let connection: Promise<EventConnection> | undefined;

  const connect = (): Promise<EventConnection> => {
    if (connection !== undefined) return connection;
    const drop = (): void => {
      if (connection === opening) connection = undefined;
    };
    const opening: Promise<EventConnection> = openEventDatabase(factory, name, drop);
    connection = opening;
    opening.catch(drop);
    return opening;
  };

  const run = async <Result>(work: (db: EventConnection) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await connect());
    } catch (cause) {
      throw EventLogError.from(cause);
    }
  };

  const readRow = (tenantId: string): Promise<TenantRow> =>
    run(async (db) => parseRow(tenantId, await db.get("tenants", tenantId)));

  await connect();

  return {
    append: (tenantId, batch) => run((db) => append(db, tenantId, batch, maxEvents)),

    async position(tenantId) {
      const { cursor, resumeFrom } = await readRow(tenantId);
      return { cursor, resumeFrom };
    },

    async cursor(tenantId) {
      return (await readRow(tenantId)).cursor;
    },

    latest: (tenantId, { limit, before }) =>
      run(async (db) => {
        const row = parseRow(tenantId, await db.get("tenants", tenantId));
        const upper = Math.min(row.lastSequence, (before ?? Infinity) - 1);
        // Sequences have no holes, so the newest `limit` are a range.
        const rows = await readRange(db, tenantId, upper - limit + 1, upper);
        return rows.toReversed();
      }),

    since: (tenantId, sequence, { limit = 1_000 } = {}) =>
      run(async (db) => {
        const row = parseRow(tenantId, await db.get("tenants", tenantId));
        const lower = Math.max(sequence + 1, row.firstSequence);
        return readRange(db, tenantId, lower, Math.min(row.lastSequence, lower + limit - 1));
      }),

    marks: (tenantId) =>
      run(async (db) => {
        const rows: unknown[] = await db.getAllFromIndex("marks", "byTenant", tenantId);
        return keepReadable(logMarkSchema, rows);
      }),

    async count(tenantId) {
      const row = await readRow(tenantId);
      return row.lastSequence - row.firstSequence + 1;
    },

    async unreadCount(tenantId) {
      const row = await readRow(tenantId);
      return row.lastSequence - Math.max(row.viewedSequence, row.firstSequence - 1);
    },

    markViewed: (tenantId, through) =>
      run(async (db) => {
        const tx = db.transaction("tenants", "readwrite", RELAXED);
        const row = parseRow(tenantId, await tx.store.get(tenantId));
        const seen = Math.min(through ?? row.lastSequence, row.lastSequence);
        if (seen > row.viewedSequence) await tx.store.put({ ...row, viewedSequence: seen });
        await tx.done;
      }),

    forget: (tenantId) =>
      run(async (db) => {
        const tx = db.transaction(["events", "tenants", "marks"], "readwrite", RELAXED);
        const markKeys = await tx.objectStore("marks").index("byTenant").getAllKeys(tenantId);
        await Promise.all([
          tx.objectStore("events").delete(rangeOf(tenantId, 0, Infinity)),
          tx.objectStore("tenants").delete(tenantId),
          ...markKeys.map((key) => tx.objectStore("marks").delete(key)),
          tx.done,
        ]);
      }),

    close() {
      const closing = connection;
      connection = undefined;
      closing?.then((db) => db.close()).catch(() => undefined);
    },
  };
}

async function append(
  db: EventConnection,
  tenantId: string,
  batch: LogBatch,
  maxEvents: number,
): Promise<AppendResult> {
  const tx = db.transaction(["events", "tenants", "marks"], "readwrite", RELAXED);
  const done = tx.done;
  // Awaited at the end; when a step before it fails, the step's own error is the one to tell.
  leaveToTransaction(done);
  try {
    const events = tx.objectStore("events");
    const row = parseRow(tenantId, await tx.objectStore("tenants").get(tenantId));

    const offered = batch.events ?? [];
    const fresh = await keepUnknown(keepFirstOfEach(offered), (event) =>
      events.index("byId").getKey([tenantId, event.id]),
    );
    const stored = fresh.map((event, index) => ({
      ...event,
      tenantId,
      sequence: row.lastSequence + 1 + index,
      storedAt: batch.at,
    }));
    const lastSequence = row.lastSequence + stored.length;
    const firstSequence = Math.max(row.firstSequence, lastSequence - maxEvents + 1);
    const marks: LogMark[] = (batch.marks ?? []).map((mark) => ({
      ...mark,
      at: batch.at,
      afterSequence: lastSequence,
    }));

    const { cursor, resumeFrom } = batch.position ?? row;
    for (const event of stored) leaveToTransaction(events.add(event));
    for (const mark of marks)
      leaveToTransaction(tx.objectStore("marks").add({ ...mark, tenantId }));
    leaveToTransaction(
      tx.objectStore("tenants").put({ ...row, cursor, resumeFrom, firstSequence, lastSequence }),
    );
    if (firstSequence > row.firstSequence) {
      leaveToTransaction(events.delete(rangeOf(tenantId, row.firstSequence, firstSequence - 1)));
    }
    if (marks.length > 0) {
      const keys = await tx.objectStore("marks").index("byTenant").getAllKeys(tenantId);
      const surplus = keys.slice(0, Math.max(0, keys.length - MAX_MARKS));
      for (const key of surplus) leaveToTransaction(tx.objectStore("marks").delete(key));
    }
    await done;
    return { stored, duplicates: offered.length - stored.length, marks };
  } catch (cause) {
    abort(tx);
    throw cause;
  }
}

/** A request that fails makes its transaction fail, and that is where the failure is told. */
function leaveToTransaction(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

function keepFirstOfEach(events: readonly TenantEvent[]): TenantEvent[] {
  const seen = new Set<string>();
  return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** All or nothing: a request that failed must not leave the others to be committed. */
function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It had ended by itself.
  }
}

async function keepUnknown(
  events: readonly TenantEvent[],
  find: (event: TenantEvent) => Promise<unknown>,
): Promise<TenantEvent[]> {
  const found = await Promise.all(events.map(find));
  return events.filter((_, index) => found[index] === undefined);
}

async function readRange(
  db: EventConnection,
  tenantId: string,
  lower: number,
  upper: number,
): Promise<StoredEvent[]> {
  if (upper < lower) return [];
  const rows: unknown[] = await db.getAll("events", rangeOf(tenantId, lower, upper));
  return keepReadable(storedEventSchema, rows);
}

function rangeOf(tenantId: string, lower: number, upper: number): IDBKeyRange {
  return IDBKeyRange.bound([tenantId, lower], [tenantId, upper]);
}

/** One bad row never hides the others. */
function keepReadable<Schema extends z.ZodMiniType>(
  schema: Schema,
  rows: readonly unknown[],
): z.infer<Schema>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

function parseRow(tenantId: string, row: unknown): TenantRow {
  if (row === undefined) {
    return { tenantId, firstSequence: 1, lastSequence: 0, viewedSequence: 0 };
  }
  const parsed = tenantRowSchema.safeParse(row);
  if (!parsed.success) throw new EventLogError("damaged");
  return parsed.data;
}
