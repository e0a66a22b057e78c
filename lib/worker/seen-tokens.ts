import {
  addSeenTokens,
  dropSeenTokens,
  readSeenTokens,
  type SeenSelection,
  type SeenToken,
} from "../messages/seen-token.ts";
import type { StoredItem } from "./ports.ts";
import { createSerialQueue } from "./serial-queue.ts";

/** Keeps the tokens of this browser session in memory, until they are forgotten. */
export interface SeenTokenStore {
  /** Returns the readable tokens of all tenants, newest first. */
  list(): Promise<SeenToken[]>;
  add(tokens: readonly SeenToken[]): Promise<void>;
  remove(selection: SeenSelection): Promise<void>;
  /** Removes the tokens of a tenant, or of all tenants, after the pending changes. */
  forget(tenantId?: string): Promise<void>;
}

/**
 * @param requireTenant rejects for a tenant that is not stored, so that a late token of a forgotten
 *   tenant is not kept
 */
export function createSeenTokenStore(
  item: StoredItem<unknown>,
  requireTenant: (tenantId: string) => Promise<unknown>,
): SeenTokenStore {
  const enqueue = createSerialQueue();
  const readAll = async () => readSeenTokens(await item.read());
  // Unreadable rows are dropped at each change: the user could neither see nor forget them.
  const keep = (select: (tokens: readonly SeenToken[]) => readonly SeenToken[]) =>
    enqueue(async () => {
      const kept = select(await readAll());
      await (kept.length === 0 ? item.remove() : item.write(kept));
    });

  return {
    list: () => enqueue(readAll),
    add: (tokens) =>
      enqueue(async () => {
        for (const { tenantId } of tokens) await requireTenant(tenantId);
        await item.write(addSeenTokens(await readAll(), tokens));
      }),
    remove: (selection) => keep((tokens) => dropSeenTokens(tokens, selection)),
    forget: (tenantId) =>
      keep((tokens) => tokens.filter((row) => tenantId !== undefined && row.tenantId !== tenantId)),
  };
}
