import { writeParameters, writeQuery } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { copyOptions, readText } from "./options.ts";
import { leavePage } from "./runtime-ports.ts";

/** Options of `logout`. */
export interface LogoutOptions {
  /** The URL to return to: one of the allowed logout URLs. */
  readonly returnTo?: string | undefined;
  /**
   * The application whose allowed logout URLs apply. Default: the constructor's. If the option is
   * present as undefined or null, no client ID is sent, and the tenant's allowed logout URLs apply.
   */
  readonly clientID?: string | null | undefined;
  /** Also log out at the identity provider. Default: false. */
  readonly federated?: boolean | string | undefined;
  /** Other parameters are sent unchanged, with their names in snake_case. */
  readonly [parameter: string]: unknown;
}

/**
 * Redirects the page to the tenant's logout endpoint. See `logout` of `WebAuth`.
 *
 * @throws TypeError that names the wrong option
 */
export function logOut(context: Context, options: unknown): Promise<void> {
  const parameters: Record<string, unknown> = {
    clientID: context.clientID,
    ...copyOptions(options ?? {}),
  };
  const query = writeQuery({
    ...writeParameters(parameters, /^(federated|returnTo)$/),
    returnTo: readText(parameters, "returnTo"),
  });
  const federated = parameters["federated"] ?? false;
  const isFederated = federated !== false && federated !== "false";
  // The service expects `federated` without a value.
  return leavePage(
    context,
    `${context.origin}/v2/logout?${query}${isFederated ? "&federated" : ""}`,
  );
}
