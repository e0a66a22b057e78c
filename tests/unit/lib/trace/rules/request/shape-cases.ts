import type { RuleCases } from "../rule-cases.ts";
import { authorize, callback, idp, queryOf } from "../rule-cases.ts";

const implicit = {
  response_type: "token id_token",
  code_challenge: undefined,
  code_challenge_method: undefined,
};
const loginPage = { url: `${idp}/u/login?state=t`, at: 30, dest: "document", answer: "<form>" };
const toPage = { location: `${idp}/u/login?state=t` };
const silent = { prompt: "none" };
const twice = `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}`;

export const shapeCases: RuleCases = {
  fails: [
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
      rule: "authz-implicit",
      when: "an access token is asked for",
      entries: [authorize(implicit)],
    },
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
    { rule: "authz-fetch", when: "a script asks", entries: [authorize({}, { dest: "empty" })] },
  ],
  passes: [
    {
      rule: "authz-pkce-plain",
      when: "there is no challenge",
      entries: [authorize({ code_challenge: undefined, code_challenge_method: undefined })],
    },
    { rule: "authz-scope-comma", when: "spaces separate the scopes", entries: [authorize()] },
    {
      rule: "authz-redirect-fragment",
      when: "the query has an encoded #",
      entries: [authorize({ redirect_uri: `${callback}?to=%23top` })],
    },
    {
      rule: "authz-duplicate-param",
      when: "two resources are accepted",
      entries: [{ ...authorize(), url: `${twice}&resource=a&resource=b`, query: {}, ...toPage }],
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
      rule: "authz-fetch",
      when: "a script pushes the request",
      entries: [authorize({}, { method: "POST", dest: "empty", url: `${idp}/par` })],
    },
  ],
};
