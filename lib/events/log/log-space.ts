import { deleteOldest } from "./drop-oldest.ts";
import type { EventConnection } from "./event-connection.ts";
import { rangeOf, readSequence, runTransaction } from "./log-transaction.ts";
import type { StorageSpace } from "./retry-when-full.ts";
import { summarize, type TenantRow } from "./tenant-row.ts";

export interface LogSpaceOptions {
  readonly run: <Result>(work: (db: EventConnection) => Promise<Result>) => Promise<Result>;
  readonly readRow: (db: EventConnection, tenantId: string) => Promise<TenantRow>;
  readonly readTenantIds: (db: EventConnection) => Promise<readonly string[]>;
  readonly pause: (ms: number) => Promise<void>;
  /** False while deletions are paused. */
  readonly mayDelete: boolean;
}

export interface LogSpace extends StorageSpace {
  /** The tenants whose events were deleted. The log counts the deletions once it can write. */
  readonly deletedFrom: ReadonlySet<string>;
}

/** Chromium compacts its files within about this time. Meanwhile they take more space. */
const mergeMs = 1_000;

/** Frees storage space by deleting events of the tenant that has the most. */
export function createLogSpace(options: LogSpaceOptions): LogSpace {
  const { run, readRow, readTenantIds, pause, mayDelete } = options;
  const deletedFrom = new Set<string>();

  /** Reads a row and corrects its first sequence, which lacks the recent deletions. */
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
    async deleteOldest(count) {
      if (!mayDelete) return false;
      return await run(async (db) => {
        const largest = await findLargest(db);
        if (largest === undefined) return false;
        await runTransaction(db, async (tx) => deleteOldest(tx, largest, count));
        deletedFrom.add(largest.tenantId);
        return true;
      });
    },
    async reclaim() {
      await pause(mergeMs);
      // Chromium measures its usage again only at a commit. An empty transaction is enough.
      await run((db) => runTransaction(db, () => Promise.resolve()));
    },
  };
}
