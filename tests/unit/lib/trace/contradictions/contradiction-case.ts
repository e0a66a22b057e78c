import { createHash } from "node:crypto";
import {
  findContradictions,
  type ProvenContradiction,
} from "../../../../../lib/trace/contradictions/find-contradictions.ts";
import type { Evidence } from "../../../../../lib/trace/evidence.ts";
import { captureStart, jwtOf, traceOf, type EntryFacts } from "../entries.ts";
import { app, callback, idp, page, script } from "../join/logins.ts";

/** A row of the table, with requests that have its contradiction and requests that nearly do. */
export interface ContradictionCase {
  id: string;
  has: readonly EntryFacts[];
  near: readonly EntryFacts[];
  /** The severity of the contradiction in `has`. */
  severity: ProvenContradiction["severity"];
  /** Both values of `has`, as `showSeen` writes them. */
  seen: readonly [left: string, right: string];
}

/** Writes a value with its place, such as `GET /authorize, query state = s`. */
export function showSeen({ message, part, name, value }: Evidence): string {
  const path = URL.parse(message?.exchange.url ?? "")?.pathname;
  const request = message === undefined ? "" : `${message.exchange.method} ${path}, `;
  return `${request}${part} ${name} = ${value}`;
}

/** Returns the contradictions of all flows of a capture. */
export async function proveAll(entries: readonly EntryFacts[]): Promise<ProvenContradiction[]> {
  const { flows } = await traceOf(entries);
  return flows.flatMap(({ prepared, stop }) => findContradictions(prepared, stop));
}

type Values = Readonly<Record<string, string | undefined>>;

/** The differences of a login from the usual one. A value of undefined removes a parameter. */
export interface LoginFacts {
  at?: number;
  asked?: Values;
  given?: Values;
  /** The part of the callback's URL that has the response. */
  mode?: "query" | "fragment";
  target?: string;
  /** False if the page does not redeem the code. */
  redeemed?: Values | false;
  /** Added to the token request. */
  token?: Partial<EntryFacts>;
  /** Added to the token response. */
  answer?: Values;
  claims?: object;
  header?: object;
}

export const seconds = captureStart / 1000;
export const verifier = "v".repeat(43);
export const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** The query of a form or a URL, without the removed values. */
function clean(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export function idTokenOf({ claims, header, asked }: LoginFacts = {}): string {
  const payload = {
    iss: `${idp}/`,
    sub: "ada",
    aud: "spa",
    nonce: asked?.["nonce"] ?? "nonce-of-login",
    iat: seconds,
    exp: seconds + 3600,
    ...claims,
  };
  return jwtOf(payload, header ?? { alg: "RS256", kid: "key" });
}

/** Returns the authorization request of a login with PKCE, answered by a redirect. */
export function authorize(facts: LoginFacts = {}): EntryFacts {
  const { at = 0, asked, given, mode = "query", target = callback } = facts;
  const query = clean({
    client_id: "spa",
    response_type: "code",
    redirect_uri: callback,
    scope: "openid",
    state: "state-of-login",
    nonce: "nonce-of-login",
    code_challenge: hash(verifier),
    code_challenge_method: "S256",
    ...asked,
  });
  const response = { code: "code-of-login", state: query["state"], ...given };
  const location = new URL(target);
  const text = new URLSearchParams(clean(response)).toString();
  if (mode === "query") location.search = text;
  else location.hash = text;
  return { at, url: `${idp}/authorize`, query, ...page, location: location.href };
}

/** Returns the token request of a login with PKCE. */
export function redeem(facts: LoginFacts = {}): EntryFacts {
  const { at = 0, redeemed, answer, token } = facts;
  const form = clean({
    grant_type: "authorization_code",
    client_id: "spa",
    code: facts.given?.["code"] ?? "code-of-login",
    redirect_uri: callback,
    code_verifier: verifier,
    ...(redeemed === false ? {} : redeemed),
  });
  const tokens = clean({
    access_token: "access-of-login",
    token_type: "Bearer",
    id_token: idTokenOf(facts),
    ...answer,
  });
  return { at: at + 200, url: `${idp}/oauth/token`, ...script, form, answer: tokens, ...token };
}

/** Returns a login with PKCE: the redirect, the callback and the token request. */
export function loginOf(facts: LoginFacts = {}): EntryFacts[] {
  const request = authorize(facts);
  return [
    request,
    { at: (facts.at ?? 0) + 100, url: request.location ?? "", ...page, answer: "<h1>App</h1>" },
    ...(facts.redeemed === false ? [] : [redeem(facts)]),
  ];
}

/** Returns a login whose tokens come in the fragment. */
export function implicitOf(facts: LoginFacts = {}): EntryFacts[] {
  return loginOf({
    ...facts,
    mode: "fragment",
    redeemed: false,
    asked: { response_type: "id_token token", code_challenge: undefined, ...facts.asked },
    given: {
      code: undefined,
      access_token: "access-of-login",
      id_token: idTokenOf(facts),
      ...facts.given,
    },
  });
}

export const refused = { status: 400, answer: { error: "invalid_grant" } };

/** Returns a call of an API with a token, refused without other facts. */
export function callOf(token: string, facts: Partial<EntryFacts> = {}): EntryFacts {
  return {
    at: 1000,
    url: "https://api.example/orders",
    dest: "empty",
    status: 401,
    responseHeaders: { "Access-Control-Allow-Origin": app },
    ...facts,
    headers: { Authorization: `Bearer ${token}`, Origin: app, ...facts.headers },
  };
}

/** Returns a discovery document of the provider. */
export function discoveryOf(members: object, url = `${idp}/.well-known/openid-configuration`) {
  const document = {
    issuer: `${idp}/`,
    authorization_endpoint: `${idp}/authorize`,
    token_endpoint: `${idp}/oauth/token`,
    jwks_uri: `${idp}/keys`,
    ...members,
  };
  return {
    url,
    ...script,
    answer: document,
    responseHeaders: { "Access-Control-Allow-Origin": "*" },
  };
}
