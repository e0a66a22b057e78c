import { checkResponseType, requireText, takeOptions, refuse, type Settings } from "./options.ts";
import { hasLoneSurrogate, isNone, keepFilled, toWireName } from "./records.ts";

/**
 * Parameters of one authorization request. Those not listed are sent as they are, their names written in
 * snake_case: `login_hint`, `ui_locales`, `screen_hint`, `invitation` and whatever the tenant understands.
 * What is undefined, null or empty is not sent.
 */
export interface AuthorizeOptions {
  /** Default: the constructor's. */
  readonly clientID?: string | undefined;
  /** Default: the constructor's. */
  readonly redirectUri?: string | undefined;
  /** Default: the constructor's; else `code` when there is a redirectUri, `token` when there is none. */
  readonly responseType?: string | undefined;
  /** Default: the constructor's; `fragment` with `pkce`, so that `parseHash` finds the code. */
  readonly responseMode?: string | undefined;
  /** Default: the constructor's; `openid profile email` when empty. With `offline_access` a refresh token is asked for. */
  readonly scope?: string | undefined;
  /** Default: the constructor's. */
  readonly audience?: string | undefined;
  /** Use this connection, instead of letting the user choose. */
  readonly connection?: string | undefined;
  /** Scopes to ask of the connection; an array is joined with commas. */
  readonly connection_scope?: string | readonly string[] | undefined;
  /** `login` forces the login page, `none` forbids any page. */
  readonly prompt?: string | undefined;
  /** Comes back unchanged in the response. */
  readonly state?: string | undefined;
  /** Comes back unchanged in the ID token. */
  readonly nonce?: string | undefined;
  /** Seconds since the user last typed a password, at most; the ID token's `auth_time` is checked against it. */
  readonly maxAge?: number | undefined;
  /** Log in to this organization, id (`org_...`) or name; the ID token is checked for it. */
  readonly organization?: string | undefined;
  /**
   * Ask for a code (unless the response type has one already) and redeem it here, with a verifier that only
   * this page knows (RFC 7636, S256). Default: the constructor's.
   */
  readonly pkce?: boolean | undefined;
  /** Anything that survives JSON: kept here, not sent, and returned with the result. */
  readonly appState?: unknown;
  readonly [parameter: string]: unknown;
}

/** Parameters of an authorization request under their names on the wire. */
export type AuthorizeParameters = Record<string, string>;

// What callers may hand in with the rest, and what the authorization endpoint has no use for.
const unsent =
  /^(appState|domain|email|onRedirecting|otp|password|pkce|popupOptions|tenant|timeout|username)$/;

/**
 * Merges the parameters of a call over the constructor's, under their names on the wire.
 *
 * @throws TypeError that names the option which is wrong
 * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1
 */
export function readAuthorizeOptions(settings: Settings, options: unknown): AuthorizeParameters {
  const given = takeOptions(options ?? {});
  const parameters = { ...settings.defaults, ...writeParameters(given, unsent) };
  const pkce = given["pkce"] ?? settings.pkce;
  if (typeof pkce !== "boolean") refuse("pkce", "a boolean");
  if (pkce) {
    parameters["code_challenge_method"] = "S256";
    parameters["response_mode"] ||= "fragment";
    if (!asksFor(parameters, "code")) parameters["response_type"] = "code";
  }
  parameters["scope"] ||= "openid profile email";
  parameters["response_type"] ||= parameters["redirect_uri"] ? "code" : "token";
  checkResponseType(parameters["response_type"]);
  if (/\D/.test(parameters["max_age"] ?? "")) refuse("maxAge", "seconds");
  return parameters;
}

/**
 * Writes options as parameters: names in snake_case, values as texts; nothing for what was not given.
 *
 * @param passOver names of options that are not sent
 * @throws TypeError that names the option which is wrong
 */
export function writeParameters(
  options: Record<string, unknown>,
  passOver?: RegExp,
): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [option, value] of Object.entries(options)) {
    if (passOver?.test(option) || isNone(value)) continue;
    const list: unknown[] = [value].flat();
    if (!list.every((item) => /^(string|number|boolean)$/.test(typeof item))) {
      refuse(option, "a string");
    }
    const text = list.join(",");
    if (hasLoneSurrogate(text)) refuse(option, "whole characters");
    parameters[toWireName(option)] = text;
  }
  return parameters;
}

/**
 * Writes an authorization request as the URL to go to.
 *
 * @throws TypeError when an ID token is asked for without a nonce: nothing would tie it to this request; when
 *   a code is to be redeemed by PKCE and the challenge is missing
 * @see OpenID Connect Core 1.0, section 3.2.2.1; RFC 7636, section 4.3
 */
export function writeAuthorizeUrl(settings: Settings, parameters: AuthorizeParameters): string {
  if (asksFor(parameters, "id_token") && !asksFor(parameters, "code")) {
    requireText(parameters, "nonce");
  }
  if (parameters["code_challenge_method"]) requireText(parameters, "code_challenge");
  return `${settings.origin}/authorize?${writeQuery(parameters)}`;
}

/** Whether a request asks for a code, an access token or an ID token: the response type is a list of them. */
export function asksFor(
  { response_type: types }: AuthorizeParameters,
  type: "code" | "token" | "id_token",
): boolean {
  return ` ${types} `.includes(` ${type} `);
}

/** Writes a query string, spaces as %20. Empty values are left out: RFC 6749, section 3.1. */
export function writeQuery(parameters: Record<string, string>): string {
  return Object.entries(keepFilled(parameters))
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");
}
