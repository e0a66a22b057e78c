import { expect, test } from "vitest";
import {
  app,
  authorize,
  backWith,
  callback,
  cleanLogin,
  idp,
  listFailed,
  redeem,
} from "./rule-cases.ts";
import type { RuleCase } from "./rule-cases.ts";
import type { EntryFacts } from "../entries.ts";

const withCode = backWith({ code: "the-code" });
const answered = { url: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f`, dest: "document" };
const page = { dest: "document", answer: "<h1>App</h1>" };
const leak = { url: "https://cdn.example/x.png", at: 40, headers: { Referer: answered.url } };
const logout = { url: `${idp}/v2/logout`, dest: "document", status: 400 };
const goodbye = `${app}/goodbye`;
const libraryOf = (version: string) => btoa(JSON.stringify({ name: "auth0.js", version }));
const loginAt = (number: number, gap: number): EntryFacts[] => {
  const [state, code, at] = [`state-number-${number}`, `code-${number}`, number * gap];
  const location = `${callback}?code=${code}&state=${state}`;
  return [
    authorize({ state, nonce: `nonce-number-${number}` }, { at, location }),
    { ...page, url: location, at: at + 20 },
    { ...redeem, at: at + 60, form: { ...redeem.form, code } },
  ];
};
const loop = (gap: number) => [0, 1, 2].flatMap((number) => loginAt(number, gap));
const stripped = (location: string): EntryFacts[] => [
  ...withCode.slice(0, 1),
  { ...answered, at: 20, location },
  { ...page, url: location, at: 40 },
];
const posted = (cookie: string, headers: Record<string, string>): EntryFacts[] => [
  { url: `${app}/start`, dest: "document", responseHeaders: { "Set-Cookie": cookie } },
  authorize({ response_mode: "form_post" }, { at: 10 }),
  {
    url: callback,
    at: 50,
    dest: "document",
    headers,
    form: { code: "c", state: "2f1b0c7e-9d55-4b5f" },
    status: 400,
  },
];

const positive: RuleCase[] = [
  { rule: "resp-not-redeemed", when: "no token request follows", entries: withCode },
  {
    rule: "resp-no-transaction",
    when: "its request is not there",
    entries: [{ ...page, ...answered }],
  },
  {
    rule: "resp-no-transaction",
    when: "it is opened again",
    entries: [...cleanLogin, { ...page, ...answered, at: 900 }],
  },
  { rule: "resp-param-stripped", when: "a slash is added", entries: stripped(`${callback}/`) },
  {
    rule: "resp-code-leaks",
    when: "another origin gets the Referer",
    entries: [...cleanLogin, leak],
  },
  { rule: "resp-token-in-url", when: "the query has it", entries: backWith({ access_token: "t" }) },
  {
    rule: "resp-mode-mismatch",
    when: "the query came for a fragment",
    entries: backWith({ code: "c" }, { response_mode: "fragment" }),
  },
  {
    rule: "resp-formpost-cookie",
    when: "the cookie is Lax",
    entries: posted("t=1; SameSite=Lax", {}),
  },
  { rule: "loop-login", when: "three logins come within 30 s", entries: loop(2000) },
  {
    rule: "logout-return",
    when: "the page repeats the URL",
    entries: [
      {
        ...logout,
        query: { client_id: "spa", returnTo: goodbye },
        answer: `<code>${goodbye}</code>`,
      },
    ],
  },
  {
    rule: "logout-client",
    when: "no URL was sent",
    entries: [{ ...logout, query: { client_id: "wrong" }, answer: "<code>wrong</code>" }],
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
  {
    rule: "lib-vulnerable",
    when: "an advisory lists it",
    entries: [authorize({ auth0Client: libraryOf("9.12.0") })],
  },
];

test.each(positive)("$rule fails when $when", async (each) => {
  expect(await listFailed(each)).toContain(each.rule);
});

const nearMisses: RuleCase[] = [
  {
    rule: "resp-not-redeemed",
    when: "the response is an error",
    entries: backWith({ error: "server_error" }),
  },
  {
    rule: "resp-no-transaction",
    when: "the login began earlier and the code is redeemed",
    entries: [{ ...page, ...answered }, redeem],
  },
  {
    rule: "resp-param-stripped",
    when: "the server goes to another page",
    entries: stripped(`${app}/home`),
  },
  {
    rule: "resp-code-leaks",
    when: "the page's own origin gets the Referer",
    entries: [...cleanLogin, { ...leak, url: `${app}/x.png` }],
  },
  { rule: "resp-token-in-url", when: "the query has a code", entries: cleanLogin },
  {
    rule: "resp-mode-mismatch",
    when: "a refusal came in the query",
    entries: backWith({ error: "invalid_request" }, { response_mode: "fragment" }),
  },
  {
    rule: "resp-formpost-cookie",
    when: "the cookie was sent",
    entries: posted("t=1; SameSite=None; Secure", { Cookie: "t=1" }),
  },
  { rule: "loop-login", when: "minutes lie between the logins", entries: loop(60_000) },
  {
    rule: "logout-return",
    when: "the provider redirects",
    entries: [{ ...logout, status: 302, query: { returnTo: goodbye }, location: goodbye }],
  },
  {
    rule: "logout-client",
    when: "the URL is refused",
    entries: [
      {
        ...logout,
        query: { client_id: "spa", returnTo: goodbye },
        answer: `<code>${goodbye}</code>`,
      },
    ],
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
  {
    rule: "lib-vulnerable",
    when: "the version has the correction",
    entries: [authorize({ auth0Client: libraryOf("9.13.2") })],
  },
];

test.each(nearMisses)("$rule does not fail when $when", async (each) => {
  expect(await listFailed(each)).not.toContain(each.rule);
});
