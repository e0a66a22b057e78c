import type { CryptoPort } from "./ports.ts";
import { createRandomText } from "./random-text.ts";
import { checkResponseType, takeOptions, wrongOption, type Settings } from "./options.ts";

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
  /** Default: the constructor's. */
  readonly responseMode?: string | undefined;
  /** Default: the constructor's. With `offline_access` a refresh token is asked for. */
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
  /** Anything that survives JSON: kept here, not sent, and returned with the result. */
  readonly appState?: unknown;
  readonly [parameter: string]: unknown;
}

/** Parameters of an authorization request under their names on the wire. */
export type AuthorizeParameters = Map<string, string>;

// What callers may hand in with the rest, and what the authorization endpoint has no use for.
const kept = new Set(["app_state", "domain", "popup_options", "tenant", "timeout", "username"]);

/**
 * Merges the parameters of a call over the constructor's, under their names on the wire.
 *
 * @throws TypeError that names the option which is wrong
 * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1
 */
export function readAuthorizeOptions(settings: Settings, options: unknown): AuthorizeParameters {
  const given = takeOptions(options ?? {});
  const parameters: AuthorizeParameters = new Map([
    ["client_id", settings.clientID],
    ["response_type", settings.responseType],
    ["response_mode", settings.responseMode],
    ["redirect_uri", settings.redirectUri],
    ["scope", settings.scope],
    ["audience", settings.audience],
  ]);
  for (const [option, value] of Object.entries(given)) {
    const name = toWireName(option);
    if (kept.has(name) || value === undefined || value === null) continue;
    parameters.set(name, toWireValue(option, value));
  }
  if (!parameters.get("response_type")) {
    parameters.set("response_type", parameters.get("redirect_uri") ? "code" : "token");
  }
  checkResponseType(parameters.get("response_type") ?? "");
  if (!/^\d*$/.test(parameters.get("max_age") ?? "")) {
    throw wrongOption("maxAge", "give a whole number of seconds");
  }
  return parameters;
}

/**
 * Writes an authorization request as the URL to go to.
 *
 * @throws TypeError when an ID token is asked for without a nonce: nothing would tie it to this request
 * @see OpenID Connect Core 1.0, section 3.2.2.1
 */
export function writeAuthorizeUrl(settings: Settings, parameters: AuthorizeParameters): string {
  const isCodeAsked = includesType(parameters.get("response_type"), "code");
  if (isIdTokenAsked(parameters) && !isCodeAsked && !parameters.get("nonce")) {
    throw new TypeError(
      "nonce option is required: an ID token in the response is only worth something when it repeats a nonce that you keep.",
    );
  }
  return `${settings.origin}/authorize?${writeQuery(parameters)}`;
}

/**
 * Ties the response to this request: adds a state, and a nonce when an ID token is asked for, where the
 * caller gave none.
 *
 * @returns the state
 * @see RFC 6749, section 10.12; OpenID Connect Core 1.0, section 15.5.2
 */
export function addStateAndNonce(parameters: AuthorizeParameters, crypto: CryptoPort): string {
  const state = parameters.get("state") || createRandomText(crypto);
  parameters.set("state", state);
  if (isIdTokenAsked(parameters) && !parameters.get("nonce")) {
    parameters.set("nonce", createRandomText(crypto));
  }
  return state;
}

/** Whether a response type, a list separated by spaces, has this one in it. */
export function includesType(
  responseType: string | undefined,
  type: "code" | "token" | "id_token",
): boolean {
  return ` ${responseType} `.includes(` ${type} `);
}

function isIdTokenAsked(parameters: AuthorizeParameters): boolean {
  return includesType(parameters.get("response_type"), "id_token");
}

/** Writes a query string, spaces as %20. Empty values are left out: RFC 6749, section 3.1. */
export function writeQuery(parameters: ReadonlyMap<string, string>): string {
  const pairs: string[] = [];
  for (const [name, value] of parameters) {
    if (value !== "") pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  return pairs.join("&");
}

/** `responseType` becomes `response_type`, `clientID` becomes `client_id`, `login_hint` stays. */
function toWireName(option: string): string {
  return option.replace(/(?<=[^A-Z_])[A-Z]|(?<=[^\d_])\d/g, "_$&").toLowerCase();
}

function toWireValue(option: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.join(",");
  }
  throw wrongOption(option, "give a string, a number or a boolean");
}
