import { forgetTenant, trimEvents } from "./append-batch.ts";
import { createAppend } from "./create-append.ts";
import { defaultRetention } from "./drop-oldest.ts";
import {
  deleteEventDatabase,
  createEventConnections,
  type EventConnection,
} from "./event-connection.ts";
import { EventLogError } from "./event-log-error.ts";
import type { EventLog, Retention } from "./event-log.ts";
import { logMarkSchema } from "./log-mark.ts";
import { ignoreRejection, runTransaction } from "./log-transaction.ts";
import {
  keepReadable,
  readArrived,
  readNewest,
  readRange,
  readSequences,
  readTexts,
} from "./read-events.ts";
import { readTenantRow, repairTenantRow } from "./repair-tenant-row.ts";
import {
  parseTenantRow,
  readArrivals,
  readPosition,
  summarize,
  type TenantRow,
} from "./tenant-row.ts";

export interface OpenEventLogOptions {
  /** The name of the database. Default `events`. */
  readonly name?: string;
  readonly indexedDB?: IDBFactory;
  /** Returns a tenant's limits where they differ from the default. Called at each append. */
  readonly retentionOf?: (tenantId: string) => Partial<Retention>;
  /** Called when the database opens after an older page blocked it. */
  readonly onUnblocked?: () => void;
  /** Waits while the browser frees space. Only `append` needs it. Default: no wait. */
  readonly pause?: (ms: number) => Promise<void>;
}

const defaultName = "events";

/**
 * Opens the log in IndexedDB. If an upgrade or the browser closes the connection, the next call
 * opens it again. If an older page blocks the database, this function still returns the log. Each
 * call of the log then rejects with `blocked` until that page closes.
 *
 * @throws {EventLogError} `open-failed`, `damaged`
 */
export async function openEventLog(options: OpenEventLogOptions = {}): Promise<EventLog> {
  const { name = defaultName, indexedDB: factory = indexedDB } = options;
  const pause = options.pause ?? (() => Promise.resolve());
  const connections = createEventConnections(factory, name, options.onUnblocked);
  const retentionOf = (tenantId: string): Retention => ({
    ...defaultRetention,
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
      // The row is damaged, so it is rebuilt from the events below.
    }
    return runTransaction(db, async (tx) => (await readTenantRow(tx, tenantId)).row);
  };
  const withRow = <Result>(tenantId: string, read: (row: TenantRow) => Result): Promise<Result> =>
    run(async (db) => read(await readRow(db, tenantId)));

  await connections.connect().catch((error: unknown) => {
    if (!(error instanceof EventLogError) || error.code !== "blocked") throw error;
  });

  return {
    append: createAppend({ run, readRow, readTenantIds, pause, retentionOf }),

    async trim(tenantId, at) {
      let dropped = 0;
      for (;;) {
        // Each transaction deletes only a part, so that another append need not wait long.
        const count = await run((db) => trimEvents(db, tenantId, retentionOf(tenantId), at));
        if (count === 0) return dropped;
        dropped += count;
      }
    },

    position: (tenantId) => withRow(tenantId, readPosition),
    summary: (tenantId) => withRow(tenantId, summarize),
    unreadCount: (tenantId) => withRow(tenantId, (row) => summarize(row).unread),
    countByMinute: (tenantId, now) =>
      withRow(tenantId, (row) => readArrivals(row, Math.floor(now / 60_000))),

    latest: (tenantId, limit) =>
      run(async (db) => {
        const { lastSequence } = await readRow(db, tenantId);
        // Sequences have no holes, so the newest `limit` events are a range.
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
      const { lastSequence } = await withRow(tenantId, (row) => row);
      let next = after + 1;
      while (next <= lastSequence) {
        // The row is read again for each chunk: retention may delete events meanwhile.
        const { firstSequence } = await withRow(tenantId, (row) => row);
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
        // A piece is empty if all its blocks are damaged; the pieces after it must still be read.
        if (piece.texts.length > 0) yield piece.texts;
      }
    },

    marks: (tenantId) =>
      run(async (db) => {
        const [{ firstSequence }, rows] = await Promise.all([
          readRow(db, tenantId),
          db.getAllFromIndex("marks", "byTenant", tenantId),
        ]);
        // Marks before the oldest event are obsolete; the next write of a mark deletes them.
        return keepReadable(logMarkSchema, rows).filter(
          ({ afterSequence }) => afterSequence >= firstSequence - 1,
        );
      }),

    markViewed: (tenantId, through) =>
      run((db) =>
        runTransaction(db, async (tx) => {
          const { row } = await repairTenantRow(tx, tenantId);
          const viewedSequence = Math.min(through ?? row.lastSequence, row.lastSequence);
          if (viewedSequence <= row.viewedSequence) return;
          ignoreRejection(tx.objectStore("tenants").put({ ...row, viewedSequence }));
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
 * Deletes the log of all tenants, if it is damaged or cannot be opened. Close the log first.
 * Resolves once no page holds the database open.
 *
 * @throws {EventLogError} `open-failed`
 */
export function deleteEventLog(
  options: Pick<OpenEventLogOptions, "name" | "indexedDB"> = {},
): Promise<void> {
  const { name = defaultName, indexedDB: factory = indexedDB } = options;
  return deleteEventDatabase(factory, name);
}
