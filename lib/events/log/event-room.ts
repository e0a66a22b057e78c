import { deleteOldest } from "./drop-oldest.ts";
import type { EventConnection } from "./event-connection.ts";
import { rangeOf, readSequence, runTransaction } from "./log-transaction.ts";
import type { Room } from "./retry-when-full.ts";
import { summarize, type TenantRow } from "./tenant-row.ts";

export interface EventRoomOptions {
  readonly run: <Result>(work: (db: EventConnection) => Promise<Result>) => Promise<Result>;
  readonly readRow: (db: EventConnection, tenantId: string) => Promise<TenantRow>;
  readonly readTenantIds: (db: EventConnection) => Promise<readonly string[]>;
  readonly pause: (ms: number) => Promise<void>;
}

export interface EventRoom extends Room {
  /** The tenants whose events were deleted; the log counts them once it can write. */
  readonly deletedFrom: ReadonlySet<string>;
}

/** Chromium merges its files within about this time; until it is over they take more room than before. */
const MERGE_MS = 1_000;

/** Makes room at the expense of the tenant that has the most events. */
export function createEventRoom(options: EventRoomOptions): EventRoom {
  const { run, readRow, readTenantIds, pause } = options;
  const deletedFrom = new Set<string>();

  /** The row with what is there of its events: what was deleted lately is not counted in it yet. */
  async function readExtent(db: EventConnection, tenantId: string): Promise<TenantRow> {
    const row = await readRow(db, tenantId);
    const range = rangeOf(tenantId, row.firstSequence, row.lastSequence);
    const key = row.lastSequence < row.firstSequence ? undefined : await db.getKey("events", range);
    return { ...row, firstSequence: readSequence(key) ?? row.lastSequence + 1 };
  }

  async function findLargest(db: EventConnection): Promise<TenantRow | undefined> {
    const ids = await readTenantIds(db);
    const rows = await Promise.all(ids.map((id) => readExtent(db, id)));
    const [largest] = rows.toSorted((a, b) => summarize(b).count - summarize(a).count);
    return largest !== undefined && summarize(largest).count > 0 ? largest : undefined;
  }

  return {
    deletedFrom,
    deleteOldest: (count) =>
      run(async (db) => {
        const largest = await findLargest(db);
        if (largest === undefined) return false;
        await runTransaction(db, async (tx) => deleteOldest(tx, largest, count));
        deletedFrom.add(largest.tenantId);
        return true;
      }),
    async reclaim() {
      await pause(MERGE_MS);
      // Chromium keeps the usage that it measured at the refusal until something is committed.
      await run((db) => runTransaction(db, () => Promise.resolve()));
    },
  };
}
