import type { Call, PlainRequest } from "./call.ts";
import type { Discovery } from "./discovery.ts";

/** Where a run takes place: in the extension, or in the inspected page. */
export type Way = "extension" | "page";

/** The tenant, and the addresses of the place where a run takes place. */
export interface RunSetting {
  way: Way;
  /** Scheme, host and port of the domain for logins. */
  origin: string;
  /** The same of the tenant's own domain, which alone has the Management API. */
  managementOrigin: string;
  /**
   * The issuer that the discovery document of `origin` names. Missing if it could not be read: then
   * `origin` with a slash is the issuer.
   */
  issuer?: string;
  /** The tenant's application. Each form can name another one. */
  clientId: string;
  /** The callback URL of redirects. */
  redirectUri: string;
  /** The callback URL of responses in a frame or a popup, on the origin of the page. */
  messageUri: string;
  /** The origin of the extension or of the page. */
  pageOrigin: string;
}

/** The kind of token that a field takes from an earlier run. */
export type TokenKind = "access" | "id" | "refresh" | "code";

/** One value that the user gives. All values are texts. */
export interface Field {
  /** The name of the value, in most cases the name of the library's option. */
  readonly name: string;
  readonly label: string;
  /**
   * - `text`: one line
   * - `lines`: several lines
   * - `secret`: masked, and never in a preset
   * - `choice`: one of `choices`
   * - `flag`: `true` or empty
   * - `json`: a JSON object
   * - `token`: a secret that an earlier run may offer
   */
  readonly kind: "text" | "lines" | "secret" | "choice" | "flag" | "json" | "token";
  readonly token?: TokenKind;
  /** For `choice`: the values with their labels, the first one is the default. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly isRequired?: boolean;
  /** The text of an empty field. It names the default. */
  readonly placeholder?: string;
  readonly hint?: string;
  /** The first value of the field. */
  readonly initial?: string;
  /** True for a value that most runs do not need. Forms fold these fields. */
  readonly isAdvanced?: boolean;
}

/** The values of a form, by the names of the fields; a missing value is an empty text. */
export type Values = Readonly<Record<string, string>>;

/** A way in which an operation can fail. */
export interface Risk {
  /** The code of the error, or a short name of the case. */
  readonly error: string;
  readonly cause: string;
  readonly remedy: string;
  /** The operation that avoids the error, with the label of the way to it. */
  readonly instead?: { readonly operation: string; readonly label: string };
}

/** Facts that earlier runs have shown, for warnings. */
export interface RunFacts {
  /** Unix time in ms. */
  readonly now: number;
  /** The start of the last run of this operation with the tenant and the application, in ms. */
  readonly lastRunAt?: number;
  /** The algorithm in the header of the last ID token of the application. */
  readonly idTokenAlgorithm?: string;
}

/** The groups of the list of operations, in their order. */
export const operationGroups = [
  "Log in",
  "Session",
  "Embedded login",
  "Account",
  "Addresses",
  "Tokens",
  "Current user",
] as const;

/**
 * An operation of the library as data. The form, its validation, the help, the code and both ways
 * of running come from it.
 */
export interface Operation {
  readonly id: string;
  readonly group: (typeof operationGroups)[number];
  readonly title: string;
  /** The text of the button that runs it: `Log in`. */
  readonly action: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly fields: readonly Field[];
  /** True if the user can add parameters of the request. */
  readonly allowsExtraParameters: boolean;
  readonly risks: readonly Risk[];
  /** The ways that do not work, each with the reason. */
  readonly unavailable?: Readonly<Partial<Record<Way, string>>>;
  /** True if only this service has it, and no other OpenID provider. */
  readonly isServiceSpecific: boolean;
  /**
   * The part of the operation that only this service has. Other providers have an endpoint of their
   * own for the same purpose.
   */
  readonly ownPart?: { readonly name: string; readonly elsewhere: keyof Discovery["endpoints"] };
  /** True if it changes data of the tenant: a read-only tenant asks first. */
  readonly isChange?: boolean;
  /** The scopes of the current-user API that it needs. */
  readonly scopes?: readonly string[];
  /** Returns warnings for these values, before the run. */
  warn?(values: Values, setting: RunSetting, facts?: RunFacts): readonly string[];
  /**
   * Returns the problem of each wrong value that the kinds of the fields do not show.
   *
   * @param way where the run takes place; undefined for values that are not run yet
   */
  check?(values: Values, way?: Way): Readonly<Record<string, string>>;
  /** Returns the call of the library, or the request, for valid values. */
  call(values: Values, setting: RunSetting): Call | PlainRequest;
  /**
   * The end of an operation that leaves the page: `login` returns with a response for `parseHash`,
   * `logout` returns without one.
   */
  readonly leavesFor?: "login" | "logout";
  /**
   * The operation before this one in a flow of several steps, and the fields that both have. The
   * form starts with the values of the last such run.
   */
  readonly continues?: { readonly operation: string; readonly fields: readonly string[] };
}

/** Returns true for a call of the library. */
export function isCall(call: Call | PlainRequest): call is Call {
  return "object" in call;
}
