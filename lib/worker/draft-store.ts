import * as z from "zod/mini";
import type { StoredItem } from "./ports.ts";

/** The part of a draft that the worker needs: its tenant. The popup defines the rest. */
export const tenantDraftsSchema = z.array(z.looseObject({ tenantId: z.string() }));

/** The stored drafts of the popup. */
export interface DraftItems {
  /** The drafts for connection profiles, of all tenants. */
  connections: StoredItem<z.infer<typeof tenantDraftsSchema>>;
  /** The draft of one tenant's new token exchange profile. */
  exchange(tenantId: string): Pick<StoredItem<unknown>, "remove">;
}

/** Removes the drafts for a tenant. */
export async function forgetDrafts(items: DraftItems, tenantId: string): Promise<void> {
  await items.exchange(tenantId).remove();
  // Remove unreadable drafts too: the popup cannot use them, and they may belong to this tenant.
  const drafts = (await items.connections.read().catch(() => undefined)) ?? [];
  const others = drafts.filter((draft) => draft.tenantId !== tenantId);
  if (others.length > 0) await items.connections.write(others);
  else await items.connections.remove();
}
