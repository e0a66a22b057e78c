import { request, type Service } from "./http.ts";
import { readToken } from "./options.ts";
import { isNone, toRecord } from "./records.ts";

/**
 * What `/userinfo` says about the user, as the service sent it.
 *
 * @see OpenID Connect Core 1.0, section 5.3.2
 */
export interface UserInfo {
  /** The user's id, with its provider before a bar: `auth0|5f7c...`. */
  readonly sub: string;
  /** The full name, for display. */
  readonly name?: string | null;
  /** A short name; from the e-mail address where the user has chosen none. */
  readonly nickname?: string | null;
  /** URL. */
  readonly picture?: string | null;
  /** The e-mail address; without the scope `email` there is none. */
  readonly email?: string | null;
  /** A boolean from most tenants, a text from some: compare with both. */
  readonly email_verified?: boolean | "true" | "false" | null;
  /** ISO 8601, or seconds since 1970-01-01T00:00:00Z from tenants that keep to the standard. */
  readonly updated_at?: string | number | null;
  readonly [claim: string]: unknown;
}

/** Asks who the user of an access token is. See `userInfo` of `Authentication`. */
export function requestUserInfo(service: Service, accessToken: unknown): Promise<UserInfo> {
  const token = readToken(accessToken, "accessToken");
  return request({ ...service, token }, "/userinfo", (body) =>
    isUserInfo(body) ? body : undefined,
  );
}

const verified: unknown[] = [true, false, "true", "false"];

/** Whether an answer is user info. */
function isUserInfo(body: unknown): body is UserInfo {
  const { sub, email_verified, updated_at, ...claims } = toRecord(body);
  const texts = [claims["name"], claims["nickname"], claims["picture"], claims["email"]];
  return (
    typeof sub === "string" &&
    texts.every((text) => isNone(text) || typeof text === "string") &&
    /^(string|number)$/.test(typeof (updated_at ?? "")) &&
    verified.includes(email_verified ?? true)
  );
}
