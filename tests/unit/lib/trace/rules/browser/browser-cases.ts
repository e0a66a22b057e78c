import type { RuleCases } from "../rule-cases.ts";
import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, cleanLogin, idp, redeem } from "../rule-cases.ts";

/** The preflight of a token request, with its answer. */
const preflight = (facts: Partial<EntryFacts>): EntryFacts[] => [
  {
    url: `${idp}/oauth/token`,
    method: "OPTIONS",
    dest: "empty",
    headers: {
      Origin: app,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,dpop",
    },
    ...facts,
  },
  { ...redeem, status: 0, error: "net::ERR_FAILED", at: 60 },
];
const allowing = (headers: string) => ({
  status: 204,
  responseHeaders: {
    "Access-Control-Allow-Origin": app,
    "Access-Control-Allow-Headers": headers,
  },
});

/** A call of user info, with the header that lets the page read the answer. */
const userInfo = (allowed: string | undefined): EntryFacts => ({
  url: `${idp}/userinfo`,
  at: 100,
  dest: "empty",
  origin: app,
  headers: { Authorization: "Bearer opaque-access-token" },
  responseHeaders: {
    Server: "x",
    ...(allowed === undefined ? {} : { "Access-Control-Allow-Origin": allowed }),
  },
  answer: { sub: "ada" },
});
/** A login whose callback page has a policy, and redeems nothing. */
const withPolicy = (policy: string): EntryFacts[] =>
  backWith({ code: "the-code" }).map((each) =>
    each.location === undefined
      ? { ...each, responseHeaders: { "Content-Security-Policy": policy } }
      : each,
  );
const long = `Bearer ${"x".repeat(8000)}`;
const refused = { status: 400, answer: "<h1>400 Bad Request</h1>" };

/** A page that gives its code to a server at another origin. */
const giveCode = (responseHeaders: Record<string, string>): EntryFacts[] => [
  ...backWith({ code: "the-code" }),
  {
    url: "https://api.example/session",
    at: 60,
    origin: app,
    dest: "empty",
    json: { code: "the-code" },
    responseHeaders,
    answer: {},
  },
];
const reset: EntryFacts = { ...redeem, status: 0, error: "net::ERR_CONNECTION_RESET" };

export const browserCases: RuleCases = {
  fails: [
    {
      rule: "ctx-policy",
      when: "connect-src has the page's own origin alone",
      entries: withPolicy("default-src *; connect-src 'self'"),
    },
    {
      rule: "ctx-policy",
      when: "default-src has other hosts",
      entries: withPolicy("default-src 'self' https://*.other.example"),
    },
    {
      rule: "net-cors",
      when: "user info allows no origin",
      entries: [...cleanLogin, userInfo(undefined)],
    },
    {
      rule: "net-cors",
      when: "an API that got the token allows no origin",
      entries: [
        ...cleanLogin,
        { ...userInfo(undefined), url: "https://api.example/reports", answer: { rows: 1 } },
      ],
    },
    ...["Cookie", "Authorization"].map((name) => ({
      rule: "net-too-large",
      when: `a server answers 400 to a long ${name}`,
      entries: [
        ...cleanLogin,
        { ...userInfo(app), headers: { Authorization: "Bearer t", [name]: long }, ...refused },
      ],
    })),
    {
      rule: "net-cors",
      when: "the page's own server hides the answer to the code",
      entries: giveCode({ Server: "x" }),
    },
    {
      rule: "net-too-large",
      when: "the callback's headers are too large",
      entries: backWith({ code: "the-code" }).map((each) =>
        each.location === undefined ? { ...each, status: 431 } : each,
      ),
    },
    {
      rule: "net-preflight",
      when: "the answer allows no origin",
      entries: preflight({ status: 403, responseHeaders: { Server: "x" } }),
    },
    {
      rule: "net-preflight",
      when: "a header is not allowed",
      entries: preflight(allowing("Content-Type")),
    },
    {
      rule: "net-blocked",
      when: "an extension stopped it",
      entries: [authorize({}, { status: 0, error: "net::ERR_BLOCKED_BY_CLIENT" })],
    },
    {
      rule: "net-failed",
      when: "nothing listens",
      entries: [authorize({}, { status: 0, error: "net::ERR_CONNECTION_REFUSED" })],
    },
    {
      rule: "net-mixed",
      when: "the provider has http",
      entries: [authorize({}, { url: "http://login.example/authorize" })],
    },
    {
      rule: "ctx-insecure",
      when: "the host is not loopback",
      entries: [authorize({}, { headers: { Referer: "http://app.example/" } })],
    },
    {
      rule: "cookie-attributes",
      when: "SameSite=None lacks Secure",
      entries: [authorize({}, { responseHeaders: { "Set-Cookie": "s=1; SameSite=None" } })],
    },
  ],
  passes: [
    ...["https:", "https://*.example", "login.example", "https://login.example:443/oauth/"].map(
      (source) => ({
        rule: "ctx-policy",
        when: `connect-src has ${source}`,
        entries: withPolicy(`default-src 'none'; connect-src 'self' ${source}`),
      }),
    ),
    {
      rule: "ctx-policy",
      when: "the policy is about frames alone",
      entries: withPolicy("frame-ancestors 'none'"),
    },
    {
      rule: "net-failed",
      when: "the library tried again",
      entries: [...backWith({ code: "the-code" }), reset, { ...redeem, at: 900 }],
    },
    {
      rule: "net-cors",
      when: "user info allows every origin",
      entries: [...cleanLogin, userInfo("*")],
    },
    {
      rule: "net-cors",
      when: "user info failed, which hides its answer too",
      entries: [...cleanLogin, { ...userInfo(undefined), status: 503 }],
    },
    {
      rule: "net-too-large",
      when: "the endpoint itself refuses a request with long headers",
      entries: [
        ...cleanLogin,
        { ...userInfo(app), headers: { Authorization: long }, status: 400, answer: {} },
      ],
    },
    {
      rule: "net-cors",
      when: "the page may read the answer to the code",
      entries: giveCode({ "Access-Control-Allow-Origin": app }),
    },
    {
      rule: "net-too-large",
      when: "the callback has another error",
      entries: backWith({ code: "the-code" }).map((each) =>
        each.location === undefined ? { ...each, status: 400 } : each,
      ),
    },
    {
      rule: "net-preflight",
      when: "all headers are allowed in another case",
      entries: preflight(allowing("DPoP, Content-Type")),
    },
    {
      rule: "net-blocked",
      when: "the browser only hides a refusal",
      entries: [authorize({}, { status: 403, error: "net::ERR_BLOCKED_BY_RESPONSE" })],
    },
    {
      rule: "net-failed",
      when: "the page left",
      entries: [authorize({}, { status: 0, error: "net::ERR_ABORTED" })],
    },
    {
      rule: "net-mixed",
      when: "the provider is on loopback",
      entries: [authorize({}, { url: "http://localhost:4400/authorize" })],
    },
    {
      rule: "ctx-insecure",
      when: "the host is loopback",
      entries: [authorize({}, { headers: { Referer: "http://localhost:3000/" } })],
    },
    {
      rule: "cookie-attributes",
      when: "SameSite is Lax",
      entries: [authorize({}, { responseHeaders: { "Set-Cookie": "s=1; SameSite=Lax" } })],
    },
  ],
};
