import { jwtOf, type EntryFacts } from "../../entries.ts";
import { app, backWith, cleanLogin, idp, redeem } from "../rule-cases.ts";
import { bearer, call, loginAt, type WorkingScene } from "./working-scene.ts";

const token = "opaque-access-token";
const api = "https://api.example";
const cookie: EntryFacts = {
  url: `${app}/`,
  at: -10,
  dest: "document",
  answer: "<h1>App</h1>",
  headers: { Cookie: "theme=dark" },
};
const refusedCall = (facts: Partial<EntryFacts> = {}): EntryFacts =>
  call({
    url: `${api}/orders`,
    at: 5000,
    headers: bearer(token),
    status: 401,
    answer: {},
    ...facts,
  });
const challenge = {
  "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="orders:write"',
};
const forbidden = call({
  url: `${api}/orders`,
  at: 200,
  headers: bearer(token),
  status: 403,
  responseHeaders: challenge,
});
const logout: EntryFacts = {
  url: `${idp}/v2/logout`,
  at: 4000,
  query: { client_id: "spa", returnTo: `${app}/` },
  dest: "document",
  location: `${app}/`,
};
const stream = (accept: string): EntryFacts =>
  call({
    url: `${app}/events?access_token=${jwtOf({ sub: "ada" })}`,
    at: 200,
    headers: { Referer: `${app}/`, Accept: accept },
  });
const proof = jwtOf(
  { htm: "GET", htu: `${api}/other`, jti: "1", iat: 1 },
  { typ: "dpop+jwt", alg: "ES256", jwk: { kty: "EC" } },
);
const proved = (status: number): EntryFacts[] => [
  ...cleanLogin,
  call({ url: `${api}/orders`, headers: { ...bearer(token), DPoP: proof }, status }),
];
const revoke = (error: string): EntryFacts => ({
  url: `${idp}/oauth/revoke`,
  at: 5000,
  dest: "empty",
  origin: app,
  form: { client_id: "spa", token, token_type_hint: "access_token" },
  status: 400,
  answer: { error },
  responseHeaders: { "Access-Control-Allow-Origin": app },
});

/** Refusals of APIs that a page knows how to handle. */
export const apiScenes: readonly WorkingScene[] = [
  {
    rule: "at-expired",
    scene: "the token has ended, and the page logs in again and calls another address",
    entries: [
      ...cleanLogin,
      call({ url: `${api}/orders`, at: 200, headers: bearer(token) }),
      refusedCall(),
      ...loginAt(6000, {}, "the-next-token"),
      call({ url: `${api}/start`, at: 7000, headers: bearer("the-next-token") }),
    ],
    harmful: [
      ...cleanLogin,
      call({ url: `${api}/orders`, at: 200, headers: bearer(token) }),
      refusedCall(),
    ],
  },
  {
    rule: "at-refused",
    scene: "the page polls until it notices that the user has logged out in another tab",
    entries: [...cleanLogin, logout, refusedCall()],
    harmful: [...cleanLogin, refusedCall()],
  },
  {
    rule: "at-refused",
    scene: "a widget of another firm has an old token of its own",
    entries: [
      ...cleanLogin,
      call({ at: 200, headers: bearer(token) }),
      call({
        url: "https://chat.test/v1/me",
        at: 300,
        headers: bearer("key-of-the-chat"),
        status: 401,
      }),
    ],
  },
  {
    rule: "at-insufficient-scope",
    scene: "the page asks for the scope, and calls again",
    entries: [
      ...cleanLogin,
      forbidden,
      ...loginAt(3000, { scope: "openid orders:write" }, "the-next-token"),
      {
        ...forbidden,
        at: 4000,
        status: 200,
        headers: bearer("the-next-token"),
        responseHeaders: {},
      },
    ],
    harmful: [...cleanLogin, forbidden],
  },
  {
    rule: "at-missing",
    scene: "a page asks its own server for the session before anybody has logged in",
    entries: [cookie, call({ url: `${app}/bff/userinfo`, status: 401, answer: {} })],
    harmful: [
      cookie,
      {
        url: `${idp}/userinfo`,
        at: 100,
        dest: "empty",
        origin: app,
        status: 401,
        responseHeaders: { "WWW-Authenticate": "Bearer", "Access-Control-Allow-Origin": app },
      },
    ],
  },
  {
    rule: "at-missing",
    scene: "a page asks for an older session that it does not need beside its tokens",
    entries: [
      cookie,
      ...cleanLogin,
      call({ at: 200, headers: bearer(token) }),
      call({ url: `${app}/api/session`, at: 300, status: 401, answer: {} }),
    ],
    harmful: [
      cookie,
      ...cleanLogin,
      call({ url: `${app}/api/session`, at: 300, status: 401, answer: {} }),
    ],
  },
  {
    rule: "call-forbidden",
    scene: "the application's own API has users too, and forbids a call",
    entries: [
      ...cleanLogin,
      call({ url: `${api}/api/v2/users`, at: 200, headers: bearer(token), status: 403 }),
    ],
  },
  {
    rule: "call-failed",
    scene: "the application's own session at an address of that name fails once",
    entries: [...cleanLogin, call({ url: `${app}/api/userinfo`, at: 200, status: 503 })],
  },
  {
    rule: "ui-sub",
    scene: "the application's own API has another number of the user",
    entries: [
      ...backWith({ code: "the-code" }),
      {
        ...redeem,
        answer: {
          access_token: token,
          token_type: "Bearer",
          id_token: jwtOf({
            iss: `${idp}/`,
            sub: "auth0|ada",
            aud: "spa",
            nonce: "8a47d1f2-77aa-4c11",
            iat: Date.UTC(2026, 10, 23, 8) / 1000,
            exp: Date.UTC(2026, 10, 23, 9) / 1000,
          }),
        },
      },
      call({ url: `${api}/me`, at: 200, headers: bearer(token), answer: { sub: "user-42" } }),
    ],
  },
  {
    rule: "ui-query-token",
    scene: "an event stream, which can send no header",
    entries: [...cleanLogin, stream("text/event-stream")],
    harmful: [...cleanLogin, stream("application/json")],
  },
  {
    rule: "dpop-proof",
    scene: "there is nothing at the address of a call",
    entries: proved(404),
    harmful: proved(401),
  },
  {
    rule: "revocation-refused",
    scene: "a token has ended before it is revoked",
    entries: [...cleanLogin, revoke("invalid_token")],
    harmful: [...cleanLogin, revoke("invalid_client")],
  },
  {
    rule: "at-handover",
    scene: "a revocation endpoint on another host knows the token no more",
    entries: [
      ...cleanLogin,
      {
        ...revoke("invalid_token"),
        url: "https://tokens.example/revoke",
      },
    ],
  },
  {
    rule: "at-handover",
    scene: "the page's notifications do not take the token, and its API does",
    entries: [
      ...cleanLogin,
      call({
        url: `${app}/push`,
        at: 200,
        json: { token: "opaque-access-token-of-the-login" },
        status: 422,
      }),
      call({ at: 300, headers: bearer("opaque-access-token-of-the-login") }),
    ].map((each) =>
      each.url === redeem.url
        ? {
            ...each,
            answer: { access_token: "opaque-access-token-of-the-login", token_type: "Bearer" },
          }
        : each,
    ),
    harmful: [
      ...cleanLogin,
      call({
        url: `${app}/push`,
        at: 200,
        json: { token: "opaque-access-token-of-the-login" },
        status: 422,
      }),
    ].map((each) =>
      each.url === redeem.url
        ? {
            ...each,
            answer: { access_token: "opaque-access-token-of-the-login", token_type: "Bearer" },
          }
        : each,
    ),
  },
];
