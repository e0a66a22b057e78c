import { appendBatch, forgetTenant, trimEvents } from "./append-batch.ts";
import { DEFAULT_RETENTION } from "./drop-oldest.ts";
import {
  deleteEventDatabase,
  createEventConnections,
  type EventConnection,
} from "./event-connection.ts";
import { EventLogError } from "./event-log-error.ts";
import type { EventLog, Retention } from "./event-log.ts";
import { createEventRoom } from "./event-room.ts";
import { logMarkSchema } from "./log-mark.ts";
import { leaveToTransaction, runTransaction } from "./log-transaction.ts";
import {
  keepReadable,
  readArrived,
  readNewest,
  readRange,
  readSequences,
  readTexts,
} from "./read-events.ts";
import { readTenantRow, repairTenantRow } from "./repair-tenant-row.ts";
import { retryWhenFull } from "./retry-when-full.ts";
import {
  parseTenantRow,
  readArrivals,
  readPosition,
  summarize,
  type TenantRow,
} from "./tenant-row.ts";

export interface OpenEventLogOptions {
  /** Name of the database. Default `events`. */
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  /** How much of a tenant's events is kept, where it differs from the default; asked at each read of the stream. */
  readonly retentionOf?: (tenantId: string) => Partial<Retention>;
  /** Called when a database that an older page held on to is open: what waits for it can go on. */
  readonly onUnblocked?: () => void;
  /** Waits while a full browser frees space; whoever appends passes one. Default: no wait. */
  readonly pause?: (ms: number) => Promise<void>;
}

const DEFAULT_NAME = "events";
/**
 * Open the log in IndexedDB. A connection that has to give way to an upgrade, or that the browser
 * ends, is opened again by the next call. While an older page holds the database the log is given
 * all the same: each call says `blocked` until that page is gone.
 *
 * @throws {EventLogError} `open-failed`, `damaged`
 */
export async function openEventLog(options: OpenEventLogOptions = {}): Promise<EventLog> {
  const { name = DEFAULT_NAME, indexedDB: factory = indexedDB } = options;
  const pause = options.pause ?? (() => Promise.resolve());
  const connections = createEventConnections(factory, name, options.onUnblocked);
  const retentionOf = (tenantId: string): Retention => ({
    ...DEFAULT_RETENTION,
    ...options.retentionOf?.(tenantId),
  });

  const run = async <Result>(work: (db: EventConnection) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await connections.connect());
    } catch (cause) {
      throw EventLogError.from(cause);
    }
  };

  const readRow = async (db: EventConnection, tenantId: string): Promise<TenantRow> => {
    const row: unknown = await db.get("tenants", tenantId);
    try {
      if (row !== undefined) return parseTenantRow(tenantId, row);
    } catch {
      // It cannot be read.
    }
    return runTransaction(db, async (tx) => (await readTenantRow(tx, tenantId)).row);
  };
  const ofRow = <Result>(tenantId: string, read: (row: TenantRow) => Result): Promise<Result> =>
    run(async (db) => read(await readRow(db, tenantId)));

  /** Counts what was deleted of these tenants; where there is no room for that, it is counted later. */
  const countDeletedEvents = async (tenantIds: Iterable<string>, at: number): Promise<void> => {
    for (const id of tenantIds)
      await run((db) => trimEvents(db, id, retentionOf(id), at)).catch(() => undefined);
  };

  await connections.connect().catch((error: unknown) => {
    if (!(error instanceof EventLogError) || error.code !== "blocked") throw error;
  });

  return {
    async append(tenantId, batch) {
      const room = createEventRoom({ run, readRow, readTenantIds, pause });
      try {
        return await retryWhenFull(room, batch.events?.length ?? 0, () =>
          run((db) => appendBatch(db, tenantId, batch, retentionOf(tenantId))),
        );
      } finally {
        await countDeletedEvents(room.deletedFrom, batch.at);
      }
    },

    async trim(tenantId, at) {
      let dropped = 0;
      for (;;) {
        // A part at a time: what is stored meanwhile does not wait for all of it.
        const went = await run((db) => trimEvents(db, tenantId, retentionOf(tenantId), at));
        if (went === 0) return dropped;
        dropped += went;
      }
    },

    position: (tenantId) => ofRow(tenantId, readPosition),
    summary: (tenantId) => ofRow(tenantId, summarize),
    unreadCount: (tenantId) => ofRow(tenantId, (row) => summarize(row).unread),
    countByMinute: (tenantId, now) =>
      ofRow(tenantId, (row) => readArrivals(row, Math.floor(now / 60_000))),

    latest: (tenantId, limit) =>
      run(async (db) => {
        const { lastSequence } = await readRow(db, tenantId);
        // Sequences have no holes, so the newest `limit` are a range.
        return (await readRange(db, tenantId, lastSequence - limit + 1, lastSequence)).toReversed();
      }),

    since: (tenantId, sequence, { limit = 1_000 } = {}) =>
      run(async (db) => {
        const row = await readRow(db, tenantId);
        const lower = Math.max(sequence + 1, row.firstSequence);
        return readRange(db, tenantId, lower, Math.min(row.lastSequence, lower + limit - 1));
      }),

    arrived: (tenantId, { from, to, limit = 1_000 }) =>
      run((db) => readArrived(db, tenantId, { from, to, limit })),

    find: (tenantId, id) => run((db) => readNewest(db, "byId", IDBKeyRange.only([tenantId, id]))),
    pick: (tenantId, sequences) => run((db) => readSequences(db, tenantId, sequences)),

    async previous(tenantId, { sequence, subjectKey }) {
      if (subjectKey === undefined) return undefined;
      const [lower, upper] = [0, sequence].map((at) => [tenantId, subjectKey, at]);
      const range = IDBKeyRange.bound(lower, upper, false, true);
      return run((db) => readNewest(db, "bySubject", range));
    },

    async *chunks(tenantId, { size = 500, after = 0 } = {}) {
      const { lastSequence } = await ofRow(tenantId, (row) => row);
      let next = after + 1;
      while (next <= lastSequence) {
        // Asked each time: old events may go while others are read.
        const { firstSequence } = await ofRow(tenantId, (row) => row);
        const lower = Math.max(next, firstSequence);
        const upper = Math.min(lower + size - 1, lastSequence);
        const events = await run((db) => readRange(db, tenantId, lower, upper));
        next = upper + 1;
        if (events.length > 0) yield events;
      }
    },

    async *texts(tenantId, { after = 0 } = {}) {
      const readNext = (last: number) =>
        run(async (db) => readTexts(db, await readRow(db, tenantId), last));
      let piece = await readNext(after);
      for (; piece !== undefined; piece = await readNext(piece.last)) {
        // What is damaged has no texts, and hides none of those behind it.
        if (piece.texts.length > 0) yield piece.texts;
      }
    },

    marks: (tenantId) =>
      run(async (db) => {
        const [{ firstSequence }, rows] = await Promise.all([
          readRow(db, tenantId),
          db.getAllFromIndex("marks", "byTenant", tenantId),
        ]);
        // What stands before the oldest event is past; it is deleted when the next mark is written.
        return keepReadable(logMarkSchema, rows).filter(
          ({ afterSequence }) => afterSequence >= firstSequence - 1,
        );
      }),

    markViewed: (tenantId, through) =>
      run((db) =>
        runTransaction(db, async (tx) => {
          const { row } = await repairTenantRow(tx, tenantId);
          const seen = Math.min(through ?? row.lastSequence, row.lastSequence);
          if (seen <= row.viewedSequence) return;
          leaveToTransaction(tx.objectStore("tenants").put({ ...row, viewedSequence: seen }));
        }),
      ),

    tenantIds: () => run(readTenantIds),
    forget: (tenantId) => run((db) => forgetTenant(db, tenantId)),
    close: () => connections.close(),
  };
}

async function readTenantIds(db: EventConnection): Promise<string[]> {
  const keys = await db.getAllKeys("tenants");
  return keys.filter((key) => typeof key === "string");
}

/**
 * Delete the log of all tenants, for when it is damaged or cannot be opened. Close it first. Resolves
 * when nothing holds on to it any more.
 *
 * @throws {EventLogError} `open-failed`
 */
export function deleteEventLog(
  options: Pick<OpenEventLogOptions, "name" | "indexedDB"> = {},
): Promise<void> {
  const { name = DEFAULT_NAME, indexedDB: factory = indexedDB } = options;
  return deleteEventDatabase(factory, name);
}
