import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, callback, cleanLogin, idp, redeem } from "../rule-cases.ts";
import { bearer, call, later, loginAt, type WorkingScene } from "./working-scene.ts";

const page = { dest: "document", answer: "<h1>App</h1>" };
const hidden = { Server: "x" };
const token = "opaque-access-token";
const withCode = backWith({ code: "the-code" });
const discovery: EntryFacts = {
  url: `${idp}/.well-known/oauth-authorization-server`,
  dest: "empty",
  origin: app,
  responseHeaders: { "Access-Control-Allow-Origin": app },
};
const found: EntryFacts = {
  ...discovery,
  url: `${idp}/.well-known/openid-configuration`,
  at: 100,
  answer: { issuer: idp, authorization_endpoint: "https://sign-in.example/authorize" },
};
const refresh: EntryFacts = {
  ...redeem,
  form: { grant_type: "refresh_token", client_id: "spa", refresh_token: "the-refresh-token" },
};
const reuse: EntryFacts = { ...redeem, at: 900, status: 400, answer: { error: "invalid_grant" } };
const reloaded: EntryFacts[] = [
  ...cleanLogin,
  { ...page, url: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f`, at: 880 },
  reuse,
];

/** Answers that a page did not need, did not have to read, or got in another way. */
export const answeredScenes: readonly WorkingScene[] = [
  {
    rule: "net-cors",
    scene: "a call is answered with 304, and the page reads what it has stored",
    entries: [
      ...cleanLogin,
      call({
        url: "https://api.example/orders",
        origin: app,
        headers: bearer(token),
        status: 304,
        responseHeaders: hidden,
      }),
    ],
    harmful: [
      ...cleanLogin,
      call({
        url: "https://api.example/orders",
        origin: app,
        headers: bearer(token),
        responseHeaders: hidden,
      }),
    ],
  },
  {
    rule: "disc-failed",
    scene: "the keys are answered with 304",
    entries: [
      ...cleanLogin,
      {
        url: `${idp}/.well-known/jwks.json`,
        at: 80,
        dest: "empty",
        origin: app,
        status: 304,
        responseHeaders: hidden,
      },
    ],
  },
  {
    rule: "net-cors",
    scene: "the page sends a revocation without reading its answer",
    entries: [
      ...cleanLogin,
      {
        url: `${idp}/oauth/revoke`,
        at: 5000,
        dest: "empty",
        origin: app,
        headers: { "Sec-Fetch-Mode": "no-cors" },
        form: { client_id: "spa", token: "opaque", token_type_hint: "access_token" },
        responseHeaders: hidden,
      },
    ],
  },
  {
    rule: "disc-failed",
    scene: "the library finds the document at the second of two places",
    entries: [{ ...discovery, status: 404 }, found],
    harmful: [{ ...discovery, status: 404 }],
  },
  {
    rule: "disc-failed",
    scene: "the user leaves the page while it loads the document",
    entries: [{ ...discovery, status: 0, error: "net::ERR_ABORTED" }],
    harmful: [{ ...discovery, status: 0, error: "net::ERR_FAILED" }],
  },
  {
    rule: "net-mixed",
    scene: "the browser itself changes http to https",
    entries: [
      {
        ...authorize({}, { location: `${idp}/authorize?client_id=spa` }),
        url: "http://login.example/authorize",
        status: 307,
        responseHeaders: { "Non-Authoritative-Reason": "HSTS" },
      },
    ],
    harmful: [authorize({}, { url: "http://login.example/authorize" })],
  },
  {
    rule: "net-failed",
    scene: "the laptop slept while the page called its API",
    entries: [
      ...cleanLogin,
      call({ headers: bearer(token), status: 0, error: "net::ERR_NETWORK_IO_SUSPENDED" }),
    ],
  },
  {
    rule: "net-failed",
    scene: "a long poll of the API ends by its timeout",
    entries: [
      ...cleanLogin,
      call({ headers: bearer(token), status: 0, error: "net::ERR_TIMED_OUT" }),
    ],
  },
  {
    rule: "net-blocked",
    scene: "an ad blocker stops a call of statistics that has a token",
    entries: [
      ...cleanLogin,
      call({
        url: "https://statistics.test/v1/batch",
        headers: bearer("key-of-the-statistics"),
        status: 0,
        error: "net::ERR_BLOCKED_BY_CLIENT",
      }),
    ],
  },
  {
    rule: "token-code-reused",
    scene: "a reload sends the code again, and the page goes on with the tokens that it has",
    entries: [...reloaded, call({ at: 2000, headers: bearer(token) })],
    harmful: reloaded,
  },
  {
    rule: "token-client-type",
    scene: "the library authenticates in a second way after the first one was refused",
    entries: [
      ...withCode,
      { ...redeem, status: 401, answer: { error: "invalid_client" } },
      later([redeem], 100)[0] ?? redeem,
    ],
    harmful: [...withCode, { ...redeem, status: 401, answer: { error: "invalid_client" } }],
  },
  {
    rule: "token-content-type",
    scene: "the answer is a form, as an older provider gives it",
    entries: [
      ...withCode,
      {
        ...redeem,
        answer: "access_token=opaque-access-token&token_type=bearer&scope=user",
        responseHeaders: {
          "Access-Control-Allow-Origin": app,
          "Content-Type": "application/x-www-form-urlencoded",
        },
      },
    ],
    harmful: [...withCode, { ...redeem, answer: "<h1>App</h1>" }],
  },
  {
    rule: "token-content-type",
    scene: "the page's own server takes the code, and answers with a session alone",
    entries: [
      ...withCode,
      {
        ...redeem,
        url: `${app}/api/token`,
        answer: "ok",
        responseHeaders: { "Content-Type": "text/plain", "Set-Cookie": "sid=1; HttpOnly" },
      },
    ],
  },
  {
    rule: "token-aborted",
    scene: "the page is left while it renews, and its next page renews",
    entries: [
      ...cleanLogin,
      { ...refresh, at: 900, status: 0, error: "net::ERR_ABORTED", answer: "" },
      { ...refresh, at: 2000 },
    ],
    harmful: [{ ...refresh, at: 900, status: 0, error: "net::ERR_ABORTED", answer: "" }],
  },
  {
    rule: "token-refresh-raced",
    scene: "two tabs renew at once, and both use the tokens of the first one",
    entries: [
      { ...refresh, at: 0, time: 100, answer: { access_token: "new-token", token_type: "Bearer" } },
      { ...refresh, at: 50, time: 100, status: 400, answer: { error: "invalid_grant" } },
      call({ at: 900, headers: bearer("new-token") }),
    ],
    harmful: [
      { ...refresh, at: 0, time: 100, answer: { access_token: "new-token", token_type: "Bearer" } },
      { ...refresh, at: 50, time: 100, status: 400, answer: { error: "invalid_grant" } },
    ],
  },
  {
    rule: "token-refused",
    scene: "an API of funds asks for grants of a type",
    entries: [
      call({ url: `${app}/api/grants?grant_type=research`, status: 404, answer: {} }),
      call({ url: `${app}/api/grants`, json: { grant_type: "research", amount: 5 }, status: 422 }),
    ],
  },
  {
    rule: "token-refresh-refused",
    scene: "the application's own server refuses an old refresh token, and the user logs in",
    entries: [
      call({
        at: 0,
        url: `${app}/api/refresh`,
        origin: app,
        json: { refresh_token: "old" },
        status: 401,
      }),
      ...loginAt(3000),
    ],
    harmful: [
      call({
        at: 0,
        url: `${app}/api/refresh`,
        origin: app,
        json: { refresh_token: "old" },
        status: 401,
      }),
    ],
  },
  {
    rule: "par-refused",
    scene: "an API has clients and requests of its own",
    entries: [
      call({
        url: `${app}/api/support`,
        json: { client_id: 5, request: "New keyboard" },
        status: 422,
      }),
      call({
        url: `${app}/api/survey`,
        json: { client_id: 5, response_type: "text" },
        status: 400,
      }),
    ],
  },
];
