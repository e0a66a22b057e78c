import { AuthError } from "./auth-error.ts";
import { checkSession } from "./check-session.ts";
import type { Context } from "./context.ts";

/** Whether the user is logged in at the tenant, and as whom. */
export type SSOData =
  | { readonly sso: false }
  | {
      readonly sso: true;
      readonly lastUsedUserID: string | undefined;
      /** The e-mail address, or the name. */
      readonly lastUsedUsername: unknown;
      readonly lastUsedClientID: string;
      readonly sessionClients: readonly string[];
    };

/** Asks in a hidden frame whether the user is logged in at the tenant. See `getSSOData` of `Authentication`. */
export async function requestSSOData(
  context: Context,
  _withDirectories?: unknown,
): Promise<SSOData> {
  const scope = "openid profile email";
  try {
    const { idTokenPayload } = await checkSession(context, {
      responseType: "token id_token",
      pkce: false,
      scope,
      timeout: 5000,
    });
    const { clientID } = context;
    return {
      sso: true,
      lastUsedUserID: idTokenPayload?.sub,
      lastUsedUsername: idTokenPayload?.["email"] ?? idTokenPayload?.["name"],
      lastUsedClientID: clientID,
      sessionClients: [clientID],
    };
  } catch (failure) {
    const error = failure instanceof AuthError ? failure.error : "";
    if (error === "login_required") return { sso: false };
    if (error !== "consent_required") throw failure;
    throw new AuthError(error, `getSSOData needs the user's consent to \`${scope}\`.`);
  }
}
