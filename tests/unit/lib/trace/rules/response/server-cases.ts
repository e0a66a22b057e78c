import type { EntryFacts } from "../../entries.ts";
import { app, callback, idp, queryOf, type RuleCases } from "../rule-cases.ts";

const state = queryOf()["state"] ?? "";
const authorizeUrl = (changes: Record<string, string | undefined> = {}) =>
  `${idp}/authorize?${new URLSearchParams(queryOf(changes)).toString()}`;
const responseUrl = `${callback}?${new URLSearchParams({ code: "the-code", state }).toString()}`;
const home = `${app}/home`;

interface ServerLogin {
  start?: Partial<EntryFacts>;
  callback?: Partial<EntryFacts>;
  /** The page after the callback. */
  page?: Partial<EntryFacts>;
}

/** A login that a server begins with a redirect and ends with another one, in query mode. */
const serverLogin = ({ start, callback: back, page }: ServerLogin): EntryFacts[] => [
  { url: `${app}/login`, dest: "document", location: authorizeUrl(), ...start },
  { url: authorizeUrl(), at: 10, dest: "document", location: responseUrl },
  // The cookies of the provider: a capture without any cookie says nothing.
  { url: `${idp}/style.css`, at: 12, headers: { Cookie: "idp=1" } },
  { url: responseUrl, at: 20, dest: "document", location: home, ...back },
  { url: back?.location ?? home, at: 30, dest: "document", answer: "<h1>Shop</h1>", ...page },
];

const shopPage = (at: number, answer: string): EntryFacts => ({
  url: `${app}/api/me`,
  dest: "empty",
  at,
  answer: { user: answer },
});

/** A page that a script sends to the provider, after its server answered with the URL. */
const scriptLogin = (cookies: string, sent: string): EntryFacts[] => [
  {
    url: `${app}/api/signin`,
    method: "POST",
    dest: "empty",
    answer: { url: authorizeUrl({ response_mode: "form_post" }) },
    responseHeaders: { "Set-Cookie": cookies },
  },
  {
    url: authorizeUrl({ response_mode: "form_post" }),
    at: 10,
    dest: "document",
    answer: `<form method="post" action="${callback}"><input name="code" value="the-code"><input name="state" value="${state}"></form>`,
  },
  {
    url: callback,
    at: 20,
    dest: "document",
    form: { code: "the-code", state },
    headers: { Cookie: sent },
    location: `${app}/auth/error?error=Configuration`,
  },
  { url: `${app}/auth/error?error=Configuration`, at: 30, dest: "document", answer: "<h1>No</h1>" },
];

/** An application and a provider on two ports of one host, with cookies of the same name. */
const onPorts = (atCallback: string, changes: Partial<EntryFacts> = {}): EntryFacts[] => {
  const [shop, provider] = ["http://shop.example:8080", "http://shop.example:9000"];
  const back = `${shop}/callback?${new URLSearchParams({ code: "c", state }).toString()}`;
  const url = `${provider}/authorize?${new URLSearchParams(queryOf({ redirect_uri: `${shop}/callback` })).toString()}`;
  return [
    { url: `${shop}/login`, dest: "document", headers: { Cookie: "SID=shop" }, location: url },
    { url, at: 10, dest: "document", headers: { Cookie: "SID=shop" }, location: back, ...changes },
    {
      url: back,
      at: 20,
      dest: "document",
      headers: { Cookie: atCallback },
      location: `${shop}/login?error`,
    },
    { url: `${shop}/login?error`, at: 30, dest: "document", answer: "<h1>Log in</h1>" },
  ];
};

/** A second login that the same client begins at this time, and does not finish. */
const otherLogin = (at: number): EntryFacts => ({
  url: authorizeUrl({ state: "another-state-of-this-client" }),
  at,
  dest: "document",
  answer: "<form></form>",
});

/** The same host, whose start is not in the capture with its cookies. */
const withoutStartCookies = (atCallback: string): EntryFacts[] =>
  onPorts(atCallback).map((each, index) => (index === 0 ? { ...each, headers: {} } : each));

/** A page that gives its code to the application's own server. */
const handedOver = (...uses: Partial<EntryFacts>[]): EntryFacts[] => [
  { url: authorizeUrl(), dest: "document", headers: { Referer: `${app}/` }, location: responseUrl },
  { url: responseUrl, at: 20, dest: "document", answer: "<script src=/app.js></script>" },
  ...uses.map((use, index): EntryFacts => ({
    url: `${app}/api/session`,
    at: 40 + 10 * index,
    dest: "empty",
    json: { code: "the-code", state },
    status: 204,
    ...use,
  })),
];

const refused: Partial<EntryFacts> = { status: 500, answer: { message: "iss is missing" } };
const opensAgain: EntryFacts = { url: responseUrl, at: 5000, dest: "document", status: 500 };

/** Logins whose response goes to a server of the application. */
export const serverCases: RuleCases = {
  fails: [
    {
      rule: "resp-callback-failed",
      when: "the callback redirects to a page for errors",
      entries: serverLogin({
        start: { responseHeaders: { "Set-Cookie": "sid=1" } },
        callback: { location: `${app}/login?error`, headers: { Cookie: "sid=1" } },
      }),
    },
    {
      rule: "resp-callback-failed",
      when: "the server refuses the code that the page gave it",
      entries: handedOver(refused),
    },
    {
      rule: "token-code-reused",
      when: "the page gives the same code to its server twice",
      entries: handedOver({}, refused),
    },
    {
      rule: "resp-no-transaction",
      when: "a server gets the same response again and refuses it",
      entries: [
        ...serverLogin({ start: { responseHeaders: { "Set-Cookie": "sid=1" } } }),
        opensAgain,
      ],
    },
    {
      rule: "resp-login-cookie",
      when: "the form post comes with one of two cookies, the other being Lax",
      entries: scriptLogin("state=1; SameSite=None; Secure\npkce=2; SameSite=Lax", "state=1"),
    },
    {
      rule: "resp-login-cookie",
      when: "another port of the same host has a cookie of the same name",
      entries: onPorts("SID=provider"),
    },
    {
      rule: "resp-login-cookie",
      when: "the request to the other port alone shows the cookie of the start",
      entries: withoutStartCookies("SID=provider"),
    },
    {
      rule: "authz-double",
      when: "the server refuses a response after another login began",
      entries: [
        ...serverLogin({
          start: { responseHeaders: { "Set-Cookie": "sid=1" } },
          callback: { headers: { Cookie: "sid=1" }, location: `${app}/login?error` },
        }),
        otherLogin(15),
      ],
    },
    {
      rule: "authz-access-denied",
      when: "a rule of the tenant answers with unauthorized",
      entries: [
        { url: authorizeUrl(), dest: "document", location: `${idp}/u/login?state=s` },
        {
          url: `${idp}/u/login?state=s`,
          at: 10,
          dest: "document",
          form: { username: "ada" },
          location: `${callback}?${new URLSearchParams({ error: "unauthorized", state }).toString()}`,
        },
      ],
    },
    {
      rule: "resp-no-session",
      when: "the server sets no cookie at all",
      entries: serverLogin({}),
    },
    {
      rule: "resp-session-lost",
      when: "the session cookie is SameSite=Strict",
      entries: serverLogin({
        start: { responseHeaders: { "Set-Cookie": "sid=1; SameSite=Lax" } },
        callback: {
          headers: { Cookie: "sid=1" },
          responseHeaders: { "Set-Cookie": "user=2; SameSite=Strict" },
        },
        page: { headers: { Cookie: "sid=1" } },
      }),
    },
    {
      rule: "authz-rate",
      when: "the form of the login page is refused with 429",
      entries: [
        { url: authorizeUrl(), dest: "document", location: `${idp}/u/login?state=s` },
        { url: `${idp}/u/login?state=s`, at: 10, dest: "document", answer: "<form></form>" },
        {
          url: `${idp}/u/login?state=s`,
          at: 20,
          dest: "document",
          form: { username: "ada" },
          status: 429,
        },
      ],
    },
  ],
  passes: [
    {
      rule: "resp-callback-failed",
      when: "the callback redirects to an ordinary page",
      entries: serverLogin({ start: { responseHeaders: { "Set-Cookie": "sid=1" } } }),
    },
    {
      rule: "resp-callback-failed",
      when: "the server takes the code that the page gave it",
      entries: handedOver({}),
    },
    {
      rule: "token-code-reused",
      when: "the page gives two codes to its server",
      entries: handedOver({}, { ...refused, json: { code: "another", state } }),
    },
    {
      rule: "resp-no-transaction",
      when: "a server gets one response and refuses it",
      entries: serverLogin({ callback: { location: `${app}/login?error` } }),
    },
    {
      rule: "resp-login-cookie",
      when: "the form post comes with both cookies",
      entries: scriptLogin("state=1\npkce=2; SameSite=None; Secure", "state=1; pkce=2"),
    },
    {
      rule: "resp-login-cookie",
      when: "the other port got the cookie, and the application still has its own",
      entries: onPorts("SID=shop"),
    },
    {
      rule: "resp-login-cookie",
      when: "the callback's cookies are not in the capture, and a later request has them",
      entries: serverLogin({
        start: { responseHeaders: { "Set-Cookie": "sid=1" } },
        callback: { location: `${app}/login?error` },
        page: { headers: { Cookie: "sid=1" } },
      }),
    },
    {
      rule: "resp-login-cookie",
      when: "the request to the other port has the cookie that the callback brings",
      entries: withoutStartCookies("SID=shop"),
    },
    {
      rule: "authz-double",
      when: "the other login began after the response was refused",
      entries: [
        ...serverLogin({
          start: { responseHeaders: { "Set-Cookie": "sid=1" } },
          callback: { headers: { Cookie: "sid=1" }, location: `${app}/login?error` },
        }),
        otherLogin(25),
      ],
    },
    {
      rule: "resp-no-session",
      when: "the page after the callback has a cookie",
      entries: serverLogin({ page: { headers: { Cookie: "sid=1" } } }),
    },
    {
      rule: "resp-no-session",
      when: "the application answers the same request differently after the login",
      entries: [{ ...shopPage(0, "nobody"), at: -10 }, ...serverLogin({}), shopPage(50, "Ada")],
    },
    {
      rule: "resp-no-session",
      when: "the callback gives the page a token of its own",
      entries: serverLogin({ callback: { location: `${app}/home?token=abc` } }),
    },
    {
      rule: "resp-session-lost",
      when: "the next page brings the session cookie",
      entries: serverLogin({
        callback: { responseHeaders: { "Set-Cookie": "user=2; SameSite=Lax" } },
        page: { headers: { Cookie: "user=2" } },
      }),
    },
    {
      rule: "resp-session-lost",
      when: "the cookie is for another path",
      entries: serverLogin({
        callback: { responseHeaders: { "Set-Cookie": "user=2; Path=/api" } },
      }),
    },
    {
      rule: "authz-rate",
      when: "the form of the login page is accepted at the second try",
      entries: [
        { url: authorizeUrl(), dest: "document", location: `${idp}/u/login?state=s` },
        { url: `${idp}/u/login?state=s`, at: 10, dest: "document", form: {}, status: 429 },
        {
          url: `${idp}/u/login?state=s`,
          at: 20,
          dest: "document",
          form: {},
          location: responseUrl,
        },
      ],
    },
  ],
};
