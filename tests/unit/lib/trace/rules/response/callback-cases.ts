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

export const callbackCases: RuleCases = {
  fails: [
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
      rule: "resp-callback-failed",
      when: "the application is served with status 404",
      entries: failing(404, "<script src=/app.js></script>"),
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
