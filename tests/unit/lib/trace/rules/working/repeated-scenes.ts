import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, callback, idp, queryOf, redeem } from "../rule-cases.ts";
import { later, loginAt, type WorkingScene } from "./working-scene.ts";

const halfMinute = 30_000;
const page = { dest: "document", answer: "<h1>App</h1>" };
const withCode = backWith({ code: "the-code" });
const atCallback = (facts: Partial<EntryFacts>): EntryFacts[] =>
  withCode.map((each) => (each.location === undefined ? { ...each, ...facts } : each));
const refused = (error: string, status = 400): EntryFacts[] => [
  ...withCode,
  { ...redeem, status, answer: { error } },
];
const shown = (status: number, answer: string): EntryFacts[] => [authorize({}, { status, answer })];
const signup = { url: `${idp}/dbconnections/signup`, origin: app, dest: "empty", status: 400 };

/** Failed attempts, each of which the user or the page makes good by logging in. */
const attempts: Readonly<Record<string, readonly EntryFacts[]>> = {
  "net-failed": [authorize({}, { status: 0, error: "net::ERR_CONNECTION_REFUSED" })],
  "net-blocked": [authorize({}, { status: 0, error: "net::ERR_BLOCKED_BY_CLIENT" })],
  "net-too-large": atCallback({ status: 431 }),
  "authz-client-unknown": shown(400, "<p>Unknown client spa"),
  "authz-redirect-mismatch": shown(400, `<p>${callback}`),
  "authz-endpoint-wrong": shown(404, "<h1>Not found"),
  "authz-refused": shown(503, "<h1>Unavailable"),
  "authz-rate": shown(429, "<h1>Slow down"),
  "authz-in-frame": [
    authorize(
      {},
      { dest: "iframe", answer: "<form>", responseHeaders: { "X-Frame-Options": "DENY" } },
    ),
  ],
  "authz-server-error": backWith({ error: "server_error" }),
  "authz-unavailable": backWith({ error: "temporarily_unavailable" }),
  "authz-scope-invalid": backWith({ error: "invalid_scope" }),
  "authz-login-required": backWith({ error: "login_required" }),
  "authz-error-other": backWith({ error: "authentication_expired" }),
  "authz-form-refused": [
    authorize({}, { location: `${idp}/u/login?state=1` }),
    { url: `${idp}/u/login?state=1`, at: 10, dest: "document", answer: "<form>" },
    { url: `${idp}/u/login?state=1`, at: 20, dest: "document", form: { u: "ada" }, status: 403 },
  ],
  "par-refused": [
    {
      url: `${idp}/oauth/par`,
      dest: "empty",
      origin: app,
      form: queryOf(),
      status: 400,
      answer: { error: "invalid_request" },
      responseHeaders: { "Access-Control-Allow-Origin": app },
    },
  ],
  "resp-state-mismatch": backWith({ code: "the-code", state: "state-of-another-tab" }),
  "resp-callback-failed": atCallback({ status: 500, answer: "<h1>Failed" }),
  "resp-not-redeemed": withCode,
  "token-invalid_grant": refused("invalid_grant"),
  "token-client-type": refused("invalid_client", 401),
  "token-cors": [...withCode, { ...redeem, responseHeaders: { Server: "x" } }],
  "signup-refused": [
    {
      ...signup,
      json: { client_id: "spa", email: "ada@app.example", password: "p", connection: "db" },
      answer: { code: "user_exists" },
    },
  ],
  "renew-origin": [
    authorize(
      { prompt: "none", response_mode: "web_message" },
      { dest: "iframe", status: 403, headers: { Referer: `${app}/` } },
    ),
  ],
};

const followed = Object.entries(attempts).map(([rule, harmful]): WorkingScene => ({
  rule,
  scene: "the user tries again, and the login works",
  entries: [...harmful, ...loginAt(halfMinute)],
  harmful,
}));

const logout = (status: number, facts: Partial<EntryFacts> = {}): EntryFacts => ({
  url: `${idp}/v2/logout`,
  query: { client_id: "spa", returnTo: `${app}/` },
  dest: "document",
  status,
  ...facts,
});

/** Failures after which the same thing worked. */
export const repeatedScenes: readonly WorkingScene[] = [
  ...followed,
  {
    rule: "authz-double",
    scene: "the second of two clicks ends well, after the first one has failed",
    entries: overtaken(900),
    harmful: overtaken(9000),
  },
  {
    rule: "authz-fetch",
    scene: "a page fetches a link for logging in before the user opens it, minutes later",
    entries: [
      authorize({}, { dest: "empty", status: 0, error: "net::ERR_FAILED" }),
      ...loginAt(4 * 60_000),
    ],
    harmful: [authorize({}, { dest: "empty", status: 0, error: "net::ERR_FAILED" })],
  },
  {
    rule: "authz-prompt-none-toplevel",
    scene: "two tabs ask silently, and the user then logs in",
    entries: [
      ...backWith({ error: "login_required" }, { prompt: "none" }),
      authorize(
        { prompt: "none", state: "state-of-the-second-tab" },
        {
          at: 5000,
          location: `${callback}?error=login_required&state=state-of-the-second-tab`,
        },
      ),
      ...loginAt(halfMinute),
    ],
  },
  {
    rule: "resp-coop",
    scene: "the user closes the first popup, and logs in with the second one",
    entries: [
      {
        ...page,
        url: `${app}/`,
        responseHeaders: { "Cross-Origin-Opener-Policy": "same-origin" },
      },
      authorize({ response_mode: "web_message" }, { at: 10, answer: "<form>" }),
      ...loginAt(halfMinute),
    ],
  },
  {
    rule: "logout-return",
    scene: "the URL is allowed, and the user logs out again",
    entries: [
      logout(400, { answer: `<code>${app}/</code>` }),
      logout(302, { at: halfMinute, location: `${app}/` }),
    ],
    harmful: [logout(400, { answer: `<code>${app}/</code>` })],
  },
  {
    rule: "logout-client",
    scene: "a second tab logs out of the session that the first one has ended",
    entries: [
      logout(302, { location: `${app}/`, query: { client_id: "spa", returnTo: `${app}/` } }),
      logout(400, { at: 5000, query: { client_id: "spa", id_token_hint: "old" } }),
    ],
    harmful: [logout(400, { at: 5000, query: { client_id: "spa", id_token_hint: "old" } })],
  },
  {
    rule: "net-preflight",
    scene: "the server starts, and then answers the same question",
    entries: [
      ...loginAt(0),
      ...later(preflighted(503, 0), 1000),
      ...later(preflighted(204, 200), 9000),
    ],
    harmful: [...loginAt(0), ...later(preflighted(503, 0), 1000)],
  },
  {
    rule: "net-preflight",
    scene: "the browser sends the call all the same, and it is answered",
    entries: [...loginAt(0), ...later(preflighted(401, 200), 1000)],
    harmful: [...loginAt(0), ...later(preflighted(401, 0), 1000)],
  },
];

/** A login whose callback fails after another one of the same client has begun. */
function overtaken(end: number): EntryFacts[] {
  return [
    ...loginAt(1000),
    ...backWith({ code: "the-code" }).map((each) =>
      each.location === undefined ? { ...each, at: end, status: 500, answer: "<h1>Failed" } : each,
    ),
  ];
}

/** A call of another origin with its preflight, by their statuses. */
function preflighted(asked: number, status: number): EntryFacts[] {
  const url = "https://api.example/orders";
  const allowed = { "Access-Control-Allow-Origin": app };
  return [
    {
      url,
      method: "OPTIONS",
      dest: "empty",
      headers: {
        Origin: app,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      },
      status: asked,
      responseHeaders:
        asked === 204
          ? { ...allowed, "Access-Control-Allow-Headers": "authorization" }
          : { Server: "x" },
    },
    {
      url,
      at: 20,
      dest: "empty",
      origin: app,
      headers: { Authorization: "Bearer opaque-access-token-0" },
      status,
      ...(status === 0 ? { error: "net::ERR_FAILED" } : {}),
      responseHeaders: allowed,
      answer: { rows: [] },
    },
  ];
}
