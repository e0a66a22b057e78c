import type { CallbackAccess } from "../messages/callback-access.ts";
import { extension } from "./extension-api.ts";

/**
 * Returns the redirect URL that the browser intercepts. The tenant must allow it as a callback URL.
 */
export function loginRedirectUrl(): string {
  return extension.identity.getRedirectURL();
}

/** Returns true if the extension may block requests, as only its manifest for Chromium says. */
export function hasRules(): boolean {
  // Do not test `"declarativeNetRequest" in extension`: Firefox has the name with the value
  // undefined.
  const { permissions = [] } = extension.runtime.getManifest();
  return permissions.includes("declarativeNetRequestWithHostAccess");
}

/** Returns true if the browser reports a redirect to the callback URL to the extension. */
export async function canReportRedirects(): Promise<boolean> {
  if (!hasRules()) return false;
  // The user can withhold access to this host, like to any other.
  return await extension.permissions.contains({ origins: [`${loginRedirectUrl()}*`] });
}

/** Returns whether the extension may read the redirects to its own callback URL, and if not, why. */
export async function readCallbackAccess(): Promise<CallbackAccess> {
  if (!hasRules() || (await canReportRedirects())) return { kind: "granted" };
  const redirectUrl = loginRedirectUrl();
  const { host_permissions: hosts = [] } = extension.runtime.getManifest();
  return { kind: hosts.includes(`${redirectUrl}*`) ? "withheld" : "foreign", redirectUrl };
}
