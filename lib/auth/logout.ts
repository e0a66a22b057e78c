import { writeParameters, writeQuery } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { readText, takeOptions } from "./options.ts";
import { leavePage } from "./runtime-ports.ts";

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
  /** Those not listed are sent as they are, their names in snake_case. */
  readonly [parameter: string]: unknown;
}

/**
 * Leaves the page for the tenant's logout. See `logout` of `WebAuth`.
 *
 * @throws TypeError that names the option which is wrong
 */
export function logOut(context: Context, options: unknown): Promise<void> {
  const given: Record<string, unknown> = {
    clientID: context.clientID,
    ...takeOptions(options ?? {}),
  };
  const query = writeQuery({
    ...writeParameters(given, /^(federated|returnTo)$/),
    returnTo: readText(given, "returnTo"),
  });
  const federated = given["federated"] ?? false;
  const isFederated = federated !== false && federated !== "false";
  // The service reads this one by its name alone, without a value.
  return leavePage(
    context,
    `${context.origin}/v2/logout?${query}${isFederated ? "&federated" : ""}`,
  );
}
