import type { EntryFacts } from "../../entries.ts";
import { app, backWith, cleanLogin, idp, queryOf, redeem, type RuleCases } from "../rule-cases.ts";

/** A login whose token request got this answer. */
const answered = (facts: Partial<EntryFacts>, ...later: EntryFacts[]): EntryFacts[] => [
  ...backWith({ code: "the-code" }),
  { ...redeem, ...facts },
  ...later,
];
const html = { status: 403, answer: "<h1>Checking your browser</h1>" };
const cors = { "Access-Control-Allow-Origin": app };
const refusedWith = (error: string, more: object = {}): EntryFacts[] =>
  answered({ status: 400, answer: { error, ...more } });
const asking = (error: string): EntryFacts[] => [
  {
    url: `${idp}/oauth/token`,
    origin: app,
    dest: "empty",
    form: { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "d-1" },
    status: 400,
    responseHeaders: cors,
    answer: { error },
  },
];
/** The S256 challenge of the verifier `hello`. */
const short = "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ";
const moved: Partial<EntryFacts> = { status: 302, location: `${idp}/login` };
const aborted: Partial<EntryFacts> = { status: 0, error: "net::ERR_ABORTED", answer: null };

export const tokenAnswerCases: RuleCases = {
  fails: [
    {
      rule: "token-blocked",
      when: "a page with 403 answers, without CORS",
      entries: answered({ ...html, responseHeaders: { "Content-Type": "text/html" } }),
    },
    { rule: "token-redirected", when: "the endpoint asks for a login", entries: answered(moved) },
    { rule: "token-empty", when: "the object has no member", entries: answered({ answer: {} }) },
    {
      rule: "token-empty",
      when: "the tokens are in an object of their own",
      entries: answered({ answer: { data: { access_token: "t" } } }),
    },
    { rule: "token-aborted", when: "the page was reloaded", entries: answered(aborted) },
    {
      rule: "token-client-type",
      when: "the client is registered for a server, by the provider's own code",
      entries: refusedWith("invalid_request", { error_codes: [9_002_326] }),
    },
    {
      rule: "token-invalid_grant",
      when: "the provider has a code of its own for it, with status 200",
      entries: answered({ answer: { error: "bad_verification_code" } }),
    },
    {
      rule: "token-secret-wrong",
      when: "the provider has a code of its own for it",
      entries: answered({ answer: { error: "incorrect_client_credentials" } }),
    },
    {
      rule: "token-body-format",
      when: "a tenant answers 415 to JSON",
      entries: answered({
        headers: { "Content-Type": "application/json" },
        status: 415,
        answer: {},
      }),
    },
    {
      rule: "token-verifier-shape",
      when: "the verifier is too short",
      entries: answered({
        form: { ...redeem.form, code_verifier: "hello" },
        status: 400,
        answer: { error: "invalid_request" },
      }).map((each) =>
        each.location === undefined ? each : { ...each, query: queryOf({ code_challenge: short }) },
      ),
    },
    {
      rule: "token-query",
      when: "the request is a GET that the endpoint does not take",
      entries: [
        ...backWith({ code: "the-code" }),
        {
          url: `${idp}/oauth/token`,
          at: 60,
          origin: app,
          dest: "empty",
          query: redeem.form ?? {},
          status: 405,
          answer: "<h1>405</h1>",
        },
      ],
    },
    {
      rule: "token-secret-wrong",
      when: "the provider answers 401 with its own code",
      entries: answered({
        form: { ...redeem.form, client_secret: "wrong" },
        status: 401,
        answer: { error: "unauthorized_client" },
      }),
    },
    {
      rule: "token-device-expired",
      when: "the device code is too old",
      entries: asking("expired_token"),
    },
    { rule: "token-denied", when: "the user declined", entries: asking("access_denied") },
    {
      rule: "token-interaction",
      when: "a second factor is needed",
      entries: refusedWith("interaction_required"),
    },
    {
      rule: "token-target-invalid",
      when: "the API is unknown",
      entries: refusedWith("invalid_target"),
    },
  ],
  passes: [
    {
      rule: "token-blocked",
      when: "the endpoint itself answers 403",
      entries: answered({ status: 403, answer: { error: "access_denied" } }),
    },
    {
      rule: "token-redirected",
      when: "the request succeeds at the new address",
      entries: answered(
        { ...moved, status: 307, location: `${idp}/token` },
        {
          ...redeem,
          url: `${idp}/token`,
          at: 90,
        },
      ),
    },
    { rule: "token-empty", when: "the response has a token", entries: cleanLogin },
    {
      rule: "token-empty",
      when: "the application's server keeps the tokens in a session",
      entries: answered({ answer: {}, responseHeaders: { ...cors, "Set-Cookie": "sid=1" } }),
    },
    {
      rule: "token-empty",
      when: "the object names an error",
      entries: answered({ answer: { error: "invalid_grant" } }),
    },
    {
      rule: "token-aborted",
      when: "the request is sent again",
      entries: answered(aborted, { ...redeem, at: 200 }),
    },
    {
      rule: "token-client-type",
      when: "the code is about another fault",
      entries: refusedWith("invalid_request", { error_codes: [900_144] }),
    },
    {
      rule: "token-verifier-shape",
      when: "the verifier is right and the code is refused",
      entries: refusedWith("invalid_grant"),
    },
    {
      rule: "token-client-type",
      when: "the provider answers 401 to a wrong password",
      entries: [
        {
          url: `${idp}/oauth/token`,
          origin: app,
          dest: "empty",
          form: { grant_type: "password", client_id: "spa", username: "ada", password: "no" },
          status: 401,
          responseHeaders: cors,
          answer: { error: "invalid_grant" },
        },
      ],
    },
    {
      rule: "token-device-expired",
      when: "the user still has time",
      entries: asking("authorization_pending"),
    },
    { rule: "token-denied", when: "the code is refused", entries: refusedWith("invalid_grant") },
    {
      rule: "token-interaction",
      when: "the token is refused",
      entries: refusedWith("invalid_grant"),
    },
    {
      rule: "token-target-invalid",
      when: "the scope is refused",
      entries: refusedWith("invalid_scope"),
    },
  ],
};
