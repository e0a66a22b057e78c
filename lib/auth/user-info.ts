import { AuthError } from "./auth-error.ts";
import { requestJson } from "./http.ts";
import { isRecord } from "./is-record.ts";
import type { FetchPort } from "./ports.ts";

/**
 * What `/userinfo` says about the user, as the service sent it.
 *
 * @see OpenID Connect Core 1.0, section 5.3.2
 */
export interface UserInfo {
  /** The user's id, with its provider before a bar: `auth0|5f7c...`. */
  readonly sub: string;
  readonly name?: string | null;
  readonly nickname?: string | null;
  /** URL. */
  readonly picture?: string | null;
  readonly email?: string | null;
  /** A boolean from most tenants, a text from some: compare with both. */
  readonly email_verified?: boolean | "true" | "false" | null;
  /** ISO 8601, or seconds since 1970-01-01T00:00:00Z from tenants that keep to the standard. */
  readonly updated_at?: string | number | null;
  readonly [claim: string]: unknown;
}

/**
 * Asks who the user of an access token is.
 *
 * @throws AuthError the service's own error, or `request_error`, `too_many_requests`
 */
export async function requestUserInfo(
  origin: string,
  accessToken: string,
  fetch: FetchPort,
): Promise<UserInfo> {
  const body = await requestJson(
    fetch,
    `${origin}/userinfo`,
    {
      method: "GET",
      headers: { Authorization: `Bearer ${accessToken}` },
      credentials: "omit",
      redirect: "error",
    },
    [accessToken],
  );
  if (isUserInfo(body)) return body;
  throw new AuthError({
    error: "request_error",
    errorDescription: `${origin}/userinfo answered with something that is not user info. Check that the domain is that of a tenant.`,
    reason: "body_malformed",
  });
}

function isUserInfo(body: unknown): body is UserInfo {
  if (!isRecord(body) || typeof body["sub"] !== "string") return false;
  const { name, nickname, picture, email, email_verified: isVerified, updated_at: time } = body;
  return (
    [name, nickname, picture, email].every((text) => isNone(text) || typeof text === "string") &&
    (isNone(isVerified) || [true, false, "true", "false"].some((value) => value === isVerified)) &&
    (isNone(time) || typeof time === "string" || typeof time === "number")
  );
}

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
