import { createHash } from "node:crypto";
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTHeaderParameters,
} from "jose";
import type { LibraryQuestion } from "../../../../../lib/runs/token-check/check-with-library.ts";

/** The time of all checks: Unix time in ms. */
export const checkedAt = 1_790_000_000_000;
export const keySetUrl = "https://tenant.example/.well-known/jwks.json";
const seconds = checkedAt / 1000;

/** An ID token with the login that it is checked against. */
export interface TokenCase {
  readonly name: string;
  readonly question: LibraryQuestion;
}

/** A token that the library must refuse, with the reason. */
export interface FaultyToken extends TokenCase {
  readonly reason: string;
}

type Claims = Readonly<Record<string, unknown>>;
type Login = Partial<LibraryQuestion>;

const login = { domain: "tenant.example", clientId: "client-1", nonce: "nonce-1" };
const claims = {
  iss: "https://tenant.example/",
  sub: "auth0|ada",
  aud: "client-1",
  nonce: "nonce-1",
  iat: seconds,
  exp: seconds + 3600,
};

const own = await generateKeyPair("RS256", { extractable: true });
const second = await generateKeyPair("RS256", { extractable: true });
const foreign = await generateKeyPair("RS256");

/** The tenant's key set. It has two keys, so that a token needs a kid. */
export const keySet = {
  keys: [
    { ...(await exportJWK(own.publicKey)), kid: "key-1", alg: "RS256", use: "sig" },
    { ...(await exportJWK(second.publicKey)), kid: "key-2", alg: "RS256", use: "sig" },
  ],
};

const encode = (text: string): string => Buffer.from(text).toString("base64url");

/** Signs the good claims with changes; a change to undefined removes the claim. */
function sign(
  changes: Claims = {},
  header: Partial<JWTHeaderParameters> = {},
  key: CryptoKey | Uint8Array = own.privateKey,
): Promise<string> {
  return new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: "RS256", kid: "key-1", ...header })
    .sign(key);
}

async function signWith(alg: string): Promise<string> {
  return await sign({}, { alg }, (await generateKeyPair(alg)).privateKey);
}

/** Replaces one part of a good token. */
async function replacePart(place: number, part: string): Promise<string> {
  return (await sign())
    .split(".")
    .map((good, each) => (each === place ? part : good))
    .join(".");
}

const header = (members: object): Promise<string> =>
  replacePart(0, encode(JSON.stringify(members)));

const secret = new TextEncoder().encode("a shared secret of sufficient length");
const accessHash = createHash("sha256").update("access-1").digest().subarray(0, 16);
const good = await sign();

const forms: readonly [name: string, reason: string, token: string][] = [
  ["HS256", "alg", await sign({}, { alg: "HS256" }, secret)],
  ["alg none", "token_malformed", new UnsecuredJWT(claims).encode()],
  ["alg none with a signature", "alg", await header({ alg: "none" })],
  ["RS512", "alg", await signWith("RS512")],
  ["PS256", "alg", await signWith("PS256")],
  ["ES256", "alg", await signWith("ES256")],
  ["EdDSA", "alg", await signWith("EdDSA")],
  ["alg in lower case", "alg", await header({ alg: "rs256", kid: "key-1" })],
  ["no alg", "alg", await header({ kid: "key-1" })],
  ["a header that is a list", "alg", await replacePart(0, encode("[1]"))],
  ["a critical extension", "crit", await header({ alg: "RS256", kid: "key-1", crit: ["x"], x: 1 })],
  ["an unknown kid", "kid", await sign({}, { kid: "key-9" })],
  ["no kid at a tenant with two keys", "kid", await header({ alg: "RS256" })],
  ["a kid that is a number", "kid", await header({ alg: "RS256", kid: 1 })],
  ["the kid of the tenant's other key", "signature", await sign({}, { kid: "key-2" })],
  ["a foreign key with the tenant's kid", "signature", await sign({}, {}, foreign.privateKey)],
  ["a changed payload", "signature", await replacePart(1, encode(JSON.stringify({ sub: "eve" })))],
  ["the signature of another token", "signature", `${good.slice(0, good.lastIndexOf("."))}.AAAA`],
  ["no signature", "token_malformed", good.slice(0, good.lastIndexOf("."))],
  ["a payload that is not JSON", "token_malformed", await replacePart(1, encode("{"))],
  ["a header that is not base64url", "token_malformed", await replacePart(0, "é")],
  ["a signature that is not base64url", "token_malformed", await replacePart(2, "a+b=")],
  ["four parts", "token_malformed", `${good}.e30`],
];

const wrongClaims: readonly [name: string, reason: string, changes: Claims, login?: Login][] = [
  ["another issuer", "iss", { iss: "https://other.example/" }],
  ["an issuer without a slash", "iss", { iss: "https://tenant.example" }],
  ["no issuer", "iss", { iss: undefined }],
  ["no user", "sub", { sub: undefined }],
  ["an empty user", "sub", { sub: "" }],
  ["another audience", "aud", { aud: "client-2" }],
  ["a list of other audiences", "aud", { aud: ["client-2", "client-3"] }],
  ["no audience", "aud", { aud: undefined }],
  ["another chosen application", "aud", {}, { clientId: "client-2" }],
  ["two audiences without azp", "azp", { aud: ["client-1", "client-2"] }],
  ["another azp", "azp", { azp: "client-2" }],
  ["another nonce", "nonce", { nonce: "nonce-2" }],
  ["no nonce", "nonce", { nonce: undefined }],
  ["no expiry", "exp", { exp: undefined }],
  ["an expiry 61 seconds ago", "exp", { exp: seconds - 61 }],
  ["an expiry one second ago, without leeway", "exp", { exp: seconds - 1 }, { leeway: 0 }],
  ["an expiry that is a text", "exp", { exp: "2099-01-01" }],
  ["no iat", "iat", { iat: undefined }],
  ["an iat in 61 seconds", "issued_in_the_future", { iat: seconds + 61 }],
  ["an nbf in 61 seconds", "nbf", { nbf: seconds + 61 }],
  ["an nbf in 301 seconds, with all leeway", "nbf", { nbf: seconds + 301 }, { leeway: 300 }],
  ["an nbf that is a text", "nbf", { nbf: "soon" }],
  ["no auth_time for max_age", "auth_time", {}, { maxAge: 60 }],
  ["an old auth_time", "auth_time", { auth_time: seconds - 200 }, { maxAge: 60 }],
  ["another organization", "org_id", { org_id: "org_b" }, { organization: "org_a" }],
  ["no organization", "org_id", {}, { organization: "org_a" }],
  ["an organization of another name", "org_name", { org_name: "b" }, { organization: "a" }],
  ["the hash of another access token", "at_hash", { at_hash: "x" }, { accessToken: "access-1" }],
  ["markup as the audience", "aud", { aud: "<img src=x onerror=alert(1)>" }],
];

const rightClaims: readonly [name: string, changes: Claims, login?: Login][] = [
  ["the good claims", {}],
  ["no nonce in the login", { nonce: "nonce-2" }, { nonce: undefined }],
  ["an expiry within the leeway", { exp: seconds - 60 }],
  ["an nbf within a larger leeway", { nbf: seconds + 300 }, { leeway: 300 }],
  ["two audiences with azp", { aud: ["client-2", "client-1"], azp: "client-1" }],
  ["a recent auth_time", { auth_time: seconds - 60 }, { maxAge: 60 }],
  ["the organization", { org_name: "a" }, { organization: "A" }],
  [
    "the hash of the access token",
    { at_hash: accessHash.toString("base64url") },
    { accessToken: "access-1" },
  ],
];

/** ID tokens that each have one fault for their login. */
export const faultyTokens: readonly FaultyToken[] = [
  ...forms.map(([name, reason, token]) => ({ name, reason, question: { ...login, token } })),
  ...(await Promise.all(
    wrongClaims.map(async ([name, reason, changes, more]) => {
      const token = await sign(changes);
      return { name, reason, question: { ...login, ...more, token } };
    }),
  )),
];

/** ID tokens that are valid for their login. */
export const validTokens: readonly TokenCase[] = await Promise.all(
  rightClaims.map(async ([name, changes, more]) => {
    const token = await sign(changes);
    return { name, question: { ...login, ...more, token } };
  }),
);
