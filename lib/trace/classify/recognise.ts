import { isJsonObject, readMember, readText } from "../../encoding/json.ts";
import { decodeToken } from "../../tokens/decode-token.ts";
import { readHeader } from "../exchange.ts";
import type { MessageKind } from "../message.ts";
import { readParameter } from "../parameters.ts";
import { isDiscovery, type AnnouncedEndpoints } from "./announced-endpoints.ts";
import { isCallback } from "./read-response.ts";
import { recogniseEmbedded } from "./recognise-embedded.ts";
import { readAnswer, type RequestFacts } from "./request-facts.ts";

/**
 * Recognises an auth message by its shape: the endpoints that discovery announced, the parameters
 * that the standards require, and the content of the response. A vendor's paths only help where
 * two messages look the same. Preflights and the provider's pages need their neighbours: see
 * `classify`.
 */
export function recognise(
  facts: RequestFacts,
  announced: AnnouncedEndpoints,
): MessageKind | undefined {
  if (facts.method === "OPTIONS") return undefined;
  const known = announced.get(facts.endpoint);
  if (known !== undefined) return known;
  if (isDiscovery(facts.exchange, facts.path)) return "discovery";
  if (isKeySet(facts)) return "key-set";
  if (hasGrant(facts)) return "token";
  return (
    recogniseEmbedded(facts) ??
    recogniseAuthorization(facts) ??
    recogniseByToken(facts) ??
    recognisePage(facts) ??
    recogniseByAnswer(facts) ??
    recogniseBearer(facts)
  );
}

/** The grants of the standards, and the names that a provider may add (RFC 6749, section 4.5). */
const grants =
  /^(?:authorization_code|refresh_token|client_credentials|password|implicit|[a-z][\w+.-]{0,40}:.*)$/u;
const tokenNames = [
  "client_id",
  "client_assertion",
  "code",
  "refresh_token",
  "username",
  "assertion",
];

/** Other services have grants too: the value must be one, or come with what a token request has. */
function hasGrant({ names, body, query, method }: RequestFacts): boolean {
  if (!names.has("grant_type")) return false;
  const grant = readParameter(body, "grant_type") ?? readParameter(query, "grant_type") ?? "";
  if (grants.test(grant) || tokenNames.some((name) => names.has(name))) return true;
  return method === "POST" && names.size === 1;
}

/** The values of RFC 6749 and of OAuth 2.0 Multiple Response Types. */
const responseTypes = /^(?:(?:code|token|id_token|none)(?: |$))+$/u;

function isKeySet({ exchange, method, path }: RequestFacts): boolean {
  if (method !== "GET") return false;
  if (path.endsWith("/.well-known/jwks.json")) return true;
  const keys = readMember(readAnswer(exchange, "kty") ?? {}, "keys");
  return Array.isArray(keys) && keys.some((key) => isJsonObject(key) && "kty" in key);
}

/** The parameters of which an authorization request has several (RFC 6749, section 4.1.1). */
const requestNames = ["redirect_uri", "scope", "state", "nonce", "code_challenge"];

function recogniseAuthorization(facts: RequestFacts): MessageKind | undefined {
  const { names, method } = facts;
  const hints = requestNames.filter((name) => names.has(name)).length;
  const isRequest = names.has("client_id")
    ? hasResponseType(facts, hints) || hasRequestObject(facts)
    : names.has("response_type") && hints >= 2;
  // Without its response_type, a request is faulty but still one.
  const isFaulty =
    names.has("redirect_uri") &&
    // A page that was refused can lack both.
    hints >= (names.has("client_id") ? 2 : facts.exchange.status >= 400 ? 3 : Infinity);
  if (!isRequest && !(isFaulty && facts.isPage)) return undefined;
  return method === "POST" && isPush(facts) ? "pushed-request" : "authorization";
}

/** A page can be sent with a wrong type; what a script sends must be known, or have more. */
function hasResponseType({ names, isPage, query, body }: RequestFacts, hints: number): boolean {
  if (!names.has("response_type")) return false;
  const type = readParameter(query, "response_type") ?? readParameter(body, "response_type") ?? "";
  return isPage || hints > 0 || responseTypes.test(type);
}

/** RFC 9101, section 5: a JWT, or the URI of one. Other services have requests of their own. */
function hasRequestObject({ query, body }: RequestFacts): boolean {
  const read = (name: string) => readParameter(query, name) ?? readParameter(body, name) ?? "";
  return read("request_uri").includes(":") || /^[\w-]+\.[\w-]*\./u.test(read("request"));
}

/** A pushed request has the parameters of an authorization, but a script or a server sends it. */
function isPush({ exchange, isFetch, isPage, lastSegment }: RequestFacts): boolean {
  if (readAnswer(exchange, "request_uri") !== undefined) return true;
  return isFetch || !isPage || lastSegment === "par";
}

/** Requests about one token: RFC 7009, section 2.1, and RFC 7662, section 2.1. */
function recogniseByToken(facts: RequestFacts): MessageKind | undefined {
  const { method, bodyNames, lastSegment, exchange } = facts;
  if (method !== "POST" || !bodyNames.has("token")) return undefined;
  if (readAnswer(exchange, "active") !== undefined) return "introspection";
  if (/^introspect(?:ion)?$/u.test(lastSegment)) return "introspection";
  if (/^revo(?:ke|cation)$/u.test(lastSegment)) return "revocation";
  return bodyNames.has("token_type_hint") ? "revocation" : undefined;
}

/** Logout paths that mean nothing else, also without any parameter. */
const logoutPath = /\/(?:v2\/logout|session\/end|openid-connect\/logout)$/u;
/** Endings of the logout paths of several providers, for requests without any parameter. */
const logoutSegment = /^(?:logout|signout|end_?session)$/u;

/** A page of the vendor's login, also if the login itself began before the capture. */
const vendorPage = /^\/u\/(?:login|signup|mfa|consent|reset-password)\b/u;

function recognisePage(facts: RequestFacts): MessageKind | undefined {
  const { names, isPage, path, lastSegment } = facts;
  if (names.has("post_logout_redirect_uri") || logoutPath.test(path)) return "logout";
  if (names.has("id_token_hint") && !names.has("response_type")) return "logout";
  if (!isPage) return undefined;
  if (names.has("state") && vendorPage.test(path)) return "login-page";
  const hasTarget = ["client_id", "returnTo", "logout_uri"].some((name) => names.has(name));
  if (logoutSegment.test(lastSegment) && hasTarget) return "logout";
  return isCallback(facts) ? "callback" : undefined;
}

/** Endings of the device authorization paths of several providers, for requests that are refused. */
const devicePath = /\/device(?:[_/-]?(?:authorization|authorize|auth|code))?$/u;

function recogniseByAnswer(facts: RequestFacts): MessageKind | undefined {
  const { method, exchange, lastSegment, bodyNames } = facts;
  if (method !== "POST" || facts.isPage) return undefined;
  const device = readAnswer(exchange, "device_code");
  if (device !== undefined && readMember(device, "user_code") !== undefined) {
    return "device-authorization";
  }
  if (bodyNames.has("client_id") && devicePath.test(facts.path)) return "device-authorization";
  const answer = readAnswer(exchange, "access_token");
  if (answer !== undefined && readMember(answer, "token_type") !== undefined) return "token";
  if (bodyNames.has("code_verifier") || bodyNames.has("refresh_token")) return "token";
  const isUnseen = exchange.requestBody === undefined && exchange.responseBody.state !== "text";
  return isUnseen && lastSegment === "token" ? "token" : undefined;
}

/** Requests with an access token: RFC 6750, section 2, and RFC 9449, section 7.1. */
function recogniseBearer(facts: RequestFacts): MessageKind | undefined {
  const { scheme, lastSegment, exchange, query } = facts;
  // Other services have public keys with the same name in their queries: only a JWT counts.
  const inQuery = readParameter(query, "access_token")?.startsWith("eyJ") === true;
  const hasToken = scheme === "bearer" || scheme === "dpop" || inQuery;
  if (lastSegment === "userinfo" && (hasToken || isForeignFetch(facts))) return "user-info";
  if (!hasToken) return undefined;
  if (isManagement(facts)) return "management";
  const claims = lastSegment === "me" ? readAnswer(exchange, "sub") : undefined;
  return claims === undefined ? "api-call" : "user-info";
}

/** A page asks its own server for a session at such an address, without a token. */
function isForeignFetch({ isFetch, exchange, origin }: RequestFacts): boolean {
  const from = readHeader(exchange.requestHeaders, "origin") ?? exchange.initiator;
  return isFetch && URL.parse(from ?? "")?.origin !== origin;
}

const managementPath =
  /^\/api\/v2\/(?:users|clients|connections|connection-profiles|token-exchange-profiles|events)(?:\/|$)/u;

/** Many APIs have a version 2: a readable token must be of this one, or of the same host. */
function isManagement({ exchange, path, origin }: RequestFacts): boolean {
  if (!path.startsWith("/api/v2/")) return false;
  const token = readHeader(exchange.requestHeaders, "authorization")?.slice("Bearer ".length);
  const decoded = decodeToken(token ?? "");
  if (!decoded.ok) return managementPath.test(path);
  const { payload } = decoded.token;
  if (JSON.stringify(readMember(payload, "aud") ?? "").includes("/api/v2/")) return true;
  const issuer = URL.parse(readText(readMember(payload, "iss")) ?? "");
  return issuer?.origin === origin && managementPath.test(path);
}
