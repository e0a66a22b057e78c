/** The key of the seen tokens in `storage.session`. Only the worker reads and writes them. */
export const seenTokensKey = "seenTokens";

/**
 * The key of the connection profile drafts in `storage.session`. The popup writes the drafts; the
 * worker removes the drafts of a forgotten tenant.
 */
export const connectionDraftsKey = "popup.connection-drafts";

const exchangeDraftPrefix = "popup.exchange-draft ";

/** Returns the key of the draft of a new token exchange profile. */
export function exchangeDraftKey(tenantId: string): string {
  return exchangeDraftPrefix + tenantId;
}

/** Returns true for the key of a draft. */
export function isDraftKey(key: string): boolean {
  return key === connectionDraftsKey || key.startsWith(exchangeDraftPrefix);
}
