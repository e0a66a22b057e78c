import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import { showHidden } from "../../encoding/show-hidden.ts";
import type { DecodedToken } from "../decode-token.ts";
import type { TokenUse } from "../finding.ts";
import type { TokenKind } from "./token-kind.ts";

/** The member of `events` that marks a logout token (Back-Channel Logout 1.0, section 2.4). */
export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** The facts from outside the token that help to decide its kind. */
export interface KindHints {
  /** The use of the token in a run, which is known. */
  use?: TokenUse;
  /** The name before the token in the text, such as `id_token`. */
  name?: string;
  clientId?: string;
}

interface Decision {
  use: TokenUse;
  /** The kind of the token itself, if it is not that of the use. */
  kind?: TokenUse;
  /** The name of a kind that has no rules of its own. */
  title?: string;
  evidence: string[];
}
type Content = Pick<DecodedToken, "header" | "payload">;

/**
 * Decides the kind of a JWT by the strongest evidence: the run, `typ` in the header, the claims
 * that only one kind has, the name in the text, and then claims that are usual for one kind.
 *
 * A token under the name of an ID token is used as one, whatever its own kind is. The rules for ID
 * tokens apply then (`use`), and `tokenKind` is the kind of the token itself.
 */
export function decideKind(
  token: Content,
  hints: KindHints = {},
): { use: TokenUse; tokenKind: TokenKind } {
  const { use, kind, title, evidence } =
    decideByUse(hints) ??
    decideByMisuse(token, hints.name) ??
    decideByType(token.header) ??
    decideByOwnClaims(token) ??
    decideByName(hints.name) ??
    decideByUsualClaims(token.payload, hints) ??
    unknownUse;
  const tokenKind = describeKind(kind ?? use, evidence, token);
  return { use, tokenKind: title === undefined ? tokenKind : { ...tokenKind, title } };
}

const unknownUse: Decision = {
  use: "unknown",
  evidence: ["no typ, claim or name of a particular kind"],
};

function decideByUse({ use }: KindHints): Decision | undefined {
  return use === undefined ? undefined : { use, evidence: ["its place in the response"] };
}

/** Decides about a token under the name of an ID token that its content contradicts. */
function decideByMisuse(token: Content, name: string | undefined): Decision | undefined {
  const named = decideByName(name);
  if (named?.use !== "id_token") return undefined;
  const other = findOtherKind(token);
  if (other !== undefined) {
    const { use: kind, evidence, ...rest } = other;
    return { ...rest, ...named, kind, evidence: [...evidence, ...named.evidence] };
  }
  // An issuer can add the remaining claims of access tokens to its ID tokens.
  return decideByOwnClaims(token)?.use === "access_token" ? named : undefined;
}

/** Returns the kind of a token whose `typ` or claims tell that it is no ID token. */
export function findOtherKind(token: Content): Decision | undefined {
  const typed = decideByType(token.header);
  if (typed !== undefined) return typed;
  const own = decideByOwnClaims(token);
  if (own?.use !== "access_token") return own?.use === "id_token" ? undefined : own;
  return decideByPresence(token.payload, ["scope", "scp", "gty", "client_id"], own.use);
}

const usesByType: ReadonlyMap<string, TokenUse> = new Map([
  ["at+jwt", "access_token"],
  ["logout+jwt", "logout_token"],
  ["dpop+jwt", "dpop_proof"],
]);

/** JWTs that are no token of a login, but can have the claims of one. They have no rules here. */
const titlesByType: ReadonlyMap<string, string> = new Map([
  // RFC 9101, section 10.8
  ["oauth-authz-req+jwt", "Request object"],
  // RFC 8417, section 2.3
  ["secevent+jwt", "Security event token"],
  // RFC 9701, section 5
  ["token-introspection+jwt", "Introspection response"],
  // SD-JWT-based Verifiable Credentials, section 3.2.1; the second type is the older one
  ["dc+sd-jwt", "SD-JWT credential"],
  ["vc+sd-jwt", "SD-JWT credential"],
  // Selective Disclosure for JWTs, section 4.3
  ["kb+jwt", "Key binding of an SD-JWT"],
]);

/** Returns the media type in `typ` without its prefix (RFC 7515, section 4.1.9), in lower case. */
export function readType(header: JsonObject): string {
  const { typ } = header;
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//u, "") : "";
}

/** Returns true if `typ` alone tells the kind of a token. */
export function isTypeOfKind(header: JsonObject): boolean {
  const type = readType(header);
  return usesByType.has(type) || titlesByType.has(type);
}

function decideByType(header: JsonObject): Decision | undefined {
  const type = readType(header);
  const evidence = [`header typ ${type}`];
  const use = usesByType.get(type);
  if (use !== undefined) return { use, evidence };
  const title = titlesByType.get(type);
  return title === undefined ? undefined : { use: "unknown", title, evidence };
}

const idTokenClaims = ["nonce", "at_hash", "c_hash", "s_hash"];
const accessTokenClaims = ["scope", "scp", "permissions", "gty", "client_id", "cnf"];
const loginClaims = ["auth_time", "amr", "acr"];

function decideByOwnClaims({ header, payload }: Content): Decision | undefined {
  const { events } = payload;
  if (isJsonObject(events) && logoutEvent in events) {
    return { use: "logout_token", evidence: ["claim events with the member backchannel-logout"] };
  }
  if ("htm" in payload && "htu" in payload && "jwk" in header) {
    return { use: "dpop_proof", evidence: ["claims htm and htu", "header jwk"] };
  }
  if ("response_type" in payload && "client_id" in payload) {
    const evidence = ["claims response_type and client_id"];
    return { use: "unknown", title: "Request object", evidence };
  }
  const disclosing = decideByPresence(payload, ["_sd", "_sd_alg"], "unknown");
  if (disclosing !== undefined) return { ...disclosing, title: "SD-JWT" };
  return (
    decideByPresence(payload, idTokenClaims, "id_token") ??
    decideByPresence(payload, accessTokenClaims, "access_token") ??
    decideByPresence(payload, loginClaims, "id_token")
  );
}

function decideByPresence(
  payload: JsonObject,
  names: readonly string[],
  use: TokenUse,
): Decision | undefined {
  const present = names.filter((name) => name in payload);
  if (present.length === 0) return undefined;
  return { use, evidence: [`${present.length === 1 ? "claim" : "claims"} ${present.join(", ")}`] };
}

const usesByName: readonly [pattern: RegExp, use: TokenUse][] = [
  [/^(?:[\w.-]{1,40}[-_.])?id[-_]?token/iu, "id_token"],
  [/^(?:access[-_]?token|(?:proxy-)?authorization$|oauth2-bearer$)/iu, "access_token"],
  [/^logout[-_]?token/iu, "logout_token"],
  [/^dpop$/iu, "dpop_proof"],
];

function decideByName(name: string | undefined): Decision | undefined {
  if (name === undefined) return undefined;
  const [, use] = usesByName.find(([pattern]) => pattern.test(name)) ?? [];
  return use === undefined
    ? undefined
    : { use, evidence: [`the name ${showHidden(name)} in the text`] };
}

const profileClaims = ["email", "email_verified", "nickname", "picture", "given_name"];

/** Decides by claims that both kinds can have, but that are usual for one. */
function decideByUsualClaims(payload: JsonObject, { clientId }: KindHints): Decision | undefined {
  const { aud } = payload;
  if (clientId !== undefined && aud === clientId) {
    return { use: "id_token", evidence: ["claim aud is the client ID"] };
  }
  return decideByPresence(payload, profileClaims, "id_token");
}

const titles: Readonly<Record<TokenUse, { id: TokenKind["id"]; title: string }>> = {
  id_token: { id: "id-token", title: "ID token" },
  access_token: { id: "access-token", title: "Access token" },
  logout_token: { id: "logout-token", title: "Logout token" },
  dpop_proof: { id: "dpop-proof", title: "DPoP proof" },
  unknown: { id: "jwt", title: "JWT" },
};

function describeKind(use: TokenUse, evidence: string[], { header, payload }: Content): TokenKind {
  const { id, title } = titles[use];
  if (use !== "access_token") return { id, title, evidence };
  const profile = readType(header) === "at+jwt" ? `${title} (RFC 9068)` : title;
  const { cnf } = payload;
  const member = isJsonObject(cnf) ? ["jkt", "x5t#S256"].find((name) => name in cnf) : undefined;
  if (member === undefined) return { id, title: profile, evidence };
  const bound = member === "jkt" ? "a DPoP key" : "a client certificate";
  return {
    id,
    title: `${profile}, bound to ${bound}`,
    evidence: [...evidence, `claim cnf with ${member}`],
  };
}
