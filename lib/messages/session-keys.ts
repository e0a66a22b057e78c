/**
 * Where the popup keeps what is not sent yet, in memory of the browser session: written by the popup, and removed by the
 * worker when their tenant is forgotten.
 */
export const connectionDraftsKey = "popup.connection-drafts";

/** The draft of a new token exchange profile at a tenant. */
export function exchangeDraftKey(tenantId: string): string {
  return `popup.exchange-draft ${tenantId}`;
}
