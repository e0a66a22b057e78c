import { invalidToken, type AuthError } from "./auth-error.ts";
import type { IdTokenPayload } from "./id-token.ts";

/** What the claims of an ID token are held against. Times are in seconds since 1970-01-01T00:00:00Z. */
export interface ClaimExpectations {
  readonly issuer: string;
  readonly clientID: string;
  readonly leeway: number;
  readonly now: number;
  /** None: not checked. */
  readonly nonce: string | undefined;
  /** Seconds. None: not checked. */
  readonly maxAge: number | undefined;
  /** Id or name. None: not checked. */
  readonly organization: string | undefined;
}

/**
 * Holds the claims of an ID token against what is expected of it.
 *
 * @throws AuthError `invalid_token` for the first rule that does not hold
 * @see OpenID Connect Core 1.0, section 3.1.3.7
 */
export function checkClaims(
  payload: Record<string, unknown>,
  expected: ClaimExpectations,
): IdTokenPayload {
  const { iss, sub } = payload;
  if (typeof iss !== "string") throw lacks("iss", "a string");
  if (iss !== expected.issuer) {
    throw invalidToken(
      "issuer_different",
      `The ID token was issued by ${quote(iss)}, not by ${quote(expected.issuer)} (iss).`,
    );
  }
  if (typeof sub !== "string" || sub === "") throw lacks("sub", "a string");
  const aud = checkAudience(payload, expected);
  checkNonce(payload, expected);
  const isShared = Array.isArray(aud) && aud.length > 1;
  if (isShared || payload["azp"] !== undefined) checkAuthorizedParty(payload, expected);
  const { exp, iat } = checkTimes(payload, expected);
  checkAuthenticationTime(payload, expected);
  checkOrganization(payload, expected);
  return { ...payload, iss, sub, aud, exp, iat };
}

function checkAudience(
  { aud }: Record<string, unknown>,
  { clientID }: ClaimExpectations,
): string | string[] {
  const list: unknown = typeof aud === "string" ? [aud] : aud;
  if (!Array.isArray(list) || !list.every((item) => typeof item === "string")) {
    throw lacks("aud", "a string or a list of strings");
  }
  if (!list.includes(clientID)) {
    throw invalidToken(
      "audience_different",
      `The ID token is for ${quote(list.join(", "))}, not for this application, ${quote(clientID)} (aud).`,
    );
  }
  return typeof aud === "string" ? aud : list;
}

function checkNonce(payload: Record<string, unknown>, { nonce }: ClaimExpectations): void {
  if (nonce === undefined) return;
  if (typeof payload["nonce"] !== "string") throw lacks("nonce", "a string");
  if (payload["nonce"] === nonce) return;
  throw invalidToken(
    "nonce_different",
    "The ID token belongs to another login than the one started here (nonce). Start the login again.",
  );
}

function checkAuthorizedParty(
  { azp }: Record<string, unknown>,
  { clientID }: ClaimExpectations,
): void {
  if (typeof azp !== "string") throw lacks("azp", "a string");
  if (azp === clientID) return;
  throw invalidToken(
    "authorized_party_different",
    `The ID token was issued to ${quote(azp)}, not to this application, ${quote(clientID)} (azp).`,
  );
}

function checkTimes(
  { exp, iat, nbf }: Record<string, unknown>,
  { now, leeway }: ClaimExpectations,
): { exp: number; iat: number } {
  if (!isTime(exp)) throw lacks("exp", "a number");
  if (!isTime(iat)) throw lacks("iat", "a number");
  if (now > exp + leeway) {
    throw invalidToken(
      "expired",
      `The ID token expired ${Math.round(now - exp)} seconds ago (exp). Log in again; if this one is new, the clock of this device is fast.`,
    );
  }
  if (nbf !== undefined && (!isTime(nbf) || now < nbf - leeway)) {
    throw invalidToken(
      "not_yet_valid",
      "The ID token is not valid yet (nbf). Check the clock of this device.",
    );
  }
  if (now < iat - leeway) {
    throw invalidToken(
      "issued_in_the_future",
      "The token was issued in the future",
      "Set the clock of this device, or allow for a larger difference with leeway (at most 300 seconds).",
    );
  }
  return { exp, iat };
}

function checkAuthenticationTime(
  payload: Record<string, unknown>,
  { now, leeway, maxAge }: ClaimExpectations,
): void {
  if (maxAge === undefined) return;
  const time = payload["auth_time"];
  if (!isTime(time)) throw lacks("auth_time", "a number");
  if (now <= time + maxAge + leeway) return;
  throw invalidToken(
    "auth_time_too_old",
    `The user last logged in ${Math.round(now - time)} seconds ago, and at most ${maxAge} were asked for (auth_time, max_age).`,
  );
}

/** Ids are compared as they are, names without regard to upper case: the tenant writes them in lower case. */
function checkOrganization(
  payload: Record<string, unknown>,
  { organization }: ClaimExpectations,
): void {
  if (organization === undefined) return;
  const isId = organization.startsWith("org_");
  const found = payload[isId ? "org_id" : "org_name"];
  if (found === (isId ? organization : organization.toLowerCase())) return;
  throw invalidToken(
    "organization_different",
    `The ID token is not for the organization ${quote(organization)} that the login asked for (org_id, org_name).`,
  );
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function lacks(claim: string, form: string): AuthError {
  return invalidToken(
    "claim_missing",
    `The ID token's claim ${claim} must be there and be ${form}.`,
  );
}

function quote(text: string): string {
  return `"${text.length > 200 ? `${text.slice(0, 200)}...` : text}"`;
}
