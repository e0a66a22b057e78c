import { fail, type AuthError } from "./auth-error.ts";
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
    ({ idTokenPayload: user }) => ({
      sso: true,
      lastUsedUserID: user?.sub,
      lastUsedUsername: user?.["email"] ?? user?.["name"],
      lastUsedClientID: clientID,
      sessionClients: [clientID],
    }),
    (failure: AuthError) => {
      const { error } = failure;
      if (error === "login_required") return { sso: false };
      if (error !== "consent_required") throw failure;
      fail(error, `getSSOData needs the user's consent to \`${scope}\`.`);
    },
  );
}
