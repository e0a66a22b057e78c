import { refuseValue, type AuthErrorReason } from "./auth-error.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { describeRandomValue, describeTime, describeValue } from "./describe-value.ts";

/** The claims of a verified ID token, as the tenant wrote them. */
export interface IdTokenPayload {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly exp: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly iat: number;
  readonly [claim: string]: unknown;
}

/** The claims of an ID token before the checks of this file. */
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

const loginRemedy = "Log in again.";
const clientRemedy = "Log in again, with the same clientID.";
const clockRemedy = "Set this device's clock, or give a larger leeway.";

/**
 * Checks the claims of an ID token against its request. The nonce, `auth_time` and the organization
 * are checked only if the request has them.
 *
 * @param expected the parameters of the request
 * @throws AuthError `invalid_token` for the first failed check, with the claim as the reason
 * @see OpenID Connect Core 1.0, section 3.1.3.7
 */
export function checkClaims(
  context: Context,
  expected: AuthorizeParameters,
  claims: ForeignClaims,
): asserts claims is IdTokenPayload {
  checkParties(context.origin, expected, claims);
  checkTimes(context, expected["max_age"], claims);
  checkOrganization(expected["organization"] ?? "", claims);
}

/** Checks the issuer, the user, the audience, and the login that the token belongs to. */
function checkParties(
  origin: string,
  { client_id: client, nonce }: AuthorizeParameters,
  claims: ForeignClaims,
): void {
  const { iss, sub, aud, azp } = claims;
  const issuer = `${origin}/`;
  if (iss !== issuer) {
    const remedy = "Log in again, at the same domain.";
    refuse("iss", "is from another issuer", describeValue(iss), `"${issuer}"`, remedy);
  }
  if (!sub || typeof sub !== "string") {
    refuse("sub", "has no user", describeValue(sub), "a string", loginRemedy);
  }
  const audience: unknown[] = [aud].flat();
  if (!audience.includes(client) || audience.some((one) => typeof one !== "string")) {
    refuse("aud", "is for another application", describeValue(aud), `"${client}"`, clientRemedy);
  }
  if (azp === undefined ? audience.length > 1 : azp !== client) {
    refuse("azp", "is for another application", describeValue(azp), `"${client}"`, clientRemedy);
  }
  if (nonce && claims.nonce !== nonce) {
    const found = describeRandomValue(claims.nonce);
    const remedy = "Log in again, with the same nonce.";
    refuse("nonce", "belongs to another login", found, describeRandomValue(nonce), remedy);
  }
}

function refuse(
  claim: AuthErrorReason,
  problem: string,
  found: string,
  expected: string,
  remedy: string,
): never {
  refuseValue(claim, `The ID token ${problem}`, claim, found, expected, remedy);
}

function checkTimes(
  { leeway, clock }: Context,
  maxAge: string | undefined,
  claims: ForeignClaims,
): void {
  const now = clock.now() / 1000;
  const requireTime = (claim: "exp" | "iat" | "nbf" | "auth_time"): number => {
    const time = claims[claim];
    if (typeof time === "number") return time;
    refuse(claim, "lacks a time", describeValue(time), "a number of seconds", loginRemedy);
  };
  const describeNow = (relation: string): string =>
    `${relation} ${describeTime(now)} (this device's clock, with ${leeway} seconds of leeway)`;
  const exp = requireTime("exp");
  if (now > exp + leeway) {
    refuse("exp", "has expired", describeTime(exp), describeNow("after"), loginRemedy);
  }
  const iat = requireTime("iat");
  const nbf = claims.nbf === undefined ? now : requireTime("nbf");
  if (now < nbf - leeway) {
    refuse("nbf", "is not valid yet", describeTime(nbf), describeNow("until"), clockRemedy);
  }
  const authTime = maxAge ? requireTime("auth_time") : now;
  if (now > authTime + Number(maxAge) + leeway) {
    refuseValue(
      "auth_time",
      "The user logged in too long ago",
      "auth_time",
      describeTime(authTime),
      describeNow(`at most ${maxAge} seconds before`),
      'Log in again with the prompt "login".',
    );
  }
  if (now < iat - leeway) {
    refuseValue(
      "issued_in_the_future",
      // The client library interface documents this text.
      "The token was issued in the future",
      "iat",
      describeTime(iat),
      describeNow("until"),
      clockRemedy,
    );
  }
}

function checkOrganization(organization: string, claims: ForeignClaims): void {
  const isId = organization.startsWith("org_");
  const claim = isId ? "org_id" : "org_name";
  // Names are in lower case in tokens, even if not in the request. Ids are compared unchanged.
  const expected = isId ? organization : organization.toLowerCase();
  const found = claims[claim];
  if (organization && found !== expected) {
    refuse(
      claim,
      "is for another organization",
      describeValue(found),
      `"${expected}"`,
      loginRemedy,
    );
  }
}
