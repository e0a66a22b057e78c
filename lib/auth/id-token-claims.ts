import { refuseToken, type AuthErrorReason } from "./auth-error.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import type { Context } from "./context.ts";
import { describeMark, describeTime, describeValue } from "./describe-value.ts";

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

type Claim = Extract<AuthErrorReason, "iss" | "sub" | "aud" | "azp" | "org_id" | "org_name" | Time>;
type Time = "exp" | "iat" | "nbf" | "auth_time";

const again = "Log in again.";
const clientRemedy = "Log in again, with the same clientID.";
const clockRemedy = "Set this device's clock, or give a larger leeway.";

/**
 * Checks the claims of an ID token against the request that it answers. Only what was asked for is expected of
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
  const { client_id: client, nonce, max_age: maxAge, organization = "" } = asked;
  const { iss, sub, aud, azp } = claims;

  const refuse = (claim: Claim, problem: string, expected: string, remedy: string): never =>
    refuseToken(
      claim,
      `The ID token ${problem}: ${claim} is ${describeValue(claims[claim])}, expected ${expected}.`,
      remedy,
    );
  if (iss !== `${origin}/`) {
    refuse("iss", "is from another issuer", `"${origin}/"`, "Log in again, at the same domain.");
  }
  if (!sub || typeof sub !== "string") refuse("sub", "names no user", "a text", again);
  const audience: unknown[] = [aud].flat();
  if (!audience.includes(client) || audience.some((one) => typeof one !== "string")) {
    refuse("aud", "is for another application", `"${client}"`, clientRemedy);
  }
  if (azp === undefined ? audience.length > 1 : azp !== client) {
    refuse("azp", "is for another application", `"${client}"`, clientRemedy);
  }
  if (nonce && claims.nonce !== nonce) {
    refuseToken(
      "nonce",
      `The ID token belongs to another login: nonce is ${describeMark(claims.nonce)}, expected ${describeMark(nonce)}.`,
      "Log in again, with the same nonce.",
    );
  }

  const now = clock.now() / 1000;
  const requireTime = (claim: Time): number => {
    const time = claims[claim];
    return typeof time === "number"
      ? time
      : refuse(claim, "lacks a time", "a number of seconds", again);
  };
  const compare = (claim: Time, time: number, expected: string) =>
    `${claim} is ${describeTime(time)}, expected ${expected} ${describeTime(now)} (this device's clock, with ${leeway} seconds of leeway).`;
  const exp = requireTime("exp");
  if (now > exp + leeway) {
    refuseToken("exp", `The ID token has expired: ${compare("exp", exp, "after")}`, again);
  }
  const iat = requireTime("iat");
  const nbf = claims.nbf === undefined ? now : requireTime("nbf");
  if (now < nbf - leeway) {
    refuseToken(
      "nbf",
      `The ID token is not valid yet: ${compare("nbf", nbf, "until")}`,
      clockRemedy,
    );
  }
  const authTime = maxAge ? requireTime("auth_time") : now;
  if (now > authTime + Number(maxAge) + leeway) {
    refuseToken(
      "auth_time",
      `The user logged in too long ago: ${compare("auth_time", authTime, `at most ${maxAge} seconds before`)}`,
      'Log in again with the prompt "login".',
    );
  }

  const isId = organization.startsWith("org_");
  const claim = isId ? "org_id" : "org_name";
  // Ids are compared as they are; names are lower case in tokens, whatever the request wrote.
  const expected = isId ? organization : organization.toLowerCase();
  if (organization && claims[claim] !== expected) {
    refuse(claim, "is for another organization", `"${expected}"`, again);
  }
  // The text that the client library interface documents for clocks that differ.
  if (now < iat - leeway) {
    refuseToken(
      "issued_in_the_future",
      `The token was issued in the future: ${compare("iat", iat, "until")}`,
      clockRemedy,
    );
  }
}
