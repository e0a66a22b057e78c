import { request, type Service } from "./http.ts";
import { readToken } from "./options.ts";
import { isMissing, toRecord } from "./records.ts";

/**
 * The response of `/userinfo` about the user, as the service sent it.
 *
 * @see OpenID Connect Core 1.0, section 5.3.2
 */
export interface UserInfo {
  /** The user's id, with its provider before a bar: `auth0|5f7c...`. */
  readonly sub: string;
  /** The full name, for display. */
  readonly name?: string | null;
  /** A short name, by default from the email address. */
  readonly nickname?: string | null;
  /** A URL. */
  readonly picture?: string | null;
  /** The email address, with the scope `email`. */
  readonly email?: string | null;
  /** A boolean from most tenants, a text from some: compare with both. */
  readonly email_verified?: boolean | "true" | "false" | null;
  /**
   * ISO 8601, or seconds since 1970-01-01T00:00:00Z from tenants that comply with OpenID Connect.
   */
  readonly updated_at?: string | number | null;
  readonly [claim: string]: unknown;
}

/** Requests the user of an access token. See `userInfo` of `Authentication`. */
export function requestUserInfo(service: Service, accessToken: unknown): Promise<UserInfo> {
  const token = readToken(accessToken, "accessToken");
  return request({ ...service, token }, "/userinfo", (body) =>
    isUserInfo(body) ? body : undefined,
  );
}

function isUserInfo(body: unknown): body is UserInfo {
  const { sub, name, nickname, picture, email, email_verified, updated_at } = toRecord(body);
  const verified: unknown[] = [true, false, "true", "false"];
  return (
    typeof sub === "string" &&
    [name, nickname, picture, email].every((text) => typeof (text ?? "") === "string") &&
    (isMissing(updated_at) || typeof updated_at === "number" || typeof updated_at === "string") &&
    verified.includes(email_verified ?? true)
  );
}
