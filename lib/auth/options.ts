import type { AuthPorts, ResolvedPorts } from "./ports.ts";
import { isBoolean, isRecord, toCamelCase, toSnakeCase } from "./records.ts";
import { resolvePorts } from "./runtime-ports.ts";

/** Options of the constructors. */
export interface WebAuthOptions {
  /**
   * The tenant's domain, for example `tenant.example.com`; `http://localhost:4400` for a loopback
   * tenant.
   */
  readonly domain: string;
  /** The application's client ID. */
  readonly clientID: string;
  /** The default redirect target of each method. Default: none. */
  readonly redirectUri?: string | undefined;
  /** Scopes, separated by spaces. Default: `openid profile email`. */
  readonly scope?: string | undefined;
  /** The API that access tokens are for. Default: none. */
  readonly audience?: string | undefined;
  /**
   * `code`, `token`, `id_token`, separated by spaces. Default: `token`, or `code` with a
   * redirectUri.
   */
  readonly responseType?: string | undefined;
  /** `query`, `fragment` or `form_post`. Default: none sent. */
  readonly responseMode?: string | undefined;
  /** Seconds by which the tenant's clock and this one may differ, 0 to 300. Default: 60. */
  readonly leeway?: number | undefined;
  /** The maximum number of seconds since the user last entered a password. Default: no limit. */
  readonly maxAge?: number | undefined;
  /** The organization to log in to, id (`org_...`) or name. Default: none. */
  readonly organization?: string | undefined;
  /** True to request a code and redeem it in this page with PKCE (RFC 7636). Default: false. */
  readonly pkce?: boolean | undefined;
  /** Time limit of each request to the tenant, in milliseconds below 2 ** 31. Default: 10000. */
  readonly requestTimeout?: number | undefined;
  /** Silences deprecation warnings; this version has none. Default: false. */
  readonly _disableDeprecationWarnings?: boolean | undefined;
  /** Replaces some or all of the ports. Default: the page's own. */
  readonly ports?: Partial<AuthPorts> | undefined;
}

/** The options of a constructor, validated and completed. */
export interface Settings {
  /** The tenant's origin, without a slash at the end. */
  readonly origin: string;
  readonly clientID: string;
  readonly pkce: boolean;
  /** Seconds. */
  readonly leeway: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
  /** Default parameters of each authorization request, under their names on the wire. */
  readonly defaults: Readonly<Record<string, string>>;
}

type Options = Record<string, unknown>;

/** The options that become default parameters of each authorization request. */
const defaultOptions = [
  "clientID",
  "responseType",
  "responseMode",
  "redirectUri",
  "scope",
  "audience",
  "organization",
];

/**
 * Validates the options of a constructor. Later changes to the caller's object have no effect.
 *
 * @throws TypeError that names the missing or wrong option
 */
export function readSettings(options: unknown): Settings & ResolvedPorts {
  const given = copyOptions(options);
  const origin = readTenant(given);
  const clientID = requireText(given, "clientID");
  readChoice(given, "responseMode", ["query", "fragment", "form_post"]);
  readOption(given, "_disableDeprecationWarnings", "a boolean", isBoolean, false);
  const maxAge = readOption(given, "maxAge", "a number", isNumberOrEmpty, "");
  return {
    origin,
    clientID,
    pkce: readOption(given, "pkce", "a boolean", isBoolean, false),
    leeway: readOption(given, "leeway", "seconds, 0 to 300", isLeeway, 60),
    requestTimeout: readRequestTimeout(given),
    defaults: {
      ...Object.fromEntries(
        defaultOptions.map((name) => [toSnakeCase(name), readText(given, name)]),
      ),
      max_age: `${maxAge}`,
    },
    ...resolvePorts(readOption(given, "ports", "an object", isRecord, {})),
  };
}

/**
 * Reads an option, or returns the fallback where it is missing.
 *
 * @throws TypeError that names the option, for an invalid value
 */
export function readOption<Value>(
  options: Options,
  name: string,
  form: string,
  isValid: (value: unknown) => value is Value,
  fallback: Value,
): Value {
  const value = options[name] ?? fallback;
  return isValid(value) ? value : refuse(name, form);
}

function isNumberOrEmpty(value: unknown): value is number | "" {
  return typeof value === "number" || value === "";
}

function isLeeway(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 300;
}

/** Returns true for a duration that timers support. Browsers fire at once from 2 ** 31 on. */
function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < 2 ** 31;
}

/** Reads a duration in milliseconds. */
export function readDuration(options: Options, name: string, fallback: number): number {
  return readOption(options, name, "milliseconds", isDuration, fallback);
}

/** Reads the time limit of each request, in milliseconds. */
export function readRequestTimeout(options: Options): number {
  return readDuration(options, "requestTimeout", 10_000);
}

/** Reads the option `domain` as an origin. */
export function readTenant(options: Options): string {
  return readDomain(requireText(options, "domain")) ?? refuse("domain", "a host name");
}

/**
 * Copies the options of any method. Refuses a client secret, since users can read all that a
 * browser stores. Removes spaces around names and addresses.
 *
 * @throws TypeError
 * @see RFC 6749, section 2.1 (public clients); RFC 8252, section 8.5
 */
export function copyOptions(options: unknown): Options {
  if (!isRecord(options)) refuse("options", "an object", "parameter is not valid");
  const secret = Object.keys(options).find((name) => /^_*client_*secret/i.test(name));
  if (secret) refuse(secret, "none, a browser cannot keep a secret");
  const copy = { ...options };
  for (const name of ["username", "email", "phoneNumber"]) {
    if (typeof copy[name] === "string") copy[name] = copy[name].trim();
  }
  return copy;
}

/**
 * Reports a mistake of the caller.
 *
 * @param form the valid form of the value
 * @throws TypeError that names the option, or the parameter
 */
export function refuse(name: string, form: string, mistake = "option is not valid"): never {
  throw new TypeError(`${name} ${mistake}: give ${form}.`);
}

/**
 * Reads a token that a caller passes.
 *
 * @throws TypeError for other characters than visible ASCII: no header can carry them (RFC 6750,
 *   section 2.1)
 */
export function readToken(token: unknown, name: string): string {
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return token;
  refuse(name, "a token", "parameter is not valid");
}

/**
 * Checks a list of response types. An empty text is valid.
 *
 * @throws TypeError
 */
export function checkResponseType(responseType: string): void {
  if (!/^((^|\b )(code|(id_)?token))*$/.test(responseType)) {
    refuse("responseType", "code, token, id_token");
  }
}

function isText(value: unknown): value is string {
  // Half of a surrogate pair has no UTF-8 form, so no URL can contain it (RFC 3986, section 2.5).
  return typeof value === "string" && value.isWellFormed();
}

/** Reads a text option; empty when it is missing. */
export function readText(options: Options, name: string): string {
  return readOption(options, name, "a well-formed string", isText, "");
}

/** Reads a text option that must be given, under its own name or its name on the wire. */
export function requireText(options: Options, name: string): string {
  return readText(options, name) || refuse(toCamelCase(name), "a string", "option is required");
}

/**
 * Reads an option that is written as JSON.
 *
 * @throws TypeError for a value that JSON cannot contain: one that contains itself, or a BigInt
 */
export function readJson(options: Options, name: string): unknown {
  try {
    JSON.stringify(options[name]);
  } catch {
    refuse(name, "a JSON value");
  }
  return options[name];
}

/** Reads a text option that has a few valid values; empty when it is missing. */
export function readChoice(options: Options, name: string, choices: readonly string[]): string {
  const value = readText(options, name);
  return !value || choices.includes(value) ? value : refuse(name, choices.join(" or "));
}

/**
 * Reads a tenant's domain: a host name with an optional port, with or without `https://`. Plain
 * `http://` is valid for loopback addresses only, where it is as safe as https.
 *
 * @returns the tenant's origin without a slash at the end, or undefined for any other text
 */
function readDomain(domain: string): string | undefined {
  // Match before URL.parse, which repairs invalid text and could find another host in it.
  const [, scheme = "https://", host = ""] =
    /^(https?:\/\/)?([^\s\\/@?#]+)\/?$/i.exec(domain) ?? [];
  const origin = URL.parse(scheme + host)?.origin ?? "";
  const isSafe = /^https:|\/(([^/]+\.)?localhost|\[::1\]|127[\d.]+)(:|$)/;
  return isSafe.test(origin) ? origin : undefined;
}
