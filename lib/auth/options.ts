import { readDomain, type TenantAddress } from "./domain.ts";
import { isRecord } from "./is-record.ts";
import type { AuthPorts } from "./ports.ts";

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
  /** Silences warnings about what a later version will drop. Default: false. */
  readonly _disableDeprecationWarnings?: boolean | undefined;
  /** Replaces what the library uses of the page, all of it or some. Default: the page's own. */
  readonly ports?: Partial<AuthPorts> | undefined;
}

/** The options, checked and completed; texts not given are empty. */
export interface Settings extends TenantAddress {
  readonly clientID: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly audience: string;
  /** As given: its default depends on the redirectUri of each call. */
  readonly responseType: string;
  readonly responseMode: string;
  /** Seconds. */
  readonly leeway: number;
}

const defaultScope = "openid profile email";
const defaultLeeway = 60;
const maxLeeway = 300;

/**
 * Checks the options of a constructor. Later changes to the caller's object have no effect.
 *
 * @throws TypeError that names the option which is missing or wrong
 */
export function readOptions(options: unknown): Settings {
  const given = takeOptions(options);
  const address = readDomain(requireText(given, "domain"));
  if (address === null) {
    throw wrongOption(
      "domain",
      "give the tenant's host name, such as tenant.example.com. Only loopback addresses may begin with http://",
    );
  }
  const responseType = readText(given, "responseType");
  checkResponseType(responseType);
  const responseMode = readText(given, "responseMode");
  if (!["", "query", "fragment", "form_post"].includes(responseMode)) {
    throw wrongOption("responseMode", "give query, fragment or form_post, or leave it out");
  }
  const warnings = given["_disableDeprecationWarnings"];
  if (warnings !== undefined && typeof warnings !== "boolean") {
    throw wrongOption("_disableDeprecationWarnings", "give true or false");
  }
  const ports = given["ports"];
  if (ports !== undefined && !isRecord(ports)) {
    throw wrongOption("ports", "give an object with the ports to replace");
  }
  return {
    ...address,
    clientID: requireText(given, "clientID"),
    redirectUri: readText(given, "redirectUri"),
    scope: readText(given, "scope") || defaultScope,
    audience: readText(given, "audience"),
    responseType,
    responseMode,
    leeway: readLeeway(given["leeway"]),
  };
}

/**
 * Takes the options of any method: an object, and no client secret in it, for whatever a browser holds, its
 * user can read.
 *
 * @throws TypeError
 * @see RFC 6749, section 2.1 (public clients); RFC 8252, section 8.5
 */
export function takeOptions(options: unknown): Record<string, unknown> {
  if (!isRecord(options)) throw new TypeError("options parameter is not valid: give an object.");
  for (const name of Object.keys(options)) {
    if (name.replaceAll("_", "").toLowerCase() !== "clientsecret") continue;
    throw new TypeError(
      `${name} option is not accepted: code in a browser cannot keep a secret, everybody who opens the page can read it. Leave it out, and make the application a public client.`,
    );
  }
  return options;
}

/** The mistake of a caller who gave an option in the wrong form. */
export function wrongOption(name: string, remedy: string): TypeError {
  return new TypeError(`${name} option is not valid: ${remedy}.`);
}

/**
 * Checks a list of response types; an empty text is no list and passes.
 *
 * @throws TypeError
 */
export function checkResponseType(responseType: string): void {
  if (/^(?:(?:code|token|id_token)(?: (?!$)|$))*$/.test(responseType)) return;
  throw wrongOption(
    "responseType",
    "give code, token and id_token, one or several, separated by spaces",
  );
}

function readText(options: Record<string, unknown>, name: string): string {
  const value = options[name];
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw wrongOption(name, "give a string, or leave it out");
}

function requireText(options: Record<string, unknown>, name: string): string {
  const value = options[name];
  if (value === undefined || value === null || value === "") {
    throw new TypeError(`${name} option is required: give a string.`);
  }
  if (typeof value === "string") return value;
  throw wrongOption(name, "give a string");
}

function readLeeway(value: unknown): number {
  if (value === undefined || value === null) return defaultLeeway;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxLeeway) {
    return value;
  }
  throw wrongOption("leeway", `give a whole number of seconds from 0 to ${maxLeeway}`);
}
