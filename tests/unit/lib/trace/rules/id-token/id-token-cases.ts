import { generateKeyPairSync, sign } from "node:crypto";
import { captureStart, jwtOf, type EntryFacts } from "../../entries.ts";
import type { RuleCase, RuleCases } from "../rule-cases.ts";

const seconds = captureStart / 1000;
const claims = {
  iss: "https://login.example/",
  sub: "ada",
  aud: "spa",
  nonce: "a-nonce-of-this-login",
  iat: seconds,
  exp: seconds + 3600,
};

interface LoginFacts {
  payload?: object;
  header?: object;
  query?: Record<string, string>;
  /** Parameters beside the ID token. */
  beside?: Record<string, string>;
  keys?: readonly object[];
  /** True for a signature of the published key. */
  isSigned?: boolean;
  /** The `Date` header of the response. */
  date?: number;
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const published = { ...publicKey.export({ format: "jwk" }), kid: "key", use: "sig", alg: "RS256" };

/** Replaces the signature of a token by one of the published key. */
function signToken(token: string): string {
  const signed = token.slice(0, token.lastIndexOf("."));
  const signature = sign("RSA-SHA256", Buffer.from(signed), privateKey);
  return `${signed}.${signature.toString("base64url")}`;
}

/** A login that gets an ID token in the fragment. */
export function logIn(facts: LoginFacts): EntryFacts[] {
  const { payload, header, query, beside, date = captureStart } = facts;
  const keys = facts.keys ?? [{ kty: "RSA", kid: "key", n: "AQAB", e: "AQAB" }];
  const idToken = jwtOf({ ...claims, ...payload }, header);
  const response = new URLSearchParams({
    id_token: facts.isSigned === true ? signToken(idToken) : idToken,
    state: "state-of-this-login",
    ...beside,
  });
  return [
    { url: "https://login.example/.well-known/jwks.json", answer: { keys } },
    {
      url: "https://login.example/authorize",
      query: {
        client_id: "spa",
        response_type: "id_token",
        redirect_uri: "https://app.example/callback",
        scope: "openid",
        state: "state-of-this-login",
        nonce: claims.nonce,
        auth0Client: btoa(JSON.stringify({ name: "auth0.js", version: "10.0.0" })),
        ...query,
      },
      dest: "document",
      location: `https://app.example/callback#${response.toString()}`,
      responseHeaders: { Date: new Date(date).toUTCString() },
    },
  ];
}

type Case = LoginFacts & { rule: string; when: string };
const asRuleCase = ({ rule, when, ...facts }: Case): RuleCase => ({
  rule,
  when,
  entries: logIn(facts),
});
const forOrganization = { organization: "org_1" };

const essentialAcr = JSON.stringify({ id_token: { acr: { essential: true, values: ["mfa"] } } });

const fails: readonly Case[] = [
  {
    rule: "idt-inner-issuer",
    when: "iss is a name of the inner network",
    payload: { iss: "http://idp.internal:8080/realms/acme" },
  },
  {
    rule: "idt-inner-issuer",
    when: "iss is a private address",
    payload: { iss: "http://10.1.2.3:8080/" },
  },
  {
    rule: "idt-acr",
    when: "another level came",
    query: { acr_values: "mfa" },
    payload: { acr: "pwd" },
  },
  { rule: "idt-acr", when: "an essential level is missing", query: { claims: essentialAcr } },
  {
    rule: "idt-signature",
    when: "the published key does not verify it",
    keys: [published],
  },
  { rule: "idt-hs256", when: "alg is HS256", header: { alg: "HS256" } },
  { rule: "idt-none", when: "alg is none in any case", header: { alg: "None" } },
  { rule: "idt-alg", when: "alg is ES256", header: { alg: "ES256", kid: "key" } },
  { rule: "idt-nonce", when: "the nonce is another one", payload: { nonce: "other" } },
  { rule: "idt-nonce", when: "the nonce is missing", payload: { nonce: undefined } },
  { rule: "idt-iss", when: "iss is another host", payload: { iss: "https://tenant.example/" } },
  { rule: "idt-aud", when: "aud is an API", payload: { aud: "api" } },
  { rule: "idt-azp", when: "azp is another client", payload: { azp: "other" } },
  { rule: "idt-authtime", when: "auth_time is missing", query: { max_age: "60" } },
  {
    rule: "idt-authtime",
    when: "auth_time is too old",
    query: { max_age: "60" },
    payload: { auth_time: seconds - 121 },
  },
  { rule: "idt-kid-unknown", when: "no key has the kid", header: { alg: "RS256", kid: "x" } },
  {
    rule: "idt-hash",
    when: "at_hash is that of another token",
    query: { response_type: "token id_token" },
    beside: { access_token: "an-access-token", token_type: "Bearer" },
    payload: { at_hash: "xxxxxxxxxxxxxxxxxxxxxx" },
  },
  {
    rule: "idt-org",
    when: "the organization is another one",
    query: forOrganization,
    payload: { org_id: "org_2" },
  },
  { rule: "idt-sub", when: "sub is missing", payload: { sub: undefined } },
  { rule: "idt-time", when: "iat is in the future", payload: { iat: seconds + 300 } },
  {
    rule: "idt-time",
    when: "exp has passed",
    payload: { iat: seconds - 900, exp: seconds - 300 },
  },
];

const passes: readonly Case[] = [
  {
    rule: "idt-inner-issuer",
    when: "iss is another public host",
    payload: { iss: "https://issuer.example/" },
  },
  {
    rule: "idt-acr",
    when: "one of the wished levels came",
    query: { acr_values: "phr mfa" },
    payload: { acr: "mfa" },
  },
  {
    rule: "idt-signature",
    when: "the published key verifies it",
    keys: [published],
    isSigned: true,
  },
  { rule: "idt-hs256", when: "alg is RS256" },
  { rule: "idt-none", when: "the token is signed" },
  { rule: "idt-alg", when: "alg is RS256" },
  { rule: "idt-nonce", when: "the nonce is the same" },
  { rule: "idt-iss", when: "iss is the provider" },
  {
    rule: "idt-aud",
    when: "one of several is right",
    payload: { aud: ["api", "spa"], azp: "spa" },
  },
  { rule: "idt-azp", when: "azp is the client", payload: { azp: "spa" } },
  {
    rule: "idt-authtime",
    when: "auth_time is within the leeway",
    query: { max_age: "60" },
    payload: { auth_time: seconds - 119 },
  },
  { rule: "idt-kid-unknown", when: "a key has the kid" },
  {
    rule: "idt-hash",
    when: "there is no at_hash to compare",
    query: { response_type: "token id_token" },
    beside: { access_token: "an-access-token", token_type: "Bearer" },
  },
  {
    rule: "idt-org",
    when: "the organization is the same",
    query: forOrganization,
    payload: { org_id: "org_1" },
  },
  { rule: "idt-sub", when: "sub is there" },
  { rule: "idt-time", when: "iat is within the leeway", payload: { iat: seconds + 59 } },
];

export const idTokenCases: RuleCases = {
  fails: fails.map(asRuleCase),
  passes: passes.map(asRuleCase),
};
