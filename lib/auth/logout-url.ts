import { writeQuery } from "./authorize-url.ts";
import { readText, takeOptions, type Settings } from "./options.ts";

/** Options of `logout`. */
export interface LogoutOptions {
  /** Where the tenant sends the user afterwards: one of the allowed logout URLs. */
  readonly returnTo?: string | undefined;
  /**
   * Whose allowed logout URLs count. Default: the constructor's application. Given as undefined, none is
   * sent, and the list of the whole account counts.
   */
  readonly clientID?: string | undefined;
  /** Also log out at the identity provider. Default: false. */
  readonly federated?: boolean | string | undefined;
}

/**
 * Writes the URL that ends the session at the tenant.
 *
 * @throws TypeError that names the option which is wrong
 */
export function writeLogoutUrl(settings: Settings, options: unknown): string {
  const given: Record<string, unknown> = {
    clientID: settings.clientID,
    ...takeOptions(options ?? {}),
  };
  const parameters = {
    client_id: readText(given, "clientID"),
    returnTo: readText(given, "returnTo"),
  };
  const federated = given["federated"];
  const isFederated = ![undefined, null, false, "false"].some((off) => off === federated);
  // The service reads this one by its name alone, without a value.
  const query = [writeQuery(parameters), isFederated ? "federated" : ""].filter(Boolean).join("&");
  return `${settings.origin}/v2/logout${query && `?${query}`}`;
}
