import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { verifyAccessToken } from "./token/access-token.ts";
import { allowOrigin, findClientOfOrigin } from "./cors.ts";
import { respondWithOAuthError } from "./oauth-error.ts";
import { answerRateLimitPlainly, countRequest } from "./request-limit.ts";
import { describeUserClaims } from "./user-claims.ts";

/** Five in a minute for one user, after a burst. */
const interval = 12_000;

/** `GET` and `POST /userinfo` (OpenID Connect Core, section 5.3). */
export function addUserinfoRoute(app: TenantApp, context: TenantContext): void {
  app.on(["GET", "POST"], "/userinfo", async (c) => {
    const match = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "");
    const result = await verifyAccessToken(context, match?.[1] ?? "", `${context.issuer}userinfo`);
    if (!result.ok) return refuse(c, context, undefined);
    const { subject, clientId, scopes } = result.token;
    c.set("clientId", clientId);
    c.set("subject", subject);
    const user = context.users.get(subject);
    if (user === undefined || !scopes.includes("openid")) return refuse(c, context, clientId);
    allowOrigin(c, context.clients.get(clientId));
    const pace = { burst: context.limits.userinfoRequests, interval };
    if (!countRequest(c, context, `userinfo:${subject}`, pace)) return answerRateLimitPlainly(c);
    const claims = describeUserClaims(user, scopes);
    return c.json({
      sub: subject,
      ...claims,
      // A string here and a boolean in the ID token: so does the interface's description have it.
      // The service itself sends a boolean, which the switch brings back.
      ...("email_verified" in claims &&
        !context.faults.isPlanted("email-verified-boolean") && {
          email_verified: String(claims["email_verified"]),
        }),
    });
  });
}

/** Refuses so that the page can read why; a token that fails names no client that could be trusted. */
function refuse(c: TenantRequest, context: TenantContext, clientId: string | undefined): Response {
  const origin = c.req.header("origin") ?? "";
  const client =
    clientId === undefined ? findClientOfOrigin(context, origin) : context.clients.get(clientId);
  allowOrigin(c, client);
  c.header("www-authenticate", 'Bearer error="invalid_token"');
  return respondWithOAuthError(c, 401, "invalid_token", "The access token is not accepted here");
}
