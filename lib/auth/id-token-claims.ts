import { invalidToken, type AuthErrorReason } from "./auth-error.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import type { IdTokenPayload } from "./id-token.ts";
import type { Settings } from "./options.ts";

/**
 * Holds the claims of an ID token against the request that it answers. Only what was asked for is expected of
 * `nonce`, `auth_time` and the organization.
 *
 * @param now seconds since 1970-01-01T00:00:00Z
 * @throws AuthError `invalid_token` for the first rule that does not hold; its reason is the claim's name
 * @see OpenID Connect Core 1.0, section 3.1.3.7
 */
export function checkClaims(
  payload: Record<string, unknown>,
  asked: AuthorizeParameters,
  { issuer, leeway, clientID }: Settings,
  now: number,
): asserts payload is IdTokenPayload {
  const { iss, sub, aud, azp, nonce, exp, iat, nbf, auth_time, org_id, org_name } = payload;
  const { client_id: client = clientID, max_age: maxAge, organization } = asked;
  const audience: unknown[] = Array.isArray(aud) ? aud : [aud];
  const isLater = (time: unknown): boolean => typeof time === "number" && now <= time + leeway;
  const isEarlier = (time: unknown): boolean => typeof time === "number" && now >= time - leeway;
  const rules: [AuthErrorReason, unknown][] = [
    ["iss", iss === issuer],
    ["sub", sub && typeof sub === "string"],
    ["aud", audience.includes(client) && audience.every((one) => typeof one === "string")],
    ["azp", azp === undefined ? audience.length === 1 : azp === client],
    ["nonce", !asked["nonce"] || nonce === asked["nonce"]],
    ["exp", isLater(exp)],
    ["iat", typeof iat === "number"],
    ["nbf", nbf === undefined || isEarlier(nbf)],
    [
      "auth_time",
      !maxAge || (typeof auth_time === "number" && isLater(auth_time + Number(maxAge))),
    ],
    // Ids are compared as they are; names are lower case in tokens, whatever the request wrote.
    ["org_id", !organization?.startsWith("org_") || org_id === organization],
    [
      "org_name",
      !organization || organization.startsWith("org_") || org_name === organization.toLowerCase(),
    ],
  ];
  for (const [claim, holds] of rules) if (!holds) throw invalidToken(claim);
  if (!isEarlier(iat)) {
    throw invalidToken(
      "issued_in_the_future",
      "The token was issued in the future",
      "Set this device's clock, or give a larger leeway.",
    );
  }
}
