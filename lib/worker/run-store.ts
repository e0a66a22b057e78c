import * as z from "zod/mini";
import { maxRuns, runRecordSchema, type RunRecord } from "../messages/run-record.ts";
import type { StoredItem } from "./ports.ts";
import { createSerialQueue } from "./serial-queue.ts";

/** The runs of this browser session, oldest first. */
export const storedRunsSchema = z.array(runRecordSchema);

/** The maximum length of all runs as JSON; `storage.session` holds 10 MB for all its items. */
const maxLength = 2_000_000;

/** Keeps the last runs of all tenants until the browser is closed. */
export interface RunStore {
  list(): Promise<RunRecord[]>;
  add(run: RunRecord): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Removes the runs of a tenant, or of all tenants, after the pending changes. */
  forget(tenantId?: string): Promise<void>;
}

/**
 * @param requireTenant rejects for a tenant that is not stored, so that a late run of a forgotten
 *   tenant is not kept
 */
export function createRunStore(
  item: StoredItem<RunRecord[]>,
  requireTenant: (tenantId: string) => Promise<unknown>,
): RunStore {
  const enqueue = createSerialQueue();
  // Unreadable runs are dropped: they are of this session, and can be run again.
  const readAll = async () => (await item.read().catch(() => undefined)) ?? [];
  const keep = (isKept: (run: RunRecord) => boolean) =>
    enqueue(async () => {
      const runs = (await readAll()).filter(isKept);
      await (runs.length === 0 ? item.remove() : item.write(runs));
    });

  return {
    list: () => enqueue(readAll),
    add: (run) =>
      enqueue(async () => {
        await requireTenant(run.tenantId);
        const others = (await readAll()).filter(({ id }) => id !== run.id);
        await item.write(dropOldest([...others, run]));
      }),
    remove: (ids) => keep(({ id }) => !ids.includes(id)),
    forget: (tenantId) => keep((run) => tenantId !== undefined && run.tenantId !== tenantId),
  };
}

/** Drops the oldest runs until the rest is within both limits. */
function dropOldest(runs: readonly RunRecord[]): RunRecord[] {
  const sorted = runs.toSorted((one, other) => one.startedAt - other.startedAt).slice(-maxRuns);
  let length = 0;
  const first = sorted.findLastIndex((run) => (length += JSON.stringify(run).length) > maxLength);
  return sorted.slice(first + 1);
}
