import { refuseToken, type AuthErrorReason } from "./auth-error.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import type { IdTokenPayload } from "./id-token.ts";
import type { Context } from "./context.ts";

/** The claims that have rules, before they are held against any. */
interface ForeignClaims {
  readonly iss?: unknown;
  readonly sub?: unknown;
  readonly aud?: unknown;
  readonly azp?: unknown;
  readonly nonce?: unknown;
  readonly exp?: unknown;
  readonly iat?: unknown;
  readonly nbf?: unknown;
  readonly auth_time?: unknown;
  readonly org_id?: unknown;
  readonly org_name?: unknown;
  readonly [claim: string]: unknown;
}

/**
 * Holds the claims of an ID token against the request that it answers. Only what was asked for is expected of
 * `nonce`, `auth_time` and the organization.
 *
 * @throws AuthError `invalid_token` for the first rule that does not hold; its reason is the claim's name
 * @see OpenID Connect Core 1.0, section 3.1.3.7
 */
export function checkClaims(
  { origin, leeway, clock }: Context,
  asked: AuthorizeParameters,
  claims: ForeignClaims,
): asserts claims is IdTokenPayload {
  const now = clock.now() / 1000;
  const { client_id: client, nonce, max_age: maxAge, organization = "" } = asked;
  const audience: unknown[] = [claims.aud].flat();
  const isId = organization.startsWith("org_");
  const isAhead = (time: unknown, more = 0): boolean =>
    typeof time === "number" && now <= time + more + leeway;
  const isPast = (time: unknown): boolean => typeof time === "number" && now >= time - leeway;
  const rules: [AuthErrorReason, unknown][] = [
    ["iss", claims.iss === `${origin}/`],
    ["sub", claims.sub && typeof claims.sub === "string"],
    ["aud", audience.includes(client) && audience.every((one) => typeof one === "string")],
    ["azp", claims.azp === undefined ? audience.length === 1 : claims.azp === client],
    ["nonce", !nonce || claims.nonce === nonce],
    ["exp", isAhead(claims.exp)],
    ["iat", typeof claims.iat === "number"],
    ["nbf", claims.nbf === undefined || isPast(claims.nbf)],
    ["auth_time", !maxAge || isAhead(claims.auth_time, Number(maxAge))],
    // Ids are compared as they are; names are lower case in tokens, whatever the request wrote.
    ["org_id", !isId || claims.org_id === organization],
    ["org_name", !organization || isId || claims.org_name === organization.toLowerCase()],
  ];
  for (const [claim, holds] of rules) if (!holds) refuseToken(claim);
  if (!isPast(claims.iat)) {
    refuseToken(
      "issued_in_the_future",
      "The token was issued in the future",
      "Check the clock and the leeway.",
    );
  }
}
