import type { AuthError } from "./auth-error.ts";
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
export function requestSSOData(context: Context, _withDirectories?: unknown): Promise<SSOData> {
  const { clientID } = context;
  const scope = "openid profile email";
  const asked = { responseType: "token id_token", pkce: false, scope, timeout: 5000 };
  return checkSession(context, asked).then(
    ({ idTokenPayload }) => ({
      sso: true,
      lastUsedUserID: idTokenPayload?.sub,
      lastUsedUsername: idTokenPayload?.["email"] ?? idTokenPayload?.["name"],
      lastUsedClientID: clientID,
      sessionClients: [clientID],
    }),
    (failure: AuthError) => {
      if (failure.error !== "login_required") throw failure;
      return { sso: false };
    },
  );
}
