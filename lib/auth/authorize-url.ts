import {
  checkResponseType,
  copyOptions,
  readOption,
  refuse,
  requireText,
  type Settings,
} from "./options.ts";
import { isBoolean, isMissing, omitFalsy, toSnakeCase } from "./records.ts";

/**
 * Parameters of one authorization request. Other parameters are sent unchanged, with their names in
 * snake_case: `login_hint`, `ui_locales`, `screen_hint`, `invitation` and others that the tenant
 * supports. Undefined, null and empty values are not sent.
 */
export interface AuthorizeOptions {
  /** Default: the constructor's. */
  readonly clientID?: string | undefined;
  /** Default: the constructor's. */
  readonly redirectUri?: string | undefined;
  /** Default: the constructor's; otherwise `code` with a redirectUri, `token` without one. */
  readonly responseType?: string | undefined;
  /** Default: the constructor's; `fragment` with `pkce`, where `parseHash` finds the code. */
  readonly responseMode?: string | undefined;
  /**
   * Default: the constructor's; `openid profile email` when empty. `offline_access` requests a
   * refresh token.
   */
  readonly scope?: string | undefined;
  /** Default: the constructor's. */
  readonly audience?: string | undefined;
  /** The connection to log in with. Default: the user chooses. */
  readonly connection?: string | undefined;
  /** Scopes to request from the connection; an array is joined with commas. */
  readonly connection_scope?: string | readonly string[] | undefined;
  /** `login` forces the login page, `none` forbids any page. */
  readonly prompt?: string | undefined;
  /** Returned unchanged in the response. */
  readonly state?: string | undefined;
  /** Returned unchanged in the ID token. */
  readonly nonce?: string | undefined;
  /**
   * The maximum number of seconds since the user last entered a password; compared with the claim
   * `auth_time`.
   */
  readonly maxAge?: number | undefined;
  /** The organization to log in to, id (`org_...`) or name; checked against the ID token. */
  readonly organization?: string | undefined;
  /**
   * True to request a code and redeem it in this page with PKCE (RFC 7636, S256). A response type
   * without a code becomes `code`. Default: the constructor's.
   */
  readonly pkce?: boolean | undefined;
  /** Any JSON value. It is stored, not sent, and returned with the result. */
  readonly appState?: unknown;
  readonly [parameter: string]: unknown;
}

/** Parameters of an authorization request under their names on the wire. */
export type AuthorizeParameters = Record<string, string>;

/** Matches the options that are not parameters of the authorization endpoint. */
const unsentOptions =
  /^(appState|captcha|domain|email|onRedirecting|otp|password|pkce|popupOptions|tenant|timeout|username)$/;

/**
 * Merges the parameters of a call with those of the constructor, under their names on the wire. The
 * parameters of the call take precedence.
 *
 * @throws TypeError that names the wrong option
 * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1
 */
export function readAuthorizeOptions(settings: Settings, options: unknown): AuthorizeParameters {
  const given = copyOptions(options ?? {});
  const parameters = { ...settings.defaults, ...writeParameters(given, unsentOptions) };
  if (readOption(given, "pkce", "a boolean", isBoolean, settings.pkce)) {
    parameters["code_challenge_method"] = "S256";
    parameters["response_mode"] ||= "fragment";
    if (!requestsType(parameters, "code")) parameters["response_type"] = "code";
  }
  parameters["scope"] ||= "openid profile email";
  parameters["response_type"] ||= parameters["redirect_uri"] ? "code" : "token";
  checkResponseType(parameters["response_type"]);
  if (/\D/.test(parameters["max_age"] ?? "")) refuse("maxAge", "seconds");
  return parameters;
}

/**
 * Converts options to parameters: names in snake_case, values as text, without missing values.
 *
 * @param unsent matches the names of options to leave out
 * @throws TypeError that names the wrong option
 */
export function writeParameters(
  options: Record<string, unknown>,
  unsent?: RegExp,
): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [option, value] of Object.entries(options)) {
    if (unsent?.test(option) || isMissing(value)) continue;
    const name = toSnakeCase(option);
    // Only these scopes are joined with commas: other lists contain spaces, or repeat the parameter.
    const list: unknown[] = [value].flat(Number(name === "connection_scope"));
    const text = list.join(",");
    if (
      list.some((item) => /^(object|function|undefined)/.test(typeof item)) ||
      !text.isWellFormed()
    ) {
      refuse(option, "a well-formed string");
    }
    parameters[name] = text;
  }
  return parameters;
}

/**
 * Returns the URL of an authorization request.
 *
 * @throws TypeError for an ID token without a nonce, which ties the token to the request; for PKCE
 *   without a challenge
 * @see OpenID Connect Core 1.0, section 3.2.2.1; RFC 7636, section 4.3
 */
export function writeAuthorizeUrl(settings: Settings, parameters: AuthorizeParameters): string {
  if (requestsType(parameters, "id_token") && !requestsType(parameters, "code")) {
    requireText(parameters, "nonce");
  }
  if (parameters["code_challenge_method"]) requireText(parameters, "code_challenge");
  return `${settings.origin}/authorize?${writeQuery(parameters)}`;
}

/** Returns true if the list of response types contains this type. */
export function requestsType(
  { response_type: types }: AuthorizeParameters,
  type: "code" | "token" | "id_token",
): boolean {
  return ` ${types} `.includes(` ${type} `);
}

/** Returns a query string with spaces as %20 and without empty values (RFC 6749, section 3.1). */
export function writeQuery(parameters: Record<string, string>): string {
  return Object.entries(omitFalsy(parameters))
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");
}
