import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, callback, idp, queryOf, type RuleCases } from "../rule-cases.ts";

const state = queryOf()["state"] ?? "";
const authorizeUrl = `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}`;
const responseUrl = `${callback}?${new URLSearchParams({ code: "the-code", state }).toString()}`;
const shell = '<div id="root"></div><script src="/main.js"></script>';

const inner = "http://localhost:4011/home";

interface ServerLogin {
  start?: Partial<EntryFacts>;
  callback?: Partial<EntryFacts>;
  later?: readonly EntryFacts[];
}

/** A login that a server begins, with what its callback answers. */
const serverLogin = ({ start, callback: back, later = [] }: ServerLogin): EntryFacts[] => [
  { url: `${app}/`, dest: "document", answer: shell, headers: { Cookie: "theme=dark" } },
  { url: `${app}/api/login`, at: 5, dest: "document", location: authorizeUrl, ...start },
  { url: authorizeUrl, at: 10, dest: "document", location: responseUrl },
  { url: responseUrl, at: 20, dest: "document", ...back },
  ...later,
];

const me = (facts: Partial<EntryFacts> = {}): EntryFacts => ({
  url: `${app}/api/me`,
  at: 60,
  dest: "empty",
  headers: { Referer: `${app}/` },
  status: 401,
  answer: {},
  ...facts,
});

/** A callback that keeps the login in a cookie, and a call that the server refused. */
const kept = (call: Partial<EntryFacts>, cookie = "sid=1; Path=/; HttpOnly"): EntryFacts[] =>
  serverLogin({
    callback: { location: `${app}/home`, responseHeaders: { "Set-Cookie": cookie } },
    later: [
      { url: `${app}/home`, at: 30, dest: "document", answer: shell, headers: { Cookie: "sid=1" } },
      me(call),
    ],
  });

const toSignIn = (...later: EntryFacts[]): EntryFacts[] =>
  serverLogin({
    start: { responseHeaders: { "Set-Cookie": "login=1; Path=/" } },
    callback: { location: `${app}/login` },
    later: [
      { url: `${app}/login`, at: 30, dest: "document", answer: "<form>Sign in</form>" },
      ...later,
    ],
  });

/** Rounds of an application that redirects between two of its pages after the callback. */
const circle = (rounds: number): EntryFacts[] => {
  const location = `${responseUrl}&round=1`;
  const pages = Array.from({ length: rounds }, (_, round) => [
    { url: `${app}/home`, at: 30 + round * 20, dest: "document", location: `${app}/welcome` },
    { url: `${app}/welcome`, at: 40 + round * 20, dest: "document", location: `${app}/home` },
  ]);
  return [
    authorize({}, { location }),
    { url: location, at: 20, dest: "document", location: `${app}/home` },
    ...pages.flat(),
  ];
};

export const handledCases: RuleCases = {
  fails: [
    {
      rule: "resp-callback-page",
      when: "the single-page app answers, and the server knows no user afterwards",
      entries: serverLogin({ callback: { answer: shell }, later: [me()] }),
    },
    {
      rule: "resp-callback-page",
      when: "the answer is that of the start page",
      entries: serverLogin({ callback: { answer: shell } }),
    },
    {
      rule: "resp-session-unsent",
      when: "a call of the page has no session cookie",
      entries: kept({}),
    },
    {
      rule: "resp-session-unsent",
      when: "the server refuses a call with its session cookie",
      entries: kept({ headers: { Referer: `${app}/`, Cookie: "sid=1" } }),
    },
    {
      rule: "resp-session-unsent",
      when: "the call goes to another host than that of the cookie",
      entries: kept({ url: "https://api.app.example/me", origin: app }),
    },
    {
      rule: "resp-back-at-login",
      when: "the callback redirects to the page for signing in",
      entries: toSignIn(),
    },
    {
      rule: "resp-target-failed",
      when: "the callback redirects to the server's inner address",
      entries: serverLogin({
        callback: { location: inner },
        later: [{ url: inner, at: 30, dest: "document", status: 0, error: "net::ERR_FAILED" }],
      }),
    },
    {
      rule: "resp-callback-failed",
      when: "the page after the callback refuses the user",
      entries: serverLogin({
        callback: { location: `${app}/admin`, responseHeaders: { "Set-Cookie": "sid=1" } },
        later: [
          { url: `${app}/admin`, at: 30, dest: "document", status: 403, answer: "<p>No</p>" },
        ],
      }),
    },
    {
      rule: "loop-redirect",
      when: "the browser gave up",
      entries: [
        ...backWith({ code: "the-code" }).slice(0, 1),
        { url: responseUrl, at: 20, dest: "document", location: `${app}/home` },
        {
          url: `${app}/home`,
          at: 30,
          dest: "document",
          status: 0,
          error: "net::ERR_TOO_MANY_REDIRECTS",
        },
      ],
    },
    { rule: "loop-redirect", when: "two pages redirect to each other", entries: circle(6) },
    {
      rule: "resp-callback-failed",
      when: "the host's page for missing files has a script",
      entries: backWith({ code: "the-code" }).map((each) =>
        each.location === undefined ? { ...each, status: 404, answer: shell } : each,
      ),
    },
  ],
  passes: [
    {
      rule: "resp-callback-page",
      when: "the server sets its session",
      entries: serverLogin({
        callback: { answer: shell, responseHeaders: { "Set-Cookie": "sid=1" } },
      }),
    },
    {
      rule: "resp-callback-page",
      when: "the page has another text and nothing was refused",
      entries: serverLogin({ callback: { answer: "<h1>Hello Ada</h1>" } }),
    },
    {
      rule: "resp-session-unsent",
      when: "the same call succeeds afterwards",
      entries: [...kept({}), me({ at: 90, status: 200, headers: { Cookie: "sid=1" } })],
    },
    {
      rule: "resp-session-unsent",
      when: "another site refuses a call",
      entries: kept({ url: "https://statistics.test/visit", origin: app }),
    },
    {
      rule: "resp-session-unsent",
      when: "another call with the cookie succeeds",
      entries: [
        ...kept({}),
        me({ url: `${app}/api/cart`, at: 90, status: 200, headers: { Cookie: "sid=1" } }),
      ],
    },
    {
      rule: "resp-back-at-login",
      when: "that page goes on to the application",
      entries: toSignIn({ url: `${app}/home`, at: 90, dest: "document", answer: shell }),
    },
    {
      rule: "resp-target-failed",
      when: "the page at the other address answers",
      entries: serverLogin({
        callback: { location: inner },
        later: [{ url: inner, at: 30, dest: "document", answer: shell }],
      }),
    },
    { rule: "loop-redirect", when: "a page is passed twice", entries: circle(2) },
  ],
};
