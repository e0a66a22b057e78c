import { expect, test } from "vitest";
import {
  authorize,
  backWith,
  callback,
  cleanLogin,
  idp,
  listFailed,
  queryOf,
} from "./rule-cases.ts";
import type { RuleCase } from "./rule-cases.ts";

const refusal = (text: string) => `<h1>Error</h1><code>${text}</code>`;
const later = { at: 5000 };
const fresh = {
  state: "another-state-0001",
  nonce: "another-nonce-0001",
  code_challenge: "a".repeat(43),
};
const implicit = {
  response_type: "token id_token",
  code_challenge: undefined,
  code_challenge_method: undefined,
};
const loginPage = { url: `${idp}/u/login?state=t`, at: 30, dest: "document", answer: "<form>" };
const toPage = { location: `${idp}/u/login?state=t` };
const silent = { prompt: "none" };
const refused = backWith({ error: "login_required" }, silent);
const twice = `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}`;

const positive: RuleCase[] = [
  {
    rule: "authz-redirect-mismatch",
    when: "the browser shows an error page of its own",
    entries: [
      authorize({}, { status: 400, answer: "<h1>x</h1>", error: "net::ERR_BLOCKED_BY_RESPONSE" }),
    ],
  },
  {
    rule: "authz-redirect-mismatch",
    when: "its page repeats the redirect URI",
    entries: [authorize({}, { status: 400, answer: refusal(callback) })],
  },
  {
    rule: "authz-redirect-mismatch",
    when: "the browser did not show the page",
    entries: [authorize({}, { status: 400, answer: null })],
  },
  {
    rule: "authz-client-unknown",
    when: "its page repeats the client alone",
    entries: [authorize({}, { status: 400, answer: refusal("spa") })],
  },
  {
    rule: "authz-refused",
    when: "its page names neither",
    entries: [authorize({}, { status: 400, answer: refusal("No.") })],
  },
  {
    rule: "authz-rate",
    when: "the status is 429",
    entries: [authorize({}, { status: 429, responseHeaders: { "Retry-After": "9" } })],
  },
  {
    rule: "authz-duplicate-param",
    when: "scope is there twice",
    entries: [
      {
        ...authorize(),
        url: `${twice}&scope=openid`,
        query: {},
        location: `${callback}?code=c&state=2f1b0c7e-9d55-4b5f`,
      },
    ],
  },
  {
    rule: "authz-pkce-shape",
    when: "the challenge is padded",
    entries: [authorize({ code_challenge: `${"a".repeat(43)}=` })],
  },
  {
    rule: "authz-maxage0-none",
    when: "max_age is 0",
    entries: [authorize({ ...silent, max_age: "0" })],
  },
  {
    rule: "authz-prompt-conflict",
    when: "none is not alone",
    entries: [authorize({ prompt: "none login" })],
  },
  {
    rule: "authz-prompt-none-toplevel",
    when: "the tab asks twice",
    entries: [
      ...refused,
      authorize(
        { ...silent, ...fresh },
        { ...later, location: `${callback}?error=login_required&state=${fresh.state}` },
      ),
    ],
  },
  {
    rule: "authz-response-type",
    when: "the provider says so",
    entries: backWith({ error: "unsupported_response_type" }),
  },
  {
    rule: "authz-audience-unknown",
    when: "a request for an API is denied at once",
    entries: backWith({ error: "access_denied" }, { audience: "https://api.example" }),
  },
  {
    rule: "authz-connection-unknown",
    when: "a request with a connection is refused at once",
    entries: backWith({ error: "invalid_request" }, { connection: "wrong" }),
  },
  {
    rule: "authz-server-error",
    when: "the provider says so",
    entries: backWith({ error: "server_error" }),
  },
  {
    rule: "authz-access-denied",
    when: "the provider says so",
    entries: backWith({ error: "access_denied" }),
  },
  {
    rule: "authz-transaction-lost",
    when: "a login page is refused",
    entries: [{ ...loginPage, status: 400 }],
  },
  {
    rule: "authz-state-missing",
    when: "nothing protects the request",
    entries: [
      authorize({
        state: undefined,
        nonce: undefined,
        code_challenge: undefined,
        code_challenge_method: undefined,
      }),
    ],
  },
  {
    rule: "authz-state-reused",
    when: "an earlier request has the same one",
    entries: [...cleanLogin, authorize({ ...fresh, state: queryOf()["state"] }, later)],
  },
  {
    rule: "authz-nonce-weak",
    when: "an earlier request has the same one",
    entries: [...cleanLogin, authorize({ ...fresh, nonce: queryOf()["nonce"] }, later)],
  },
  {
    rule: "authz-pkce-constant",
    when: "an earlier request has the same one",
    entries: [
      ...cleanLogin,
      authorize({ ...fresh, code_challenge: queryOf()["code_challenge"] }, later),
    ],
  },
  {
    rule: "authz-openid-missing",
    when: "an ID token is asked for",
    entries: [authorize({ ...implicit, scope: "profile" })],
  },
  {
    rule: "authz-secret-in-url",
    when: "the URL has a client_secret",
    entries: [authorize({ client_secret: "s" })],
  },
  {
    rule: "authz-pkce-plain",
    when: "no method is named",
    entries: [authorize({ code_challenge_method: undefined })],
  },
  {
    rule: "authz-scope-comma",
    when: "a comma separates scopes",
    entries: [authorize({ scope: "openid,profile" })],
  },
  {
    rule: "authz-double",
    when: "the next login follows at once",
    entries: [authorize({}, toPage), loginPage, authorize(fresh, later)],
  },
  {
    rule: "authz-stalled",
    when: "the capture ends at its page",
    entries: [authorize({}, toPage), loginPage],
  },
  {
    rule: "authz-pkce-missing",
    when: "a code is asked for without a challenge",
    entries: [authorize({ code_challenge: undefined, code_challenge_method: undefined })],
  },
  { rule: "authz-implicit", when: "an access token is asked for", entries: [authorize(implicit)] },
  {
    rule: "authz-state-weak",
    when: "it is short and alone",
    entries: [
      authorize({
        state: "abc",
        nonce: undefined,
        code_challenge: undefined,
        code_challenge_method: undefined,
      }),
    ],
  },
  {
    rule: "authz-redirect-http",
    when: "the host is not loopback",
    entries: [authorize({ redirect_uri: "http://app.example/callback" })],
  },
  {
    rule: "authz-redirect-fragment",
    when: "the URI has one",
    entries: [authorize({ redirect_uri: `${callback}#/x` })],
  },
  {
    rule: "authz-redirect-dynamic",
    when: "an earlier login has another query",
    entries: [...cleanLogin, authorize({ ...fresh, redirect_uri: `${callback}?page=2` }, later)],
  },
  {
    rule: "authz-redirect-origin",
    when: "the code is not redeemed",
    entries: backWith({ code: "c" }).map((each) => ({
      ...each,
      headers: { Referer: "https://www.app.example/" },
    })),
  },
  { rule: "authz-fetch", when: "a script asks", entries: [authorize({}, { dest: "empty" })] },
];

test.each(positive)("$rule fails when $when", async (each) => {
  expect(await listFailed(each)).toContain(each.rule);
});

const nearMisses: RuleCase[] = [
  {
    rule: "authz-redirect-mismatch",
    when: "its page repeats the client alone",
    entries: [authorize({}, { status: 400, answer: refusal("spa") })],
  },
  {
    rule: "authz-redirect-mismatch",
    when: "the status is 429",
    entries: [authorize({}, { status: 429, answer: null })],
  },
  {
    rule: "authz-client-unknown",
    when: "its page repeats the redirect URI too",
    entries: [authorize({}, { status: 400, answer: refusal(`spa ${callback}`) })],
  },
  {
    rule: "authz-refused",
    when: "its page repeats the redirect URI",
    entries: [authorize({}, { status: 400, answer: refusal(callback) })],
  },
  { rule: "authz-rate", when: "the status is 503", entries: [authorize({}, { status: 503 })] },
  {
    rule: "authz-duplicate-param",
    when: "two resources are accepted",
    entries: [{ ...authorize(), url: `${twice}&resource=a&resource=b`, query: {}, ...toPage }],
  },
  {
    rule: "authz-nonce-missing",
    when: "a code alone is asked for",
    entries: [authorize({ nonce: undefined })],
  },
  {
    rule: "authz-response-mode",
    when: "a code alone is asked for",
    entries: [authorize({ response_mode: "query" })],
  },
  {
    rule: "authz-pkce-shape",
    when: "the method is plain",
    entries: [authorize({ code_challenge: "short", code_challenge_method: "plain" })],
  },
  {
    rule: "authz-maxage0-none",
    when: "max_age is 60",
    entries: [authorize({ ...silent, max_age: "60" })],
  },
  { rule: "authz-prompt-conflict", when: "none is alone", entries: [authorize(silent)] },
  { rule: "authz-prompt-none-toplevel", when: "the tab asks once", entries: refused },
  {
    rule: "authz-audience-unknown",
    when: "a page came first",
    entries: [
      authorize({ audience: "https://api.example" }, toPage),
      {
        ...loginPage,
        method: "POST",
        form: { a: "b" },
        location: `${callback}?error=access_denied&state=2f1b0c7e-9d55-4b5f`,
      },
    ],
  },
  {
    rule: "authz-access-denied",
    when: "a request for an API is denied at once",
    entries: backWith({ error: "access_denied" }, { audience: "https://api.example" }),
  },
  {
    rule: "authz-transaction-lost",
    when: "a sent form is refused",
    entries: [
      authorize({}, toPage),
      { ...loginPage, method: "POST", form: { password: "p" }, status: 400 },
    ],
  },
  {
    rule: "authz-state-missing",
    when: "a nonce protects it",
    entries: [authorize({ ...implicit, state: undefined })],
  },
  {
    rule: "authz-state-missing",
    when: "a request_uri hides it",
    entries: [{ ...authorize(), query: { client_id: "spa", request_uri: "urn:x:1" } }],
  },
  {
    rule: "authz-state-reused",
    when: "the same request is loaded again",
    entries: [authorize(), authorize({}, later)],
  },
  {
    rule: "authz-nonce-weak",
    when: "the same request is loaded again",
    entries: [authorize(), authorize({}, later)],
  },
  {
    rule: "authz-openid-missing",
    when: "commas separate the scopes",
    entries: [authorize({ scope: "openid,profile" })],
  },
  {
    rule: "authz-openid-missing",
    when: "no ID token is expected",
    entries: [authorize({ scope: "read", nonce: undefined })],
  },
  {
    rule: "authz-secret-in-url",
    when: "the form has it",
    entries: [{ ...loginPage, method: "POST", form: { password: "p" } }],
  },
  {
    rule: "authz-double",
    when: "the first login has returned",
    entries: [...cleanLogin, authorize(fresh, later)],
  },
  { rule: "authz-stalled", when: "the response came", entries: cleanLogin },
  {
    rule: "authz-pkce-missing",
    when: "an ID token alone is asked for",
    entries: [authorize({ ...implicit, response_type: "id_token" })],
  },
  {
    rule: "authz-implicit",
    when: "a code and an ID token are asked for",
    entries: [authorize({ response_type: "code id_token" })],
  },
  { rule: "authz-state-weak", when: "PKCE protects it", entries: [authorize({ state: "abc" })] },
  {
    rule: "authz-redirect-http",
    when: "the host is loopback",
    entries: [authorize({ redirect_uri: "http://localhost:3000/callback" })],
  },
  {
    rule: "authz-redirect-dynamic",
    when: "another page receives it",
    entries: [
      ...cleanLogin,
      authorize({ ...fresh, redirect_uri: "https://app.example/silent" }, later),
    ],
  },
  {
    rule: "authz-redirect-origin",
    when: "the code is redeemed",
    entries: cleanLogin.map((each) => ({
      ...each,
      headers: { Referer: "https://www.app.example/" },
    })),
  },
  {
    rule: "authz-fetch",
    when: "a script pushes the request",
    entries: [authorize({}, { method: "POST", dest: "empty", url: `${idp}/par` })],
  },
];

test.each(nearMisses)("$rule does not fail when $when", async (each) => {
  expect(await listFailed(each)).not.toContain(each.rule);
});

test("no rule fails for a clean login", async () => {
  expect(await listFailed({ rule: "", when: "", entries: cleanLogin })).toEqual([]);
});
