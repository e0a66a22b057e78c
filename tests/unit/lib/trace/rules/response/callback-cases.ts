import type { RuleCases } from "../rule-cases.ts";
import {
  app,
  authorize,
  backWith,
  callback,
  cleanLogin,
  idp,
  queryOf,
  redeem,
} from "../rule-cases.ts";
import type { EntryFacts } from "../../entries.ts";

const withCode = backWith({ code: "the-code" });
const answered = { url: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f`, dest: "document" };
const page = { dest: "document", answer: "<h1>App</h1>" };
const leak = { url: "https://cdn.example/x.png", at: 40, headers: { Referer: answered.url } };
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

/** A login whose code goes to a server, as far as the capture shows it. */
const toServer = (changes: Record<string, string | undefined>): EntryFacts[] => [
  {
    url: `${app}/login`,
    dest: "document",
    location: `${idp}/authorize?${new URLSearchParams(queryOf(changes)).toString()}`,
  },
  ...backWith({ code: "the-code" }, changes).map((each) => ({ ...each, at: (each.at ?? 0) + 10 })),
];
const failing = (status: number, answer: string): EntryFacts[] =>
  withCode.map((each) => (each.location === undefined ? { ...each, status, answer } : each));

/** A login that a server begins and ends, with a cookie of its own. */
const withServer = (
  cookie: string,
  sent: string,
  facts: Partial<EntryFacts> = {},
): EntryFacts[] => [
  {
    url: `${app}/login`,
    dest: "document",
    location: `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}`,
    responseHeaders: { "Set-Cookie": cookie },
  },
  ...withCode.map((each): EntryFacts => ({
    ...each,
    at: (each.at ?? 0) + 10,
    ...(each.location === undefined ? { headers: { Cookie: sent }, status: 400, ...facts } : {}),
  })),
];
const toFragment = (status: number): EntryFacts[] => [
  authorize(
    { response_mode: "fragment" },
    { location: `${callback}#code=the-code&state=2f1b0c7e-9d55-4b5f` },
  ),
  { url: callback, at: 20, dest: "document", status },
];
const inPopup = (policy: string): EntryFacts[] => [
  {
    url: `${app}/`,
    dest: "document",
    answer: "<h1>App</h1>",
    responseHeaders: { "Cross-Origin-Opener-Policy": policy },
  },
  authorize({ response_mode: "web_message" }, { at: 10, answer: "<script></script>" }),
];

export const callbackCases: RuleCases = {
  fails: [
    {
      rule: "resp-login-cookie",
      when: "it has the value of another login",
      entries: withServer("login=first; Path=/", "login=second"),
    },
    {
      rule: "resp-login-cookie",
      when: "it is missing, being SameSite=Strict",
      entries: withServer("login=first; Path=/; SameSite=Strict", "theme=dark"),
    },
    {
      rule: "resp-login-cookie",
      when: "its path is that of the start",
      entries: withServer("login=first; Path=/login", "theme=dark"),
    },
    { rule: "resp-fragment-unseen", when: "the server refuses", entries: toFragment(400) },
    { rule: "resp-coop", when: "the application isolates itself", entries: inPopup("same-origin") },
    {
      rule: "resp-callback-failed",
      when: "the status is 404",
      entries: failing(404, "<h1>Not found</h1>"),
    },
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
    {
      rule: "resp-token-in-url",
      when: "the query has it",
      entries: backWith({ access_token: "t" }),
    },
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
  ],
  passes: [
    {
      rule: "resp-login-cookie",
      when: "it is the same one",
      entries: withServer("login=first; Path=/", "theme=dark; login=first"),
    },
    {
      rule: "resp-login-cookie",
      when: "the callback works without it",
      entries: withServer("login=first; Path=/", "theme=dark", { status: 302, location: app }),
    },
    {
      rule: "resp-login-cookie",
      when: "an ordinary page renewed it",
      entries: [
        ...withServer("login=first; Path=/", "login=second").slice(0, 2),
        { url: `${app}/api/me`, at: 15, responseHeaders: { "Set-Cookie": "login=second" } },
        ...withServer("login=first; Path=/", "login=second").slice(2),
      ],
    },
    { rule: "resp-fragment-unseen", when: "the callback is a page", entries: toFragment(200) },
    {
      rule: "resp-fragment-unseen",
      when: "the callback does not exist",
      entries: toFragment(404),
    },
    {
      rule: "resp-coop",
      when: "the policy allows popups",
      entries: inPopup("same-origin-allow-popups"),
    },
    {
      rule: "resp-callback-failed",
      when: "the application is served with status 404 and redeems the code",
      entries: [...failing(404, "<script src=/app.js></script>"), redeem],
    },
    {
      rule: "resp-not-redeemed",
      when: "a server started the login and answers with a page",
      entries: toServer({}),
    },
    {
      rule: "resp-not-redeemed",
      when: "no page can have a verifier",
      entries: backWith(
        { code: "the-code" },
        { code_challenge: undefined, code_challenge_method: undefined },
      ),
    },
    {
      rule: "resp-param-stripped",
      when: "the server goes to the same URL without the response",
      entries: stripped(callback),
    },
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
  ],
};
