import { decodeToken } from "../../../tokens/decode-token.ts";
import type { AuthMessage } from "../../message.ts";
import { findRepeated, readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { errorOf, sent } from "../evidence.ts";
import { isLoopback } from "../is-loopback.ts";
import { isUnredeemed } from "../response/find-redemption.ts";
import { notApplicable, passed, type Evidence, type Rule } from "../rule.ts";

interface ShapeRow {
  id: string;
  title: string;
  severity: "error" | "warning";
  /** Default: advice, which is a cause where the provider refused the request. */
  rank?: "cause";
  requirement: string;
  /** Returns the evidence; undefined if the request is right. */
  find: (request: AuthMessage, prepared: PreparedFlow) => Evidence[] | undefined;
  why: string;
  remedy: string;
  copy?: string;
  yieldsTo?: readonly string[];
  /** Returns true if the provider did what the request lacks: then it is no error. */
  isHarmless?: (prepared: PreparedFlow) => boolean;
  /** True if this is the cause of a code that nothing redeemed. */
  isCauseUnredeemed?: true;
  /** True if it harms a login that works. */
  isUnsafe?: true;
}

const parameter = ({ asked }: PreparedFlow, name: string) => readParameter(asked, name);
const types = (prepared: PreparedFlow) =>
  parameter(prepared, "response_type")?.split(" ").filter(Boolean) ?? [];
/** True for a request object that is encrypted for the provider (RFC 9101, section 4). */
const isUnreadable = (object: string | undefined) =>
  object !== undefined && !decodeToken(object).ok;
const shown = (request: AuthMessage, ...names: string[]) =>
  names.map((name) => sent(request, name));

/** What is wrong with an authorization request by its own parameters. */
const rows: readonly ShapeRow[] = [
  {
    id: "authz-secret-in-url",
    title: "The login URL contains a secret",
    severity: "error",
    isUnsafe: true,
    rank: "cause",
    requirement: "RFC 9700, section 4.3; RFC 6749, section 2.3.1",
    find(request) {
      const names = ["client_secret", "password", "code_verifier", "access_token", "refresh_token"];
      const found = names.filter((name) => readParameter(request.request, name) !== undefined);
      return found.length === 0 || request.exchange.method !== "GET"
        ? undefined
        : shown(request, ...found).map((one) => ({ ...one, isSecret: true }));
    },
    why: "URLs are in the history, in logs of servers and proxies, and in the Referer.",
    remedy: "Remove the parameter from the URL, and rotate what leaked.",
  },
  {
    id: "authz-duplicate-param",
    title: "A parameter occurs twice",
    severity: "error",
    rank: "cause",
    requirement: "RFC 6749, section 3.1",
    find(request) {
      // RFC 8707, section 2, allows several values of resource.
      const repeated = findRepeated(request.request).filter((name) => name !== "resource");
      const isRefused = request.error === "invalid_request";
      const names = isRefused ? findRepeated(request.request) : repeated;
      return names.length === 0
        ? undefined
        : [{ message: request, part: "query", name: "repeated", value: names.join(", ") }];
    },
    why: "Parameters must not be repeated. Which value counts is different at each provider; many refuse the request.",
    remedy: "Send each parameter once. Look for code that appends to a URL that has it already.",
  },
  {
    id: "authz-pkce-plain",
    title: "The challenge is the verifier itself (method plain)",
    severity: "warning",
    requirement: "RFC 9700, section 2.1.1; RFC 7636, section 4.2",
    find: (request, prepared) =>
      parameter(prepared, "code_challenge") === undefined ||
      parameter(prepared, "code_challenge_method") === "S256"
        ? undefined
        : shown(request, "code_challenge", "code_challenge_method"),
    why: "With plain, which is also the default without a method, whoever sees the request can redeem the code.",
    remedy: "Send the S256 hash of the verifier, and code_challenge_method=S256.",
    copy: "code_challenge_method=S256",
  },
  {
    id: "authz-pkce-shape",
    title: "The challenge is not base64url of a SHA-256 hash",
    severity: "error",
    requirement: "RFC 7636, section 4.2",
    find: (request, prepared) =>
      parameter(prepared, "code_challenge_method") !== "S256" ||
      /^[\w-]{43}$/u.test(parameter(prepared, "code_challenge") ?? "x") ||
      parameter(prepared, "code_challenge")?.startsWith("[removed ") === true
        ? undefined
        : shown(request, "code_challenge"),
    why: "An S256 challenge has exactly 43 characters of the base64url alphabet, without padding.",
    remedy: "Replace + by -, / by _, and remove = at the end of the base64 text.",
  },
  {
    id: "authz-openid-missing",
    title: "The request asks for an ID token without the scope openid",
    severity: "error",
    rank: "cause",
    requirement: "OpenID Connect Core, section 3.1.2.1",
    find: (request, prepared) =>
      types(prepared).includes("id_token") &&
      !(parameter(prepared, "scope") ?? "").split(/[\s,]+/u).includes("openid")
        ? shown(request, "response_type", "scope")
        : undefined,
    // Some providers issue one all the same.
    isHarmless: ({ tokens }) => tokens.some(({ name }) => name === "id_token"),
    why: "Without openid, the request is OAuth 2.0 alone, and the provider issues no ID token.",
    remedy: "Add openid to the scope.",
    copy: "openid",
  },
  {
    id: "authz-scope-comma",
    title: "The scopes are separated by commas",
    severity: "warning",
    rank: "cause",
    requirement: "RFC 6749, section 3.3",
    find: (request, prepared) =>
      /\w,\s*\w/u.test(parameter(prepared, "scope") ?? "") ? shown(request, "scope") : undefined,
    why: "Scopes are separated by one space; with commas they are one unknown scope.",
    remedy: "Separate them by one space.",
  },
  {
    id: "authz-fetch",
    title: "A script called the authorization endpoint",
    severity: "error",
    rank: "cause",
    requirement: "RFC 9700, section 2.6",
    find: (request) =>
      request.exchange.destination === "fetch"
        ? [{ message: request, part: "headers", name: "Sec-Fetch-Dest", value: "empty" }]
        : undefined,
    why: "The authorization endpoint shows pages and redirects, and has no CORS. fetch cannot log in.",
    remedy: "Navigate the page to the URL, or let the library do so.",
  },
  {
    id: "authz-maxage0-none",
    title: "The request asks for a new login without showing one",
    severity: "error",
    rank: "cause",
    requirement: "OpenID Connect Core, section 3.1.2.3",
    find: (request, prepared) =>
      parameter(prepared, "max_age") === "0" && parameter(prepared, "prompt") === "none"
        ? shown(request, "max_age", "prompt")
        : undefined,
    why: "max_age=0 demands that the user logs in again, and prompt=none forbids to ask.",
    remedy: "Drop one of the two.",
  },
  {
    id: "authz-state-missing",
    title: "Nothing binds the response to this browser",
    severity: "error",
    isUnsafe: true,
    rank: "cause",
    // A server that redeems the code, and says what it was refused for, has not missed the state.
    yieldsTo: ["resp-callback-failed"],
    requirement: "RFC 9700, sections 2.1 and 4.7",
    find: (request, prepared) =>
      parameter(prepared, "state") === undefined &&
      parameter(prepared, "nonce") === undefined &&
      parameter(prepared, "code_challenge") === undefined &&
      parameter(prepared, "request_uri") === undefined &&
      !isUnreadable(parameter(prepared, "request"))
        ? shown(request, "state", "nonce", "code_challenge")
        : undefined,
    why: "Without state, nonce and PKCE, an attacker can make a user's browser take the attacker's login. Version 10 of the library refuses a response without the state that it stored.",
    remedy: "Send a random state for each login, and compare it; current libraries do so.",
  },
  {
    id: "authz-implicit",
    title: "The login asks for tokens in the URL (implicit flow)",
    severity: "warning",
    requirement: "RFC 9700, section 2.1.2; RFC 10017, section 7.2",
    find: (request, prepared) =>
      types(prepared).includes("token") && parameter(prepared, "response_mode") !== "web_message"
        ? shown(request, "response_type")
        : undefined,
    why: "Access tokens in a URL can leak by the history, by scripts and by redirects. OAuth 2.1 has no implicit flow.",
    remedy: "Ask for response_type=code with PKCE.",
    copy: "response_type=code",
  },
  {
    id: "authz-redirect-http",
    title: "The callback is not encrypted",
    severity: "error",
    isUnsafe: true,
    requirement: "RFC 9700, section 2.6",
    find(request, prepared) {
      const url = URL.parse(parameter(prepared, "redirect_uri") ?? "");
      return url?.protocol !== "http:" || isLoopback(url.hostname)
        ? undefined
        : shown(request, "redirect_uri");
    },
    yieldsTo: ["authz-redirect-mismatch"],
    why: "Everybody on the network can read the response.",
    remedy: "Use https for the callback. Plain http is fine on loopback only.",
  },
  {
    id: "authz-redirect-fragment",
    title: "The callback URL has a fragment",
    severity: "error",
    isCauseUnredeemed: true,
    requirement: "RFC 6749, section 3.1.2",
    find: (request, prepared) =>
      parameter(prepared, "redirect_uri")?.includes("#") === true
        ? shown(request, "redirect_uri")
        : undefined,
    why: "A redirect URI must not have a fragment: the response would be appended to it.",
    remedy: "Use a path without #, and store the place to return to with the state.",
  },
];

/** One rule for each row. */
export const requestShapes: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "request",
  rank: row.rank ?? "advice",
  severity: row.severity,
  title: row.title,
  requirement: row.requirement,
  ...(row.yieldsTo === undefined ? {} : { yieldsTo: row.yieldsTo }),
  ...(row.isUnsafe === true ? { isUnsafe: true } : { stopsLogin: true }),
  judge(prepared) {
    const { authorization } = prepared.flow;
    if (authorization === undefined) return notApplicable;
    const seen = row.find(authorization, prepared);
    if (seen === undefined) return passed;
    const isRefused = authorization.error === "invalid_request";
    return {
      outcome: "failed",
      ...((isRefused && row.id.startsWith("authz-pkce")) ||
      (row.isCauseUnredeemed === true && isUnredeemed(prepared))
        ? { rank: "cause" as const, severity: "error" as const }
        : {}),
      ...(row.isHarmless?.(prepared) === true ? { severity: "warning" as const } : {}),
      seen: isRefused ? [...seen, ...errorOf(authorization)] : seen,
      why: row.why,
      remedy: row.remedy,
      ...(row.copy === undefined ? {} : { copy: row.copy }),
    };
  },
}));
