import { isJsonObject, readText, type JsonObject } from "../../encoding/json.ts";
import type { TokenUse } from "./token-kind.ts";

/** The member of `events` that marks a logout token (Back-Channel Logout 1.0, section 2.4). */
export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Header and claims of a JWT. */
export interface Content {
  readonly header: JsonObject;
  readonly payload: JsonObject;
}

/** Returns the facts of a token that show its kind, in words; undefined for another kind. */
type Recognizer = (content: Content) => string[] | undefined;

/** A kind of JWT: how it is recognized, and what its standard requires. */
export interface Kind {
  readonly id: string;
  readonly title: string;
  /** The media types in `typ`, without "application/" (RFC 7515, section 4.1.9). */
  readonly types?: readonly string[];
  /** The names of the kind in a claim such as `token_use`, in lower case. */
  readonly words?: readonly string[];
  /** Recognizes claims that only this kind has. */
  readonly recognize?: Recognizer;
  /** Recognizes claims that are usual for this kind. A name in the text is stronger. */
  readonly recognizeUsual?: Recognizer;
  /** The name before the token in a text. */
  readonly name?: RegExp;
  /** The rules beyond this table; default: `unknown`, which has none. */
  readonly use?: TokenUse;
  /** The claims that its receiver must insist on. */
  readonly requires?: readonly string[];
  /** True if `iss` is the authorization server: then it is compared with the selected tenant. */
  readonly isFromProvider?: true;
  /** True if the header contains the key, or a reference to it, by design. */
  readonly carriesKey?: true;
  /** True if only the issuer itself can verify the signature. */
  readonly isForIssuer?: true;
  /** Specification and section. */
  readonly source: string;
}

/** Recognizes a payload that has at least one of these claims. */
const anyOf =
  (...names: readonly string[]): Recognizer =>
  ({ payload }) => {
    const present = names.filter((name) => name in payload);
    if (present.length === 0) return undefined;
    return [`${present.length === 1 ? "claim" : "claims"} ${present.join(", ")}`];
  };

/** Recognizes a payload that has all of these claims. */
const allOf =
  (...names: readonly [string, ...string[]]): Recognizer =>
  ({ payload }) => {
    if (!names.every((name) => name in payload)) return undefined;
    const last = names.at(-1) ?? "";
    if (names.length === 1) return [`claim ${last}`];
    return [`claims ${names.slice(0, -1).join(", ")} and ${last}`];
  };

/** Recognizes what `found` recognizes, but not in a payload with one of these claims. */
const without =
  (names: readonly string[], found: Recognizer): Recognizer =>
  (content) =>
    names.some((name) => name in content.payload) ? undefined : found(content);

const firstOf =
  (...recognizers: readonly Recognizer[]): Recognizer =>
  (content) => {
    for (const recognize of recognizers) {
      const evidence = recognize(content);
      if (evidence !== undefined) return evidence;
    }
    return undefined;
  };

const isWebUrl = (text: string) => /^https?:\/\//iu.test(text);

/**
 * Recognizes an assertion of a client: it names itself as the issuer, and an authorization server
 * as the audience. The issuer of any token of a server is a URL (RFC 8414, section 2).
 */
const recognizeAssertion: Recognizer = ({ payload: { iss, aud } }) => {
  const audiences = Array.isArray(aud) ? aud : [aud];
  const isClient = typeof iss === "string" && iss !== "" && !/^[a-z][a-z\d+.-]*:/iu.test(iss);
  const isForServer = audiences.some((value) => typeof value === "string" && isWebUrl(value));
  return isClient && isForServer ? ["claim iss, which is no URL", "claim aud, a URL"] : undefined;
};

const recognizeLogout: Recognizer = ({ payload: { events } }) =>
  isJsonObject(events) && logoutEvent in events
    ? ["claim events with the member backchannel-logout"]
    : undefined;

const recognizeProof: Recognizer = ({ header, payload }) =>
  "htm" in payload && "htu" in payload && "jwk" in header
    ? ["claims htm and htu", "header jwk"]
    : undefined;

const recognizeEvents: Recognizer = ({ payload: { events } }) =>
  isJsonObject(events) ? [`claim events with ${Object.keys(events).length} members`] : undefined;

const recognizeProfile = anyOf("email", "email_verified", "nickname", "picture", "given_name");

/** Claims of the login of a user, or about a user. An issuer can add both to other tokens. */
const recognizeUser = firstOf(anyOf("auth_time", "amr", "acr"), (content) =>
  // An ID token has an audience, and names no other kind in a claim.
  "aud" in content.payload && readWord(content.payload) === undefined
    ? recognizeProfile(content)
    : undefined,
);

/**
 * The kinds of JWTs. A token is of the first kind that recognizes its claims, so that a kind with
 * telling claims comes before one whose claims others can have.
 */
export const kinds: readonly Kind[] = [
  {
    id: "dpop-proof",
    title: "DPoP proof",
    types: ["dpop+jwt"],
    recognize: recognizeProof,
    name: /^dpop$/iu,
    use: "dpop_proof",
    requires: ["iat"],
    carriesKey: true,
    source: "RFC 9449, section 4.2",
  },
  {
    id: "logout-token",
    title: "Logout token",
    types: ["logout+jwt"],
    words: ["logout"],
    recognize: recognizeLogout,
    name: /^logout[-_]?token/iu,
    use: "logout_token",
    requires: ["iss", "aud", "iat", "exp", "jti", "events"],
    isFromProvider: true,
    source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
  },
  {
    id: "security-event-token",
    title: "Security event token",
    types: ["secevent+jwt"],
    recognize: recognizeEvents,
    requires: ["iss", "iat", "jti", "events"],
    source: "RFC 8417, section 2.2",
  },
  {
    id: "request-object",
    title: "Request object",
    types: ["oauth-authz-req+jwt"],
    recognize: allOf("response_type", "client_id"),
    requires: ["client_id"],
    source: "RFC 9101, section 4",
  },
  {
    id: "introspection-response",
    title: "Introspection response",
    types: ["token-introspection+jwt"],
    recognize: allOf("token_introspection"),
    requires: ["iss", "aud", "iat", "token_introspection"],
    isFromProvider: true,
    source: "RFC 9701, section 5",
  },
  {
    id: "authorization-response",
    title: "Authorization response (JARM)",
    recognize: without(
      ["sub"],
      firstOf(
        allOf("iss", "aud", "code"),
        allOf("iss", "aud", "error"),
        allOf("iss", "aud", "access_token"),
      ),
    ),
    name: /^response$/iu,
    requires: ["iss", "aud", "exp"],
    isFromProvider: true,
    source: "JWT Secured Authorization Response Mode, section 2.1",
  },
  {
    id: "verifiable-credential",
    title: "Verifiable credential",
    types: ["vc+jwt", "vc+ld+jwt", "vc-ld+jwt"],
    recognize: firstOf(allOf("vc"), allOf("@context", "credentialSubject")),
    source: "Securing Verifiable Credentials using JOSE and COSE, section 3.1",
  },
  {
    id: "verifiable-presentation",
    title: "Verifiable presentation",
    types: ["vp+jwt", "vp+ld+jwt", "vp-ld+jwt"],
    recognize: firstOf(allOf("vp"), allOf("@context", "verifiableCredential")),
    source: "Securing Verifiable Credentials using JOSE and COSE, section 3.1",
  },
  {
    id: "sd-jwt-credential",
    title: "SD-JWT credential",
    // The second type is the older one.
    types: ["dc+sd-jwt", "vc+sd-jwt"],
    recognize: allOf("vct"),
    requires: ["vct"],
    source: "SD-JWT-based Verifiable Credentials, section 3.2",
  },
  {
    id: "key-binding",
    title: "Key binding of an SD-JWT",
    types: ["kb+jwt"],
    recognize: allOf("sd_hash"),
    requires: ["iat", "aud", "nonce", "sd_hash"],
    source: "RFC 9901, section 4.3",
  },
  {
    id: "sd-jwt",
    title: "SD-JWT",
    types: ["sd-jwt"],
    recognize: anyOf("_sd", "_sd_alg"),
    source: "RFC 9901, section 4.2",
  },
  {
    id: "status-list",
    title: "Status list",
    types: ["statuslist+jwt"],
    recognize: allOf("status_list"),
    requires: ["sub", "iat", "status_list"],
    source: "Token Status List, section 5.1",
  },
  {
    id: "credential-proof",
    title: "Key proof for a credential",
    types: ["openid4vci-proof+jwt"],
    requires: ["aud", "iat"],
    carriesKey: true,
    source: "OpenID for Verifiable Credential Issuance 1.0, appendix F.1",
  },
  {
    id: "key-attestation",
    title: "Key attestation",
    types: ["key-attestation+jwt", "keyattestation+jwt"],
    recognize: allOf("attested_keys"),
    requires: ["iat", "attested_keys"],
    carriesKey: true,
    source: "OpenID for Verifiable Credential Issuance 1.0, appendix D.1",
  },
  {
    id: "client-attestation",
    title: "Client attestation",
    types: ["oauth-client-attestation+jwt"],
    requires: ["sub", "exp", "cnf"],
    carriesKey: true,
    source: "OAuth 2.0 Attestation-Based Client Authentication, section 4",
  },
  {
    id: "client-attestation-proof",
    title: "Proof for a client attestation",
    types: ["oauth-client-attestation-pop+jwt"],
    requires: ["aud", "jti", "iat"],
    carriesKey: true,
    source: "OAuth 2.0 Attestation-Based Client Authentication, section 5",
  },
  {
    id: "trust-mark",
    title: "Trust mark",
    types: ["trust-mark+jwt", "trust-mark-delegation+jwt"],
    recognize: firstOf(allOf("trust_mark_type"), allOf("trust_mark_id")),
    requires: ["iss", "sub", "iat"],
    source: "OpenID Federation 1.0, section 7.1",
  },
  {
    id: "entity-statement",
    title: "Entity statement",
    types: ["entity-statement+jwt", "resolve-response+jwt", "explicit-registration-response+jwt"],
    recognize: firstOf(
      allOf("jwks", "metadata"),
      allOf("jwks", "authority_hints"),
      allOf("jwks", "metadata_policy"),
    ),
    requires: ["iss", "sub", "iat", "exp"],
    source: "OpenID Federation 1.0, section 3",
  },
  {
    id: "software-statement",
    title: "Software statement",
    recognize: firstOf(allOf("software_id"), allOf("software_client_id")),
    name: /^software[-_]?statement$/iu,
    requires: ["iss"],
    source: "RFC 7591, section 2.3",
  },
  {
    id: "identity-assertion-grant",
    title: "Identity assertion authorization grant",
    types: ["oauth-id-jag+jwt"],
    requires: ["iss", "sub", "aud", "exp", "iat", "jti", "client_id"],
    isFromProvider: true,
    source: "Identity Assertion Authorization Grant, section 3",
  },
  {
    id: "transaction-token",
    title: "Transaction token",
    types: ["txntoken+jwt", "txn-token+jwt"],
    recognize: allOf("txn", "tctx"),
    requires: ["iat", "aud", "exp", "txn", "sub"],
    source: "Transaction Tokens, section 5.2",
  },
  {
    id: "assertion",
    title: "Assertion (RFC 7523)",
    types: ["client-authentication+jwt", "authorization-grant+jwt"],
    recognize: recognizeAssertion,
    name: /^(?:client[-_]?)?assertion$/iu,
    requires: ["iss", "aud", "exp"],
    source: "RFC 7523, section 3",
  },
  {
    id: "refresh-token",
    title: "Refresh token",
    words: ["refresh", "offline"],
    name: /^refresh[-_]?token/iu,
    isFromProvider: true,
    isForIssuer: true,
    source: "RFC 6749, section 1.5",
  },
  {
    id: "access-token",
    title: "Access token (RFC 9068)",
    types: ["at+jwt"],
    use: "access_token",
    requires: ["iss", "exp", "aud"],
    isFromProvider: true,
    source: "RFC 9068, section 2.2",
  },
  {
    id: "user-info",
    title: "User info response",
    // An ID token must have the times.
    recognizeUsual: without(["exp", "iat"], (content) =>
      "sub" in content.payload ? recognizeProfile(content) : undefined,
    ),
    name: /^user[-_]?info/iu,
    requires: ["sub"],
    isFromProvider: true,
    source: "OpenID Connect Core 1.0, section 5.3.2",
  },
  {
    id: "session-token",
    title: "Session token",
    // An ID token must have an audience.
    recognizeUsual: without(["aud"], allOf("sid", "sub")),
    name: /^(?:__)?session(?:[-_]?token)?$/iu,
    source: "no standard; the claim sid is of OpenID Connect Front-Channel Logout 1.0, section 3",
  },
  {
    id: "id-token",
    title: "ID token",
    words: ["id"],
    recognize: anyOf("nonce", "at_hash", "c_hash", "s_hash"),
    recognizeUsual: recognizeUser,
    name: /^(?:[\w.-]{1,40}[-_.])?id[-_]?token/iu,
    use: "id_token",
    requires: ["iss", "sub", "aud", "exp", "iat"],
    isFromProvider: true,
    source: "OpenID Connect Core 1.0, section 2",
  },
  {
    id: "access-token",
    title: "Access token",
    words: ["access", "bearer"],
    recognize: anyOf("scope", "scp", "permissions", "gty", "client_id", "cnf"),
    // RFC 9068, section 2.2.3.1
    recognizeUsual: anyOf("roles", "entitlements"),
    name: /^(?:access[-_]?token|(?:proxy-)?authorization$|oauth2-bearer$)/iu,
    use: "access_token",
    isFromProvider: true,
    source: "RFC 6749, section 1.4",
  },
];

/** Returns the word for the kind of a token in its own claims, in lower case. */
export function readWord(payload: JsonObject): { claim: string; word: string } | undefined {
  const claim = ["token_use", "token_type", "typ", "type"].find(
    (name) => readText(payload[name]) !== undefined,
  );
  if (claim === undefined) return undefined;
  return { claim, word: (readText(payload[claim]) ?? "").toLowerCase() };
}

/** A JWT of no particular kind. */
export const otherJwt: Kind = { id: "jwt", title: "JWT", source: "RFC 7519" };

/** Returns the kind whose rules a use has, for a token whose kind was not decided. */
export function kindOfUse(use: TokenUse): Kind {
  return kinds.findLast((kind) => kind.use === use) ?? otherJwt;
}

/** Returns the kind of a token: the decided one, or that of its use. */
export function kindOf({ kind, use }: { kind?: Kind; use: TokenUse }): Kind {
  return kind !== undefined && (kind.use ?? "unknown") === use ? kind : kindOfUse(use);
}
