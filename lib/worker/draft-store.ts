import * as z from "zod/mini";
import type { StoredItem } from "./ports.ts";

/** What the worker has to know of a draft: whose it is. The popup knows the rest. */
export const tenantDraftsSchema = z.array(z.looseObject({ tenantId: z.string() }));

/** What the popup keeps of what is not sent yet. */
export interface DraftItems {
  /** The edits of connection profiles, of all tenants. */
  connections: StoredItem<z.infer<typeof tenantDraftsSchema>>;
  /** The new token exchange profile of one tenant. */
  exchange(tenantId: string): Pick<StoredItem<unknown>, "remove">;
}

/** Removes what was entered for a tenant. */
export async function forgetDrafts(items: DraftItems, tenantId: string): Promise<void> {
  await items.exchange(tenantId).remove();
  // Drafts that cannot be read are of no use to the popup either, and may be this tenant's.
  const drafts = (await items.connections.read().catch(() => undefined)) ?? [];
  const others = drafts.filter((draft) => draft.tenantId !== tenantId);
  if (others.length > 0) await items.connections.write(others);
  else await items.connections.remove();
}
