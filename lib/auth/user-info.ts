import { isNone, isRecord } from "./records.ts";

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

/** Whether an answer is user info. */
export function isUserInfo(body: unknown): body is UserInfo {
  if (!isRecord(body) || typeof body["sub"] !== "string") return false;
  const { name, nickname, picture, email, email_verified: isVerified, updated_at: time } = body;
  return (
    [name, nickname, picture, email, typeof time === "number" ? "" : time].every(
      (text) => isNone(text) || typeof text === "string",
    ) &&
    (isNone(isVerified) || [true, false, "true", "false"].some((value) => value === isVerified))
  );
}
