import { issuerOf } from "../../messages/domain.ts";
import { readText } from "../../encoding/json.ts";
import { loginOriginOf, type Tenant } from "../../messages/tenant.ts";
import type { LibraryQuestion } from "../../runs/token-check/check-with-library.ts";
import { expectationsOf, type LoginExchange } from "../../tokens/checks/login-facts.ts";
import { decodeToken } from "../../tokens/decode-token.ts";
import type { TokenReport } from "../../tokens/inspect-token.ts";
import type { FoundToken } from "../../tokens/input/find-tokens.ts";
import type { JsonWebKeySet } from "../../tokens/read-key-set.ts";
import type { CapturedOrigin } from "./token-field-model.ts";

/** The fields that the user can change, as text. */
export interface LibraryFields {
  readonly domain: string;
  /** The application's client ID. */
  readonly clientId: string;
  readonly nonce: string;
  /** Seconds. */
  readonly leeway: string;
}

/** The login that a token is checked against: its own, or one at the selected tenant. */
export type LoginBasis =
  | { readonly kind: "run"; readonly exchange: LoginExchange }
  /** Its domain is empty unless it is the selected tenant's: the user decides whom to ask for keys. */
  | { readonly kind: "captured"; readonly login: CapturedOrigin["login"]; readonly domain: string }
  | { readonly kind: "tenant"; readonly tenant: Tenant }
  /** One at the issuer that the token names, whose keys the user pasted. */
  | { readonly kind: "keys"; readonly issuer: string }
  | { readonly kind: "none" };

/** The failures of a text that has the form of a JWS, but is not one. */
const malformed = new Set([
  "part-count",
  "not-base64url",
  "not-utf8",
  "not-json",
  "too-deep",
  "not-an-object",
]);

/**
 * Returns the text of a token that is an ID token, or may be one. Includes a malformed JWS:
 * applications receive those too.
 */
export function findIdToken(
  report: TokenReport | undefined,
  found: FoundToken | undefined,
): string | undefined {
  if (report?.kind === "read") {
    const { use, token } = report;
    return use === "id_token" || use === "unknown" ? token.compact : undefined;
  }
  if (report?.kind !== "unreadable" || found === undefined) return undefined;
  return malformed.has(report.failure.code) ? found.text : undefined;
}

/** Returns the values of the fields before the user changes them. */
export function prefillFields(basis: LoginBasis): LibraryFields {
  const leeway = "60";
  if (basis.kind === "none") return { domain: "", clientId: "", nonce: "", leeway };
  if (basis.kind === "keys") return { domain: basis.issuer, clientId: "", nonce: "", leeway };
  if (basis.kind === "tenant") {
    const domain = issuerOf({ origin: loginOriginOf(basis.tenant) });
    return { domain, clientId: basis.tenant.clientId, nonce: "", leeway };
  }
  const { request } = basis.kind === "run" ? basis.exchange : basis.login;
  const { client_id: clientId = "", nonce = "" } = request;
  const domain = basis.kind === "run" ? basis.exchange.issuer : basis.domain;
  return { domain, clientId, nonce, leeway };
}

/**
 * Returns the issuer that a token names, if it can be the domain of a login. The library requests
 * nothing from it while pasted keys are used.
 */
export function readNamedIssuer(text: string): string | undefined {
  const decoded = decodeToken(text);
  const issuer = decoded.ok ? readText(decoded.token.payload["iss"]) : undefined;
  const isDomain = issuer !== undefined && URL.parse(issuer)?.protocol === "https:";
  return isDomain && issuer.length <= 200 ? issuer : undefined;
}

/** Returns the question to the library, or a sentence about the missing value. */
export function writeQuestion(
  token: string,
  fields: LibraryFields,
  basis: LoginBasis,
  keys: JsonWebKeySet | undefined,
): LibraryQuestion | { missing: string } {
  const domain = fields.domain.trim();
  const clientId = fields.clientId.trim();
  const leeway = fields.leeway.trim();
  if (domain === "") {
    return { missing: "Select a tenant, or enter the domain that the application logs in at." };
  }
  if (clientId === "") {
    return { missing: "Enter the application's client ID. parseHash compares it with aud." };
  }
  return {
    token,
    domain,
    clientId,
    nonce: fields.nonce === "" ? undefined : fields.nonce,
    leeway: leeway === "" ? undefined : Number(leeway),
    ...(basis.kind === "run" && readLogin(basis.exchange)),
    ...(basis.kind === "captured" && readLogin(basis.login)),
    ...(keys !== undefined && { keys }),
  };
}

/** Returns what the library compares of a login beside the fields. */
function readLogin(exchange: CapturedOrigin["login"]): Partial<LibraryQuestion> {
  const { maxAge, organization, companions } = expectationsOf(exchange);
  const types = exchange.request["response_type"]?.split(" ") ?? [];
  // The library compares c_hash only if the code and the ID token arrive together.
  const isHybrid = types.includes("code") && types.includes("id_token");
  return {
    ...(maxAge !== undefined && !Number.isNaN(maxAge) && { maxAge }),
    organization,
    accessToken: companions.accessToken,
    code: isHybrid ? companions.code : undefined,
  };
}

/** Lists what the library uses and compares, beside the times, to accept a token. */
export function listCompared(question: LibraryQuestion): string[] {
  const { domain, clientId, nonce, leeway, maxAge, organization, accessToken, code } = question;
  return [
    question.keys === undefined ? "the domain's key set" : "the pasted keys",
    `domain ${domain}`,
    `application ${clientId}`,
    nonce === undefined ? "no nonce" : `nonce ${nonce}`,
    `leeway ${leeway ?? 60} seconds`,
    ...(maxAge === undefined ? [] : [`max_age ${maxAge} seconds`]),
    ...(organization === undefined ? [] : [`organization ${organization}`]),
    ...(accessToken === undefined ? [] : ["the access token of the response"]),
    ...(code === undefined ? [] : ["the code of the response"]),
  ];
}
