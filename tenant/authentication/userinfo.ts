import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";
import type { AuthenticationContext } from "./authentication-context.ts";
import { allowOrigin, findClientOfOrigin } from "./cors.ts";
import { OAuthError } from "./oauth-error.ts";
import { countRequest, respondWithPlainText429 } from "./request-limit.ts";
import { verifyAccessToken } from "./token/access-token.ts";
import { describeUserClaims } from "./user-claims.ts";

/** Time until one more request of a user is allowed, in milliseconds. */
const interval = 12_000;

/** Adds `GET` and `POST /userinfo` (OpenID Connect Core, section 5.3). */
export function addUserinfoRoute(app: TenantApp, context: AuthenticationContext): void {
  app.on(["GET", "POST"], "/userinfo", async (c) => {
    const match = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "");
    const result = await verifyAccessToken(context, match?.[1] ?? "", `${context.issuer}userinfo`);
    if (!result.ok) throw createTokenError(c, context, undefined);
    const { subject, clientId, scopes } = result.token;
    c.set("clientId", clientId);
    c.set("subject", subject);
    const user = context.users.get(subject);
    if (user === undefined || !scopes.includes("openid")) {
      throw createTokenError(c, context, clientId);
    }
    allowOrigin(c, context.clients.get(clientId));
    const pace = { burst: context.limits.userinfoRequests, interval };
    if (!countRequest(c, context, `userinfo:${subject}`, pace)) return respondWithPlainText429(c);
    const claims = describeUserClaims(user, scopes);
    return c.json({
      sub: subject,
      ...claims,
      // The description of the API has a string here and a boolean in the ID token. The service
      // itself sends a boolean, as does the planted fault.
      ...("email_verified" in claims &&
        !context.faults.isPlanted("email-verified-boolean") && {
          email_verified: String(claims["email_verified"]),
        }),
    });
  });
}

/**
 * Creates the refusal and lets the page read it. Without a valid token, the client is unknown: the
 * origin of any client is allowed.
 */
function createTokenError(
  c: TenantRequest,
  context: AuthenticationContext,
  clientId: string | undefined,
): OAuthError {
  const origin = c.req.header("origin") ?? "";
  const client =
    clientId === undefined ? findClientOfOrigin(context, origin) : context.clients.get(clientId);
  allowOrigin(c, client);
  c.header("www-authenticate", 'Bearer error="invalid_token"');
  return new OAuthError(
    401,
    "invalid_token",
    "The access token is missing, expired, or not valid for this route",
  );
}
