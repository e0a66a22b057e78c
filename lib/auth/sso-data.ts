import { AuthError } from "./auth-error.ts";
import { checkSession } from "./check-session.ts";
import type { Context } from "./context.ts";

/** The user's session at the tenant. */
export type SSOData =
  | { readonly sso: false }
  | {
      readonly sso: true;
      readonly lastUsedUserID: string | undefined;
      /** The email address, or the name. */
      readonly lastUsedUsername: unknown;
      readonly lastUsedClientID: string;
      readonly sessionClients: readonly string[];
    };

/** Checks in a hidden frame for a session at the tenant. See `getSSOData` of `Authentication`. */
export async function requestSSOData(context: Context): Promise<SSOData> {
  const { clientID } = context;
  const options = {
    responseType: "token id_token",
    pkce: false,
    scope: "openid profile email",
    timeout: 5000,
  };
  try {
    const { idTokenPayload } = await checkSession(context, options);
    return {
      sso: true,
      lastUsedUserID: idTokenPayload?.sub,
      lastUsedUsername: idTokenPayload?.["email"] ?? idTokenPayload?.["name"],
      lastUsedClientID: clientID,
      sessionClients: [clientID],
    };
  } catch (failure) {
    if (failure instanceof AuthError && failure.error === "login_required") return { sso: false };
    throw failure;
  }
}
