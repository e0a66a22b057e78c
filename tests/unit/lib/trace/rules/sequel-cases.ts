import type { EntryFacts } from "../entries.ts";
import { app, authorize, backWith, callback, idp, queryOf, redeem } from "./rule-cases.ts";
import type { RuleCases } from "./rule-cases.ts";

const page = { dest: "document", answer: "<h1>App</h1>" };
const login: EntryFacts[] = [...backWith({ code: "the-code" }), redeem];
const later = (entries: readonly EntryFacts[], by: number): EntryFacts[] =>
  entries.map((each) => ({ ...each, at: (each.at ?? 0) + by }));

/** A call of the page's API, with or without the token of the login. */
const call = (facts: Partial<EntryFacts>): EntryFacts => ({
  url: `${app}/api/user`,
  at: 100,
  dest: "empty",
  origin: app,
  answer: { name: "Ada" },
  ...facts,
});
const withToken = call({ headers: { Authorization: "Bearer opaque-access-token" } });
const withoutToken = call({ at: 9000, status: 401, headers: { Accept: "*/*" } });
const logout: EntryFacts = { url: `${idp}/v2/logout`, at: 5000, dest: "document" };
const cookieSeen: EntryFacts = {
  ...page,
  url: `${app}/`,
  at: 1,
  headers: { Cookie: "theme=dark" },
};

/** A login that began at a page, and the page that the application opened after it. */
const between = (start: string, next: string): EntryFacts[] => [
  { ...page, url: `${app}${start}` },
  ...later(login, 50),
  { ...page, url: `${app}${next}`, at: 200 },
];

/** A login whose callback a server answers, and whose page the user opens again with Back. */
const backWithState = (state: string): EntryFacts[] => {
  const [first, second] = ["code-1", "code-2"].map(
    (code, index) =>
      `${callback}?${new URLSearchParams({ code, state: index === 0 ? "state-number-1" : state }).toString()}`,
  );
  return [
    authorize({ state: "state-number-1" }, { location: first ?? "" }),
    { url: first ?? "", at: 20, dest: "document", location: `${app}/home` },
    { ...page, url: `${app}/home`, at: 40 },
    authorize({ state }, { at: 5000, location: second ?? "" }),
    { url: second ?? "", at: 5020, dest: "document", status: 400, answer: "<p>Unknown state</p>" },
  ];
};

/** The token of the implicit flow, sent to the token endpoint as a code. */
const sentAsCode = (code: string): EntryFacts[] => [
  authorize(
    { response_type: "token", code_challenge: undefined, code_challenge_method: undefined },
    {
      location: `${callback}#access_token=token-of-the-fragment&token_type=Bearer&state=${queryOf()["state"]}`,
    },
  ),
  { ...page, url: callback, at: 20 },
  {
    ...redeem,
    form: { grant_type: "authorization_code", client_id: "spa", code, redirect_uri: callback },
    status: 400,
    answer: { message: "Invalid authorization code" },
  },
];

/** A login at the endpoint of the tenant's own page. */
const hosted = (origin: string): EntryFacts[] => [
  {
    url: `${idp}/usernamepassword/login`,
    origin,
    dest: "empty",
    json: { client_id: "spa", username: "ada", password: "p" },
    status: 403,
    answer: { code: "access_denied" },
  },
];

/** A silent request of another site, after a login that a file without cookies shows. */
const silent = (facts: Partial<EntryFacts> = { location: notLoggedIn }): EntryFacts =>
  authorize(
    { prompt: "none", state: "silent-state-1" },
    {
      at: 2000,
      dest: "iframe",
      headers: { Referer: `${app}/`, "Sec-Fetch-Site": "cross-site" },
      ...facts,
    },
  );
const notLoggedIn = `${callback}?error=login_required&state=silent-state-1`;
const notFramed = { error: "net::ERR_BLOCKED_BY_RESPONSE", answer: null };

/** A request whose preflight allowed an origin, and which failed all the same. */
const starred = (origin: string): EntryFacts[] => [
  ...login,
  {
    url: "https://api.example/lists",
    at: 100,
    method: "OPTIONS",
    dest: "empty",
    headers: {
      Origin: app,
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    },
    status: 204,
    responseHeaders: {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Headers": "authorization",
    },
  },
  {
    url: "https://api.example/lists",
    at: 101,
    dest: "empty",
    origin: app,
    headers: { Authorization: "Bearer opaque-access-token" },
    status: 0,
    error: "net::ERR_FAILED",
  },
];

/** A page whose session is a cookie of another origin, and what that origin allows. */
const sessionCall = (allowed: string): EntryFacts[] => {
  const location = `${callback}?code=the-code&state=${queryOf()["state"]}`;
  return [
    authorize({}, { location }),
    { url: location, at: 20, dest: "document", responseHeaders: { "Set-Cookie": "s=1; Path=/" } },
    { ...page, url: "https://www.app.example/", at: 40 },
    {
      url: `${app}/me`,
      at: 60,
      dest: "empty",
      origin: "https://www.app.example",
      headers: { Cookie: "s=1" },
      responseHeaders: {
        "Access-Control-Allow-Origin": allowed,
        "Access-Control-Allow-Credentials": "true",
      },
      error: "net::ERR_FAILED",
    },
  ];
};

/** A page that redeems its code with a secret, and where it got that. */
const withSecret = (registered: string): EntryFacts[] => [
  {
    url: `${idp}/register`,
    at: -100,
    dest: "empty",
    origin: app,
    json: { client_name: "App" },
    answer: { client_id: "spa", client_secret: registered },
  },
  ...backWith({ code: "the-code" }),
  { ...redeem, form: { ...redeem.form, client_secret: "secret-of-this-page" } },
];

/** The form of the provider's page, sent again after the login. */
const formAgain = (status: number): EntryFacts[] => {
  const form = { url: `${idp}/u/login?state=1`, dest: "document", form: { username: "ada" } };
  const location = `${callback}?code=the-code&state=${queryOf()["state"]}`;
  return [
    authorize({}, { location: `${idp}/u/login?state=1` }),
    { ...page, url: `${idp}/u/login?state=1`, at: 10 },
    { ...form, at: 20, location },
    { ...page, url: location, at: 30 },
    { ...redeem, at: 60 },
    { ...form, at: 5000, status, answer: "<p>Answer</p>" },
  ];
};

const logoutByPage: EntryFacts = {
  url: `${idp}/v2/logout`,
  query: { post_logout_redirect_uri: `${app}/` },
  dest: "document",
  answer: "<iframe></iframe>",
};

/** The callback of a server, and the redirect after it, which the user's other page gives or lacks. */
const strict = (cookie: string): EntryFacts[] => {
  const location = `${callback}?code=the-code&state=${queryOf()["state"]}`;
  return [
    authorize({}, { location }),
    {
      url: location,
      at: 20,
      dest: "document",
      location: `${app}/portal`,
      responseHeaders: { "Set-Cookie": "portal=1; Path=/; HttpOnly; SameSite=Strict" },
    },
    {
      url: `${app}/portal`,
      at: 30,
      dest: "document",
      headers: { Cookie: cookie },
      location: `${app}/login`,
    },
  ];
};

const bare = jwtHeader();
function jwtHeader(): string {
  const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  return `${encode({ alg: "RS256" })}.${encode({ sub: "ada" })}.c2lnbmF0dXJl`;
}
const unseen: EntryFacts[] = [...backWith({ code: "the-code" }), { ...redeem, answer: null }];

/** Cases whose later requests decide whether a login failed, and for which cause. */
export const sequelCases: RuleCases = {
  fails: [
    {
      rule: "at-missing",
      when: "the page had sent a token with the same call before",
      entries: [cookieSeen, ...login, withToken, withoutToken],
    },
    {
      rule: "resp-back-at-login",
      when: "the login began at the page that logs out, and leads back there",
      entries: between("/logout", "/logout"),
    },
    {
      rule: "resp-no-transaction",
      when: "the state is that of a login that had ended",
      entries: backWithState("state-number-1"),
    },
    {
      rule: "token-not-code",
      when: "the code is the access token of the response before",
      entries: sentAsCode("token-of-the-fragment"),
    },
    {
      rule: "embedded-hosted",
      when: "a page of another origin logs in there",
      entries: hosted(app),
    },
    {
      rule: "renew-3pc",
      when: "the user had just logged in, and no cookie is in the file",
      entries: [...login, silent()],
    },
    { rule: "net-cors", when: "the preflight allows a star alone", entries: starred("*") },
    {
      rule: "net-cors",
      when: "a call with the session has a star alone",
      entries: sessionCall("*"),
    },
    {
      rule: "token-secret-in-browser",
      when: "the page registered another client",
      entries: withSecret("secret-of-another-page"),
    },
    {
      rule: "authz-form-refused",
      when: "the form of a login that had ended is sent again",
      entries: formAgain(400),
    },
    { rule: "logout-unnamed", when: "no page of the application follows", entries: [logoutByPage] },
    {
      rule: "resp-session-lost",
      when: "a redirect of the next page shows its cookies",
      entries: strict("theme=dark"),
    },
    {
      rule: "at-misplaced",
      when: "a call has a JWT alone, and the token response was not seen",
      entries: [...unseen, call({ status: 401, headers: { Authorization: bare } })],
    },
    {
      rule: "net-blocked",
      when: "a frame may not show a response with status 200",
      entries: [silent(notFramed)],
    },
  ],
  passes: [
    {
      rule: "at-missing",
      when: "the user had logged out before the call",
      entries: [cookieSeen, ...login, withToken, logout, withoutToken],
    },
    {
      rule: "resp-back-at-login",
      when: "the user logs out after another page",
      entries: [...between("/logout", "/home"), { ...page, url: `${app}/logout`, at: 5000 }],
    },
    {
      rule: "resp-no-transaction",
      when: "the refused login has a state of its own",
      entries: backWithState("state-number-2"),
    },
    {
      rule: "token-not-code",
      when: "the code is another value",
      entries: sentAsCode("another-value"),
    },
    {
      rule: "embedded-hosted",
      when: "the tenant's own page logs in there",
      entries: hosted(idp),
    },
    {
      rule: "renew-3pc",
      when: "the user had logged out since",
      entries: [...login, { ...logout, at: 1000 }, silent()],
    },
    { rule: "net-cors", when: "the preflight allows the origin", entries: starred(app) },
    {
      rule: "net-cors",
      when: "a call with the session may be read",
      entries: sessionCall("https://www.app.example"),
    },
    {
      rule: "token-secret-in-browser",
      when: "the page got the secret when it registered itself",
      entries: withSecret("secret-of-this-page"),
    },
    {
      rule: "authz-form-refused",
      when: "the form of a login that had ended is accepted",
      entries: formAgain(200),
    },
    {
      rule: "logout-unnamed",
      when: "the provider's page leads back to the application",
      entries: [logoutByPage, { ...page, url: `${app}/`, at: 900 }],
    },
    {
      rule: "resp-session-lost",
      when: "the redirect has the session cookie",
      entries: strict("portal=1"),
    },
    {
      rule: "at-misplaced",
      when: "the same JWT is a bearer token",
      entries: [...unseen, call({ status: 401, headers: { Authorization: `Bearer ${bare}` } })],
    },
    {
      rule: "net-blocked",
      when: "the frame's response is a refusal",
      entries: [silent({ ...notFramed, status: 403 })],
    },
  ],
};
