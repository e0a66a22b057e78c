import { readDomain } from "./domain.ts";
import type { AuthPorts, ResolvedPorts } from "./ports.ts";
import {
  hasLoneSurrogate,
  isNone,
  isRecord,
  toOptionName,
  toRecord,
  toWireName,
} from "./records.ts";
import { resolvePorts } from "./runtime-ports.ts";

/** Options of the constructors. */
export interface WebAuthOptions {
  /** The tenant's domain, for example `tenant.example.com`; `http://localhost:4400` for a loopback tenant. */
  readonly domain: string;
  /** The application's client id. */
  readonly clientID: string;
  /** Where responses go when a method is given no other. Default: none. */
  readonly redirectUri?: string | undefined;
  /** Scopes, separated by spaces. Default: `openid profile email`. */
  readonly scope?: string | undefined;
  /** The API that access tokens are for. Default: none. */
  readonly audience?: string | undefined;
  /** `code`, `token`, `id_token`, separated by spaces. Default: `token`, or `code` with a redirectUri. */
  readonly responseType?: string | undefined;
  /** `query`, `fragment` or `form_post`. Default: none sent. */
  readonly responseMode?: string | undefined;
  /** Seconds by which the tenant's clock and this one may differ, 0 to 300. Default: 60. */
  readonly leeway?: number | undefined;
  /** Seconds since the user last typed a password, at most. Default: no limit. */
  readonly maxAge?: number | undefined;
  /** The organization to log in to, id (`org_...`) or name. Default: none. */
  readonly organization?: string | undefined;
  /** Ask for a code and redeem it here, by PKCE (RFC 7636). Default: false. */
  readonly pkce?: boolean | undefined;
  /** Milliseconds that each request to the tenant may take, fewer than 2 ** 31. Default: 10000. */
  readonly requestTimeout?: number | undefined;
  /** Silences warnings about what a later version will drop; this one gives none. Default: false. */
  readonly _disableDeprecationWarnings?: boolean | undefined;
  /** Replaces what the library uses of the page, all of it or some. Default: the page's own. */
  readonly ports?: Partial<AuthPorts> | undefined;
}

/** The options, checked and completed. */
export interface Settings {
  /** The tenant's, without a slash at the end: what paths are appended to, and where its messages come from. */
  readonly origin: string;
  readonly clientID: string;
  readonly pkce: boolean;
  /** Seconds. */
  readonly leeway: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
  /** What each authorization request begins with, under names on the wire. */
  readonly defaults: Readonly<Record<string, string>>;
}

// Those that become parameters of each authorization request as they are.
const texts = "clientID responseType responseMode redirectUri scope audience organization";
const others: Record<string, string> = {
  maxAge: "number",
  pkce: "boolean",
  _disableDeprecationWarnings: "boolean",
  ports: "object",
};

/**
 * Checks the options of a constructor. Later changes to the caller's object have no effect.
 *
 * @throws TypeError that names the option which is missing or wrong
 */
export function readOptions(options: unknown): Settings & ResolvedPorts {
  const given = takeOptions(options);
  const origin = readTenant(given);
  const clientID = requireText(given, "clientID");
  readChoice(given, "responseMode", ["query", "fragment", "form_post"]);
  for (const [name, type] of Object.entries(others)) {
    const value = given[name];
    if (!isNone(value) && typeof value !== type) refuse(name, `a ${type}`);
  }
  const { maxAge, ports, pkce } = given;
  const leeway = given["leeway"] ?? 60;
  if (typeof leeway !== "number" || leeway % 1 || !(leeway >= 0 && leeway <= 300)) {
    refuse("leeway", "seconds, 0 to 300");
  }
  const defaults = Object.fromEntries(
    texts.split(" ").map((name) => [toWireName(name), readText(given, name)]),
  );
  defaults["max_age"] = typeof maxAge === "number" ? `${maxAge}` : "";
  return {
    origin,
    clientID,
    pkce: pkce === true,
    leeway,
    requestTimeout: readRequestTimeout(given),
    defaults,
    ...resolvePorts(toRecord(ports)),
  };
}

/** Reads how long each request may take, in milliseconds. */
export function readRequestTimeout(given: Record<string, unknown>): number {
  return readMilliseconds(given, "requestTimeout", 10_000);
}

/**
 * Reads a time to wait, in milliseconds.
 *
 * @throws TypeError for anything that no timer waits: browsers call back at once after 2 ** 31
 */
export function readMilliseconds(
  given: Record<string, unknown>,
  name: string,
  otherwise: number,
): number {
  const value = given[name] ?? otherwise;
  if (typeof value === "number" && value > 0 && value < 2 ** 31) return value;
  refuse(name, "milliseconds");
}

/** Reads the option `domain` as an origin. */
export function readTenant(given: Record<string, unknown>): string {
  const origin = readDomain(requireText(given, "domain"));
  return origin ?? refuse("domain", "a host name");
}

/**
 * Takes a copy of the options of any method: an object, and no client secret in it, for whatever a browser
 * holds, its user can read. Names and addresses lose the spaces around them.
 *
 * @throws TypeError
 * @see RFC 6749, section 2.1 (public clients); RFC 8252, section 8.5
 */
export function takeOptions(options: unknown): Record<string, unknown> {
  if (!isRecord(options)) refuse("options", "an object", "parameter is not valid");
  const secret = Object.keys(options).find((name) => /^_*client_*secret/i.test(name));
  if (secret) refuse(secret, "none, a browser cannot keep a secret");
  const taken = { ...options };
  for (const name of ["username", "email", "phoneNumber"]) {
    if (typeof taken[name] === "string") taken[name] = taken[name].trim();
  }
  return taken;
}

/**
 * Tells a caller of a mistake.
 *
 * @param form what to give instead
 * @throws TypeError that names the option, or the parameter
 */
export function refuse(name: string, form: string, mistake = "option is not valid"): never {
  throw new TypeError(`${name} ${mistake}: give ${form}.`);
}

/**
 * Reads a token that a caller hands in.
 *
 * @throws TypeError for anything but visible ASCII, which no header can carry (RFC 6750, section 2.1)
 */
export function readToken(token: unknown, name: string): string {
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return token;
  refuse(name, "a token", "parameter is not valid");
}

/**
 * Checks a list of response types; an empty text is no list and passes.
 *
 * @throws TypeError
 */
export function checkResponseType(responseType: string): void {
  if (!/^((^|\b )(code|(id_)?token))*$/.test(responseType)) {
    refuse("responseType", "code, token, id_token");
  }
}

/** A text option; empty when it is not given. */
export function readText(options: Record<string, unknown>, name: string): string {
  const value = options[name] ?? "";
  if (typeof value !== "string") refuse(name, "a string");
  return hasLoneSurrogate(value) ? refuse(name, "whole characters") : value;
}

/** A text option that must be given, under its own name or that on the wire. */
export function requireText(options: Record<string, unknown>, name: string): string {
  return readText(options, name) || refuse(toOptionName(name), "a string", "option is required");
}

/** A text option that is one of a few; empty when it is not given. */
export function readChoice(
  options: Record<string, unknown>,
  name: string,
  choices: readonly string[],
): string {
  const value = readText(options, name);
  return !value || choices.includes(value) ? value : refuse(name, choices.join(" or "));
}
