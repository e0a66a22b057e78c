import * as z from "zod/mini";
import type { StoredItem } from "./ports.ts";
import { createSerialQueue } from "./serial-queue.ts";

/** The part of a draft that the worker needs: its tenant. The popup defines the rest. */
export const tenantDraftsSchema = z.array(z.looseObject({ tenantId: z.string() }));

/** A copy of all drafts on the device. */
export const draftCopySchema = z.object({
  connections: z.optional(tenantDraftsSchema),
  /** The drafts of new token exchange profiles, by tenant id. */
  exchange: z.record(z.string(), z.unknown()),
});

/** The stored drafts of the popup. */
export interface DraftItems {
  /** The drafts for connection profiles, of all tenants. */
  connections: StoredItem<z.infer<typeof tenantDraftsSchema>>;
  /** The draft of one tenant's new token exchange profile. */
  exchange(tenantId: string): StoredItem<unknown>;
  /** The drafts as they are in memory, on the device until the browser is closed. */
  copy: StoredItem<z.infer<typeof draftCopySchema>>;
  /** True in memory once the drafts of this session were restored. */
  isRestored: StoredItem<boolean>;
}

/**
 * Keeps the drafts of the popup through an update. The popup writes them to `storage.session`,
 * which an update of the extension empties, and a browser can install an update without a warning.
 * So each change is copied to the device at once. A draft contains no secret.
 */
export interface DraftStore {
  /** Writes back, once in a session, the drafts that an update removed. */
  restore(): Promise<void>;
  /** Copies the drafts, after the popup has changed one. */
  copy(): Promise<void>;
  /** Removes the drafts of a tenant. */
  forget(tenantId: string): Promise<void>;
  /** Removes all drafts: the browser was closed, or everything is forgotten. */
  forgetAll(): Promise<void>;
}

/** @param readTenantIds returns the ids of the known tenants */
export function createDraftStore(
  items: DraftItems,
  readTenantIds: () => Promise<readonly string[]>,
): DraftStore {
  const enqueue = createSerialQueue();
  // Unreadable drafts count as none: the popup cannot use them, and says so.
  const readConnections = () => items.connections.read().catch(() => undefined);

  async function restore(): Promise<void> {
    if ((await items.isRestored.read()) === true) return;
    const kept = await items.copy.read().catch(() => undefined);
    const { connections, exchange = {} } = kept ?? {};
    // A popup can be faster than the worker: what it has written is newer.
    if (connections !== undefined && (await items.connections.readRaw()) === undefined)
      await items.connections.write(connections);
    for (const [tenantId, draft] of Object.entries(exchange)) {
      const item = items.exchange(tenantId);
      if ((await item.readRaw()) === undefined) await item.write(draft);
    }
    await items.isRestored.write(true);
  }

  async function copy(): Promise<void> {
    await restore();
    const connections = await readConnections();
    const exchange: Record<string, unknown> = {};
    for (const tenantId of await readTenantIds()) {
      const draft = await items.exchange(tenantId).readRaw();
      if (draft !== undefined) exchange[tenantId] = draft;
    }
    const isEmpty = connections === undefined && Object.keys(exchange).length === 0;
    if (isEmpty) await items.copy.remove();
    else
      await items.copy.write({ ...(connections === undefined ? {} : { connections }), exchange });
  }

  return {
    restore: () => enqueue(restore),
    copy: () => enqueue(copy),
    forget: (tenantId) =>
      enqueue(async () => {
        await restore();
        await items.exchange(tenantId).remove();
        // Unreadable drafts go too: they may belong to this tenant.
        const others = (await readConnections())?.filter((draft) => draft.tenantId !== tenantId);
        if (others === undefined || others.length === 0) await items.connections.remove();
        else await items.connections.write(others);
        await copy();
      }),
    forgetAll: () =>
      enqueue(async () => {
        const kept = await items.copy.read().catch(() => undefined);
        // Unreadable settings must not keep the drafts.
        const known = await readTenantIds().catch(() => []);
        const tenantIds = [...known, ...Object.keys(kept?.exchange ?? {})];
        for (const tenantId of tenantIds) await items.exchange(tenantId).remove();
        await items.connections.remove();
        await items.copy.remove();
        await items.isRestored.write(true);
      }),
  };
}
