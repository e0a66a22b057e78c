import type { RuleCases } from "../rule-cases.ts";
import { app, authorize, backWith, callback, cleanLogin, idp, queryOf } from "../rule-cases.ts";

const refusal = (text: string) => `<h1>Error</h1><code>${text}</code>`;
const later = { at: 5000 };
const fresh = {
  state: "another-state-0001",
  nonce: "another-nonce-0001",
  code_challenge: "a".repeat(43),
};
const loginPage = { url: `${idp}/u/login?state=t`, at: 30, dest: "document", answer: "<form>" };
const toPage = { location: `${idp}/u/login?state=t` };
const silent = { prompt: "none" };
const refused = backWith({ error: "login_required" }, silent);

const inFrame = (headers: Record<string, string>, query: Record<string, string> = {}) => [
  authorize(query, { dest: "iframe", responseHeaders: headers, answer: "<h1>Log in</h1>" }),
];
const noFrames = { "X-Frame-Options": "DENY" };

export const attemptCases: RuleCases = {
  fails: [
    { rule: "authz-in-frame", when: "the page has X-Frame-Options", entries: inFrame(noFrames) },
    {
      rule: "authz-in-frame",
      when: "its policy has no frame ancestors",
      entries: inFrame({ "Content-Security-Policy": "default-src *; frame-ancestors 'none'" }),
    },
    {
      rule: "authz-redirect-mismatch",
      when: "its page has the code of a redirect URI",
      entries: [authorize({}, { status: 400, answer: refusal("invalid_redirect_uri") })],
    },
    {
      rule: "authz-client-unknown",
      when: "its page has the code of a client",
      entries: [authorize({}, { status: 400, answer: refusal("invalid_client") })],
    },
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
    ...[500, 502, 403].map((status) => ({
      rule: "authz-refused",
      when: `a page shows status ${status}`,
      entries: [authorize({}, { status, answer: "<h1>No.</h1>" })],
    })),
    {
      rule: "authz-refused",
      when: "the login page fails",
      entries: [
        authorize({}, { location: `${idp}/u/login?state=s` }),
        { url: `${idp}/u/login?state=s`, at: 20, dest: "document", status: 502, answer: "No." },
      ],
    },
    {
      rule: "authz-rate",
      when: "the status is 429",
      entries: [authorize({}, { status: 429, responseHeaders: { "Retry-After": "9" } })],
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
      rule: "authz-double",
      when: "the next login follows at once",
      entries: [authorize({}, toPage), loginPage, authorize(fresh, later)],
    },
    {
      rule: "authz-redirect-dynamic",
      when: "an earlier login has another query",
      entries: [...cleanLogin, authorize({ ...fresh, redirect_uri: `${callback}?page=2` }, later)],
    },
    {
      rule: "authz-redirect-response",
      when: "the page still has the error of a silent check",
      entries: backWith({ code: "c" }, { redirect_uri: `${callback}?error=login_required` }),
    },
    {
      rule: "authz-redirect-origin",
      when: "the code is not redeemed",
      entries: backWith({ code: "c" }).map((each) => ({
        ...each,
        headers: { Referer: "https://www.app.example/" },
      })),
    },
  ],
  passes: [
    {
      rule: "authz-in-frame",
      when: "it is a silent renewal",
      entries: inFrame(noFrames, { prompt: "none" }),
    },
    {
      rule: "authz-in-frame",
      when: "the provider allows the application's frames",
      entries: inFrame({ "Content-Security-Policy": `frame-ancestors 'self' ${app}` }),
    },
    {
      rule: "authz-pkce-constant",
      when: "the same request is loaded again",
      entries: [authorize(), authorize({}, later)],
    },
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
    {
      rule: "authz-refused",
      when: "the origin of a frame is refused with 403",
      entries: [authorize({ prompt: "none" }, { status: 403, dest: "iframe", answer: "No." })],
    },
    { rule: "authz-rate", when: "the status is 503", entries: [authorize({}, { status: 503 })] },
    { rule: "authz-prompt-none-toplevel", when: "the tab asks once", entries: refused },
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
      rule: "authz-double",
      when: "the first login has returned",
      entries: [...cleanLogin, authorize(fresh, later)],
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
      rule: "authz-redirect-response",
      when: "its query is the application's own",
      entries: backWith({ code: "c" }, { redirect_uri: `${callback}?page=error` }),
    },
    {
      rule: "authz-redirect-origin",
      when: "the code is redeemed",
      entries: cleanLogin.map((each) => ({
        ...each,
        headers: { Referer: "https://www.app.example/" },
      })),
    },
  ],
};
