import { describe, expect, test } from "vitest";
import { jwtOf, traceOf, type EntryFacts } from "../entries.ts";
import {
  app,
  authorizeFor,
  callback,
  codeLogin,
  describeFlows,
  frame,
  idp,
  page,
  script,
  tokenFor,
} from "./logins.ts";

const bearer = (token: string) => ({ ...script, headers: { Authorization: `Bearer ${token}` } });
const silent = (at: number, state: string): EntryFacts => ({
  at,
  url: `${idp}/authorize?client_id=spa&response_type=code&prompt=none&response_mode=web_message&state=${state}&redirect_uri=${callback}`,
  ...frame,
});
/** Chromium leaves the headers out of some redirects, and calls a frame a document. */
const bare = ({ dest: _dest, headers: _headers, ...facts }: EntryFacts): EntryFacts => ({
  ...facts,
  resourceType: "document",
});
const webMessage = (response: object) =>
  `<script>var message = ${JSON.stringify({ type: "authorization_response", response })};</script>`;
const refresh = (at: number, token: string, next: string): EntryFacts => ({
  at,
  url: `${idp}/oauth/token`,
  ...script,
  form: { grant_type: "refresh_token", client_id: "spa", refresh_token: token },
  answer: { access_token: `access-${next}`, refresh_token: next, token_type: "Bearer" },
});
const embedded = (at: number, answer: object | null): EntryFacts => ({
  at,
  url: `${idp}/co/authenticate`,
  ...script,
  json: { client_id: "spa", credential_type: "password", username: "ada", password: "p" },
  answer,
});
const withTicket = (at: number): EntryFacts => ({
  ...authorizeFor({ at }),
  url: `${idp}/authorize?login_ticket=ticket`,
  location: `${callback}?code=c&state=s`,
});
const repeated = `${idp}/login?client_id=spa&response_type=code&state=s&redirect_uri=${callback}`;
const interaction = `${idp}/interaction/abc`;
const resume = `${idp}/auth/abc`;
const start: EntryFacts = {
  url: `${idp}/passwordless/start`,
  ...script,
  json: { client_id: "spa", connection: "email", email: "Ada@app.example", send: "code" },
  answer: {},
};
const otp = {
  client_id: "spa",
  username: "ada@app.example",
  otp: "123456",
  realm: "email",
};
const [challenge, verifier] = [
  "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
];

/** Each row: what happened, its exchanges, and the flows with the numbers of their exchanges. */
const rows: readonly (readonly [title: string, list: readonly EntryFacts[], flows: string[]])[] = [
  ["a login with a page and a code", codeLogin({}), ["login complete: 1 2 3 4 5"]],
  [
    "a login with the provider's session",
    [{ ...authorizeFor({}), location: `${callback}?code=c&state=s` }, tokenFor({ at: 50 })],
    ["login complete: 1 2"],
  ],
  [
    "an implicit login whose callback Chromium reports without its fragment",
    [
      {
        url: `${idp}/authorize?client_id=spa&response_type=token&state=s&redirect_uri=${callback}`,
        ...page,
        location: `${callback}#access_token=t&token_type=Bearer&state=s`,
      },
      { at: 20, url: callback, ...page },
      { at: 40, url: `${idp}/userinfo`, ...bearer("t"), answer: { sub: "ada" } },
      { at: 60, url: "https://api.example/orders", ...bearer("t"), answer: {} },
    ],
    ["login complete: 1 2 3 4"],
  ],
  [
    "a login of another make: interaction pages, and a path without any parameter",
    [
      {
        url: `${idp}/auth?client_id=spa&response_type=code&scope=openid&redirect_uri=${callback}&state=s`,
        ...page,
        status: 303,
        location: interaction,
      },
      { at: 20, url: interaction, ...page, answer: "<form method=post></form>" },
      { at: 40, url: interaction, ...page, form: { name: "ada" }, status: 303, location: resume },
      { at: 60, url: resume, ...page, status: 303, location: `${interaction}2` },
      { at: 80, url: `${interaction}2`, ...page, answer: "<form method=post></form>" },
      { at: 100, url: `${interaction}2`, ...page, form: {}, status: 303, location: `${resume}2` },
      {
        at: 120,
        url: `${resume}2`,
        ...page,
        status: 303,
        location: `${callback}?code=c&state=s&iss=${idp}`,
      },
      { at: 140, url: `${callback}?code=c&state=s&iss=${idp}`, ...page },
      { ...tokenFor({ at: 160 }), url: `${idp}/token` },
      { at: 180, url: `${idp}/me`, ...bearer("access-c"), answer: { sub: "ada" } },
    ],
    ["login complete: 1 2 3 4 5 6 7 8 9 10"],
  ],
  [
    "a login page that repeats the parameters of the request, in its address and its form",
    [
      { ...authorizeFor({}), location: repeated },
      { at: 20, url: repeated, ...page, answer: "<form method=post></form>" },
      {
        at: 40,
        url: repeated,
        ...page,
        form: { password: "p" },
        location: `${callback}?code=c&state=s`,
      },
      { at: 60, url: `${callback}?code=c&state=s`, ...page },
      tokenFor({ at: 80 }),
    ],
    ["login complete: 1 2 3 4 5"],
  ],
  [
    "a login page at the address of the request itself, whose form goes to another path",
    [
      { ...authorizeFor({}), answer: "<form action=/common/login></form>" },
      { at: 20, url: `${idp}/common/login`, ...page, form: { password: "p" }, answer: "<form>" },
      {
        at: 40,
        url: `${idp}/kmsi`,
        ...page,
        form: { keep: "1" },
        location: `${callback}?code=c&state=s`,
      },
      tokenFor({ at: 80 }),
    ],
    ["login complete: 1 2 3 4"],
  ],
  [
    "a login at a provider that shares the origin of the application",
    [
      { url: `${app}/`, ...page, answer: "<h1>App</h1>" },
      {
        at: 10,
        url: `${app}/idp/auth?client_id=spa&response_type=code&state=s&redirect_uri=${callback}`,
        ...page,
        location: `${app}/idp/login/1`,
      },
      { at: 20, url: `${app}/idp/login/1`, ...page, answer: "<form method=post></form>" },
      { at: 30, url: `${app}/other?state=open`, ...page, answer: "<h1>App</h1>" },
      {
        at: 40,
        url: `${app}/idp/login/1`,
        ...page,
        form: { password: "p" },
        location: `${callback}?code=c&state=s`,
      },
      { at: 50, url: `${callback}?code=c&state=s`, ...page },
      { ...tokenFor({ at: 60 }), url: `${app}/idp/token` },
    ],
    ["login complete: 2 3 5 6 7"],
  ],
  [
    "a silent renewal whose frame is redirected to a callback page",
    [
      { ...silent(0, "r"), location: `${app}/silent.html?code=c&state=r` },
      { at: 20, url: `${app}/silent.html?code=c&state=r`, ...frame },
      tokenFor({ at: 40 }),
    ],
    ["renewal complete: 1 2 3"],
  ],
  [
    "a silent renewal of whose redirects Chromium left the headers out",
    [
      { ...bare(silent(0, "r")), location: `${idp}/resume?state=r` },
      { ...bare({ url: `${idp}/resume?state=r`, at: 10 }), location: `${callback}?code=c&state=r` },
      { at: 20, url: `${callback}?code=c&state=r`, ...frame },
      tokenFor({ at: 40 }),
    ],
    ["renewal complete: 1 2 3 4"],
  ],
  [
    "a login in the window that may not ask, of whose redirect Chromium left the headers out",
    [
      { at: 0, url: `${callback}?code=b&state=r`, ...frame },
      { ...bare(silent(5, "r")), location: `${callback}?code=c&state=r` },
      { at: 20, url: `${callback}?code=c&state=r`, ...page },
      tokenFor({ at: 40 }),
    ],
    ["renewal response: 1", "login complete: 2 3 4"],
  ],
  [
    "a silent renewal whose request was not captured",
    [{ at: 20, url: `${callback}?code=c&state=r`, ...frame }, tokenFor({ at: 40 })],
    ["renewal complete: 1 2"],
  ],
  [
    "a form post, whose response is in the callback's request",
    [
      {
        url: `${idp}/authorize?client_id=spa&response_type=id_token&response_mode=form_post&state=s&redirect_uri=${callback}`,
        ...page,
        answer: null,
      },
      {
        at: 30,
        url: callback,
        ...page,
        headers: { Origin: idp },
        form: { id_token: jwtOf({ sub: "ada" }), state: "s" },
      },
    ],
    ["login complete: 1 2"],
  ],
  [
    "a login at another provider within the login",
    [
      { ...authorizeFor({}), location: `${idp}/login?state=t` },
      {
        at: 10,
        url: `${idp}/login?state=t`,
        ...page,
        location:
          "https://social.example/auth?client_id=idp&response_type=code&state=u&redirect_uri=https://login.example/login/callback",
      },
      {
        at: 20,
        url: "https://social.example/auth?client_id=idp&response_type=code&state=u&redirect_uri=https://login.example/login/callback",
        ...page,
        location: `${idp}/login/callback?code=foreign&state=u`,
      },
      {
        at: 30,
        url: `${idp}/login/callback?code=foreign&state=u`,
        ...page,
        location: `${callback}?code=c&state=s`,
      },
      { at: 40, url: `${callback}?code=c&state=s`, ...page },
      tokenFor({ at: 50 }),
    ],
    ["login complete: 1 2 3 4 5 6"],
  ],
  [
    "a silent renewal in a frame",
    [{ ...silent(0, "r"), answer: webMessage({ code: "c", state: "r" }) }, tokenFor({ at: 40 })],
    ["renewal complete: 1 2"],
  ],
  [
    "a blocked frame that Chromium reports twice",
    [1, 2].map(() => ({ ...silent(0, "r"), status: 403, error: "net::ERR_BLOCKED_BY_RESPONSE" })),
    ["renewal failed: 1"],
  ],
  [
    "a bookmarked page of a login that is gone",
    [{ url: `${idp}/u/login?state=gone`, ...page, status: 400 }],
    ["login failed: 1"],
  ],
  [
    "a lost page of a provider without parameters, of a login that began earlier",
    [
      { url: `${idp}/interaction/old`, ...page, status: 400 },
      { ...authorizeFor({ at: 9000 }), location: interaction },
    ],
    ["login failed: 1", "login authorization: 2"],
  ],
  [
    "a preflight that Chromium starts after its request",
    [
      {
        url: `${idp}/dbconnections/change_password`,
        ...script,
        json: { client_id: "spa", connection: "db", email: "a@b.c" },
      },
      {
        at: 1,
        url: `${idp}/dbconnections/change_password`,
        method: "OPTIONS",
        headers: { "Access-Control-Request-Method": "POST" },
        status: 204,
      },
    ],
    ["call complete: 1 2"],
  ],
  [
    "a refused renewal in a frame",
    [{ ...silent(0, "r"), answer: webMessage({ error: "login_required", state: "r" }) }],
    ["renewal failed: 1"],
  ],
  [
    "a renewal in a frame during a login",
    [
      ...codeLogin({ code: "a", state: "a" }).slice(0, 2),
      { ...silent(150, "r"), answer: webMessage({ error: "login_required", state: "r" }) },
      ...codeLogin({ code: "a", state: "a" }).slice(2),
    ],
    ["login complete: 1 2 4 5 6", "renewal failed: 3"],
  ],
  [
    "a renewal without its body, by the verifier of its token request",
    [
      { ...silent(0, "q"), answer: null },
      {
        ...silent(10, "r"),
        url: `${silent(10, "r").url}&code_challenge_method=S256&code_challenge=${challenge}`,
        answer: null,
      },
      {
        ...tokenFor({ at: 50, code: "unseen" }),
        form: { grant_type: "authorization_code", code: "unseen", code_verifier: verifier },
      },
    ],
    ["renewal authorization: 1", "renewal complete: 2 3"],
  ],
  [
    "renewals by refresh tokens, each a flow of its own",
    [...codeLogin({}), refresh(1000, "refresh-c", "second"), refresh(2000, "second", "third")],
    ["login complete: 1 2 3 4 5", "renewal complete: 6", "renewal complete: 7"],
  ],
  [
    "a refresh that is sent again with a DPoP nonce",
    [
      { ...refresh(0, "r", "x"), status: 400, answer: { error: "use_dpop_nonce" } },
      refresh(30, "r", "x"),
    ],
    ["renewal complete: 1 2"],
  ],
  [
    "a code that is sent twice",
    [
      ...codeLogin({}),
      { ...tokenFor({ at: 900 }), status: 403, answer: { error: "invalid_grant" } },
    ],
    ["login failed: 1 2 3 4 5 6"],
  ],
  [
    "an embedded login and its authorization, by the ticket",
    [embedded(0, { login_ticket: "ticket" }), withTicket(50), tokenFor({ at: 90 })],
    ["login complete: 1 2 3"],
  ],
  [
    "an embedded login whose response Chromium lost, by its client",
    [embedded(0, null), withTicket(50), tokenFor({ at: 90 })],
    ["login complete: 1 2 3"],
  ],
  [
    "an embedded login of which Firefox reports the authorization only",
    [withTicket(50), tokenFor({ at: 90 })],
    ["login complete: 1 2"],
  ],
  [
    "a refused embedded login, and the next one",
    [
      { ...embedded(0, { error: "access_denied" }), status: 403 },
      embedded(500, { login_ticket: "ticket" }),
      withTicket(550),
      tokenFor({ at: 600 }),
    ],
    ["login failed: 1", "login complete: 2 3 4"],
  ],
  [
    "a cross-origin verification, by the pages before it",
    [
      {
        ...authorizeFor({}),
        url: `${idp}/authorize?login_ticket=ticket`,
        answer: "<form action=/co/verify></form>",
      },
      {
        at: 40,
        url: `${idp}/co/verify`,
        ...page,
        form: { state: "t", verifier: "v" },
        location: `${callback}?code=c&state=s`,
      },
      tokenFor({ at: 80 }),
    ],
    ["login complete: 1 2 3"],
  ],
  [
    "a login with a code from a message, by its recipient",
    [
      start,
      {
        at: 30_000,
        url: `${idp}/co/authenticate`,
        ...script,
        json: { ...otp, credential_type: "http://auth0.com/oauth/grant-type/passwordless/otp" },
        answer: { login_ticket: "ticket" },
      },
      withTicket(30_100),
      tokenFor({ at: 30_200 }),
    ],
    ["login complete: 1 2 3 4"],
  ],
  [
    "a code from a message that goes to the token endpoint",
    [
      start,
      {
        at: 30_000,
        url: `${idp}/oauth/token`,
        ...script,
        json: { ...otp, grant_type: "http://auth0.com/oauth/grant-type/passwordless/otp" },
        answer: { access_token: "t", token_type: "Bearer" },
      },
    ],
    ["login complete: 1 2"],
  ],
  [
    "a second factor at the token endpoint",
    [
      {
        url: `${idp}/oauth/token`,
        ...script,
        json: { grant_type: "password", client_id: "spa", username: "ada", password: "p" },
        status: 403,
        answer: { error: "mfa_required", mfa_token: "m" },
      },
      { at: 20, url: `${idp}/mfa/challenge`, ...script, json: { mfa_token: "m" }, answer: {} },
      {
        at: 40,
        url: `${idp}/oauth/token`,
        ...script,
        json: { grant_type: "http://auth0.com/oauth/grant-type/mfa-otp", mfa_token: "m", otp: "1" },
        answer: { access_token: "t", token_type: "Bearer" },
      },
    ],
    ["login complete: 1 2 3"],
  ],
  [
    "a device that waits for its user",
    [
      {
        url: `${idp}/device/auth`,
        ...script,
        form: { client_id: "tv" },
        answer: { device_code: "d", user_code: "u" },
      },
      ...[1, 2].map((round) => ({
        at: round * 5000,
        url: `${idp}/token`,
        ...script,
        form: { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "d" },
        ...(round === 1
          ? { status: 400, answer: { error: "authorization_pending" } }
          : { answer: { access_token: "t", token_type: "Bearer" } }),
      })),
    ],
    ["login complete: 1 2 3"],
  ],
  [
    "a pushed request and its authorization",
    [
      {
        url: `${idp}/par`,
        ...script,
        form: { client_id: "spa", response_type: "code", redirect_uri: callback, state: "s" },
        status: 201,
        answer: { request_uri: "urn:x", expires_in: 60 },
      },
      {
        at: 30,
        url: `${idp}/authorize?client_id=spa&request_uri=urn:x`,
        ...page,
        location: `${callback}?code=c&state=s`,
      },
      tokenFor({ at: 60 }),
    ],
    ["login complete: 1 2 3"],
  ],
  [
    "a logout",
    [{ url: `${idp}/v2/logout?client_id=spa&returnTo=${app}`, ...page, location: app }],
    ["logout complete: 1"],
  ],
  [
    "a logout that the user confirms",
    [
      { url: `${idp}/session/end?post_logout_redirect_uri=${app}`, ...page, answer: "<form>" },
      {
        at: 40,
        url: `${idp}/session/end/confirm`,
        ...page,
        form: { logout: "yes" },
        location: app,
      },
      { at: 80, url: `${app}/`, ...page },
    ],
    ["logout complete: 1 2"],
  ],
  [
    "a login and its logout",
    [
      ...codeLogin({}),
      {
        at: 900,
        url: `${idp}/session/end?id_token_hint=${jwtOf({ sub: "ada", jti: "c" })}`,
        ...page,
        location: app,
      },
    ],
    ["login complete: 1 2 3 4 5", "logout complete: 6"],
  ],
  [
    "a preflight of a token request, and the request",
    [
      ...codeLogin({}),
      {
        at: 390,
        url: `${idp}/oauth/token`,
        method: "OPTIONS",
        headers: { "Access-Control-Request-Method": "POST", Origin: app },
        status: 204,
      },
    ],
    ["login complete: 1 2 3 4 6 5"],
  ],
  [
    "a refused preflight, without the token request, as Firefox reports it",
    [
      ...codeLogin({}).slice(0, 4),
      {
        at: 390,
        url: `${idp}/oauth/token`,
        method: "OPTIONS",
        headers: { "Access-Control-Request-Method": "POST", Origin: app },
        status: 403,
      },
    ],
    ["login failed: 1 2 3 4 5"],
  ],
  [
    "a discovery of another issuer, and nothing after it",
    [
      {
        url: `${idp}/.well-known/openid-configuration`,
        answer: { issuer: "https://other.example/", authorization_endpoint: `${idp}/auth` },
      },
    ],
    ["call complete: 1"],
  ],
  [
    "a discovery without a problem, and nothing after it",
    [
      {
        url: `${idp}/.well-known/openid-configuration`,
        answer: { issuer: `${idp}/`, authorization_endpoint: `${idp}/auth` },
      },
    ],
    [],
  ],
  [
    "a login in the window that may not ask",
    [
      {
        ...authorizeFor({}),
        url: `${idp}/authorize?prompt=none`,
        location: `${callback}?error=login_required&state=s`,
      },
    ],
    ["login failed: 1"],
  ],
  [
    "a discovery that failed, and nothing after it",
    [{ url: `${idp}/.well-known/openid-configuration`, ...script, status: 404 }],
    ["call failed: 1"],
  ],
  ["a login of which only the token request was captured", [tokenFor({})], ["login complete: 1"]],
  [
    "a callback without anything before it",
    [{ url: `${callback}?code=c&state=s`, ...page }],
    ["login response: 1"],
  ],
  [
    "a callback whose server redeems the code",
    [
      { ...authorizeFor({}), location: `${callback}?code=c&state=s` },
      { at: 20, url: `${callback}?code=c&state=s`, ...page, location: `${app}/home` },
      { at: 40, url: `${app}/home`, ...page },
    ],
    ["login complete: 1 2 3"],
  ],
  [
    "a callback that is loaded again",
    [...codeLogin({}), { at: 9000, url: `${callback}?code=c&state=s`, ...page }],
    ["login complete: 1 2 3 4 5 6"],
  ],
  [
    "a response that has another state",
    [
      { ...authorizeFor({}), location: `${callback}?code=c&state=other` },
      { at: 20, url: `${callback}?code=c&state=other`, ...page },
    ],
    ["login response: 1 2"],
  ],
  [
    "a callback of another login, while one waits",
    [
      { ...authorizeFor({}), location: `${idp}/u/login?state=t` },
      { at: 5000, url: `${callback}?code=old&state=old`, ...page },
    ],
    ["login authorization: 1", "login response: 2"],
  ],
  [
    "two logins of one client with the same state",
    [{ ...authorizeFor({}), location: `${idp}/u/login?state=t` }, ...codeLogin({ at: 1000 })],
    ["login authorization: 1", "login complete: 2 3 4 5 6"],
  ],
  [
    "calls with a token that nothing in the capture issued, by API",
    [
      { url: "https://api.example/a", ...bearer("t") },
      { at: 10, url: "https://api.example/b", ...bearer("t") },
      { at: 20, url: "https://other.example/c", ...bearer("t") },
    ],
    ["call complete: 1 2", "call complete: 3"],
  ],
  [
    "a signup",
    [
      {
        url: `${idp}/dbconnections/signup`,
        ...script,
        json: { client_id: "spa", connection: "db", email: "a@b.c", password: "p" },
        status: 400,
        answer: { code: "invalid_password" },
      },
    ],
    ["call failed: 1"],
  ],
];

describe("joinFlows", () => {
  test.each(rows)("joins %s", async (_title, list, flows) => {
    expect(describeFlows(await traceOf(list))).toEqual(flows);
  });

  test("keeps two logins of two clients apart that run at the same time", async () => {
    const one = codeLogin({ client: "one", state: "1", code: "a" });
    const other = codeLogin({ at: 50, client: "two", state: "2", code: "b" });
    const { flows } = await traceOf([...one, ...other]);
    expect(flows.map(({ flow }) => [flow.clientId, flow.phase, flow.messages.length])).toEqual([
      ["one", "complete", 5],
      ["two", "complete", 5],
    ]);
  });

  test("joins a login whatever the order in which its entries are listed", async () => {
    const login = codeLogin({});
    for (const list of [login.toReversed(), [...login.slice(3), ...login.slice(0, 3)]]) {
      const { flows } = await traceOf(list);
      expect(flows.map(({ flow }) => flow.messages.map(({ kind }) => kind))).toEqual([
        ["authorization", "login-page", "login-page", "callback", "token"],
      ]);
    }
  });

  test.each([1, 2, 3, 4])("joins a login of which exchange %i is missing", async (missing) => {
    const { flows } = await traceOf(codeLogin({}).filter((_, index) => index !== missing));
    const last = missing === 4 ? "response" : "complete";
    expect(flows.map(({ flow }) => [flow.phase, flow.messages.length])).toEqual([[last, 4]]);
  });

  test("keeps the id of a flow while its messages arrive", async () => {
    const login = codeLogin({});
    const ids = await Promise.all(
      login.map(async (_, index) => (await traceOf(login.slice(0, index + 1))).flows[0]?.flow.id),
    );
    expect(new Set(ids)).toEqual(new Set(["1"]));
  });
});
