import { writeQuery } from "./authorize-url.ts";
import { takeOptions, wrongOption, type Settings } from "./options.ts";

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
  const given = takeOptions(options ?? {});
  const { returnTo, federated } = given;
  const clientID = "clientID" in given ? given["clientID"] : settings.clientID;
  for (const [name, value] of Object.entries({ returnTo, clientID })) {
    if (value !== undefined && value !== null && typeof value !== "string") {
      throw wrongOption(name, "give a string, or leave it out");
    }
  }
  const parameters = new Map<string, string>();
  if (typeof clientID === "string") parameters.set("client_id", clientID);
  if (typeof returnTo === "string") parameters.set("returnTo", returnTo);
  const isFederated =
    federated !== undefined && federated !== null && federated !== false && federated !== "false";
  // The service reads this one by its name alone, without a value.
  const query = [writeQuery(parameters), isFederated ? "federated" : ""].filter(Boolean).join("&");
  return `${settings.origin}/v2/logout${query && `?${query}`}`;
}
