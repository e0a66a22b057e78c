import { readPanelView } from "../messages/panel-view.ts";
import type { StoredItem } from "./ports.ts";
import { createSerialQueue } from "./serial-queue.ts";

/** Stores what a user has set in the panel. The panel itself reads it. */
export interface PanelViewStore {
  /** Merges the valid changes of a panel into what other panels have stored. */
  keep(sent: unknown): Promise<void>;
  /** Removes what is stored of a tenant, or everything, after the pending changes. */
  forget(tenantId?: string): Promise<void>;
}

/** @param listTenantIds lists the stored tenants: nothing is kept of another one */
export function createPanelViewStore(
  item: StoredItem<unknown>,
  listTenantIds: () => Promise<readonly string[]>,
): PanelViewStore {
  const enqueue = createSerialQueue();
  const read = async () => readPanelView(await item.read());

  return {
    keep: (sent) =>
      enqueue(async () => {
        const changes = readPanelView(sent);
        const known = new Set(await listTenantIds());
        const before = await read();
        const all = Object.entries({ ...before.runs, ...changes.runs });
        const runs = Object.fromEntries(all.filter(([tenantId]) => known.has(tenantId)));
        await item.write({ ...before, ...changes, runs });
      }),
    forget: (tenantId) =>
      enqueue(async () => {
        if (tenantId === undefined) return item.remove();
        const { runs = {}, ...others } = await read();
        const { [tenantId]: forgotten, ...kept } = runs;
        if (forgotten !== undefined) await item.write({ ...others, runs: kept });
      }),
  };
}
