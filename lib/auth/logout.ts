import { writeParameters, writeQuery } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { copyOptions, readText } from "./options.ts";
import { leavePage } from "./runtime-ports.ts";

/** Options of `logout`. */
export interface LogoutOptions {
  /** The URL to return to: one of the allowed logout URLs. */
  readonly returnTo?: string | undefined;
  /**
   * The application whose allowed logout URLs apply. Default: the constructor's. If it is given as
   * undefined or null, no client ID is sent, and the allowed logout URLs of the account apply.
   */
  readonly clientID?: string | null | undefined;
  /** Also log out at the identity provider. Default: false. */
  readonly federated?: boolean | string | undefined;
  /** Other parameters are sent unchanged, with their names in snake_case. */
  readonly [parameter: string]: unknown;
}

/**
 * Leaves the page for the tenant's logout. See `logout` of `WebAuth`.
 *
 * @throws TypeError that names the wrong option
 */
export function logOut(context: Context, options: unknown): Promise<void> {
  const given: Record<string, unknown> = {
    clientID: context.clientID,
    ...copyOptions(options ?? {}),
  };
  const query = writeQuery({
    ...writeParameters(given, /^(federated|returnTo)$/),
    returnTo: readText(given, "returnTo"),
  });
  const federated = given["federated"] ?? false;
  const isFederated = federated !== false && federated !== "false";
  // The service reads this parameter without a value.
  return leavePage(
    context,
    `${context.origin}/v2/logout?${query}${isFederated ? "&federated" : ""}`,
  );
}
