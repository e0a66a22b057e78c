import type { EntryFacts } from "../../entries.ts";
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
import { later, type WorkingScene } from "./working-scene.ts";

const state = queryOf()["state"] ?? "";
const page = { dest: "document", answer: "<h1>App</h1>" };
const twice = `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}&scope=openid`;
const withTwo: EntryFacts[] = cleanLogin.map((each, index) =>
  index === 0 ? { ...each, url: twice, query: {} } : each,
);
const changed = (changes: Record<string, string | undefined>): EntryFacts[] => [
  ...backWith({ code: "the-code" }, changes),
  redeem,
];
const withoutState: EntryFacts[] = [
  authorize({}, { location: `${callback}?code=the-code` }),
  { ...page, url: `${callback}?code=the-code`, at: 20 },
];
const inFragment: EntryFacts[] = [
  authorize({}, { location: `${callback}#code=the-code&state=${state}` }),
  { ...page, url: callback, at: 20 },
];
const announcing: EntryFacts = {
  url: `${idp}/.well-known/openid-configuration`,
  at: -50,
  dest: "empty",
  answer: {
    issuer: idp,
    authorization_endpoint: `${idp}/authorize`,
    token_endpoint: `${idp}/oauth/token`,
    authorization_response_iss_parameter_supported: true,
  },
};
const discoveryOf = (url: string, issuer: string): EntryFacts => ({
  ...announcing,
  url,
  answer: { issuer, authorization_endpoint: `${idp}/authorize` },
});
const oldForm: EntryFacts[] = [
  authorize({}, { location: `${idp}/u/login?state=1` }),
  { url: `${idp}/u/login?state=1`, at: 10, dest: "document", answer: "<form>" },
  {
    url: `${idp}/u/login?state=1`,
    at: 20,
    dest: "document",
    form: { username: "ada" },
    location: `${callback}?code=the-code&state=${state}`,
  },
  { ...page, url: `${callback}?code=the-code&state=${state}`, at: 30 },
  { ...redeem, at: 60 },
];
const pageAgain: EntryFacts = {
  url: `${idp}/u/login?state=1`,
  at: 5000,
  dest: "document",
  status: 400,
  answer: "<p>Expired",
};
const formAgain: EntryFacts = { ...pageAgain, form: { username: "ada" } };
const logout: EntryFacts = {
  url: `${idp}/v2/logout`,
  query: { client_id: "spa", returnTo: `${app}/` },
  dest: "document",
  location: `${app}/`,
};
const mfa: EntryFacts = {
  url: `${idp}/mfa/challenge`,
  at: 10,
  dest: "empty",
  origin: app,
  json: { client_id: "spa", mfa_token: "the-mfa-token", challenge_type: "oob" },
  status: 403,
  answer: { error: "invalid_grant" },
  responseHeaders: { "Access-Control-Allow-Origin": app },
};
const passwordThenMfa: EntryFacts[] = [
  {
    ...redeem,
    at: 0,
    form: { grant_type: "password", client_id: "spa", username: "ada", password: "p" },
    status: 403,
    answer: { error: "mfa_required", mfa_token: "the-mfa-token" },
  },
  mfa,
];

const ownPage: EntryFacts[] = [
  authorize({}, { location: `${idp}/interaction?code=internal&step=1` }),
  { url: `${idp}/interaction?code=internal&step=1`, at: 5, dest: "document", answer: "<form>" },
  {
    url: `${idp}/interaction?code=internal&step=1`,
    at: 10,
    dest: "document",
    form: { username: "ada" },
    location: `${callback}?code=the-code&state=${state}`,
  },
  { ...page, url: `${callback}?code=the-code&state=${state}`, at: 20 },
  redeem,
];

/** Faults of a request or a response that a login got over, as its tokens show. */
export const completedScenes: readonly WorkingScene[] = [
  {
    rule: "authz-duplicate-param",
    scene: "the provider takes the first of two equal values",
    entries: withTwo,
    harmful: [
      {
        url: twice,
        dest: "document",
        location: `${callback}?error=invalid_request&state=${state}`,
      },
    ],
  },
  {
    rule: "authz-prompt-conflict",
    scene: "the provider ignores the other prompt",
    entries: changed({ prompt: "none login" }),
    harmful: backWith({ error: "invalid_request" }, { prompt: "none login" }),
  },
  {
    rule: "authz-pkce-shape",
    scene: "the provider pads the challenge too",
    entries: changed({ code_challenge: `${queryOf()["code_challenge"]}=` })
      .slice(0, 2)
      .concat({
        ...redeem,
        form: { ...redeem.form, code_verifier: "[removed 1]" },
      }),
    harmful: backWith(
      { error: "invalid_request" },
      { code_challenge: `${queryOf()["code_challenge"]}=` },
    ),
  },
  {
    rule: "authz-redirect-fragment",
    scene: "the page handles a callback within its router",
    entries: [
      authorize(
        { redirect_uri: `${app}/#/callback` },
        { location: `${app}/?code=the-code&state=${state}#/callback` },
      ),
      { ...page, url: `${app}/?code=the-code&state=${state}`, at: 20 },
      { ...redeem, form: { ...redeem.form, redirect_uri: `${app}/#/callback` } },
    ],
    harmful: [
      authorize(
        { redirect_uri: `${app}/#/callback` },
        { location: `${app}/?code=the-code&state=${state}#/callback` },
      ),
      { ...page, url: `${app}/?code=the-code&state=${state}`, at: 20 },
    ],
  },
  {
    rule: "authz-maxage0-none",
    scene: "the provider does not look at max_age",
    entries: changed({ max_age: "0", prompt: "none" }).slice(0, 3),
    harmful: backWith({ error: "login_required" }, { max_age: "0", prompt: "none" }),
  },
  {
    rule: "authz-fetch",
    scene: "an authorization server of the page's own origin answers its scripts",
    entries: [
      authorize({}, { dest: "empty", location: `${callback}?code=the-code&state=${state}` }),
      { url: `${callback}?code=the-code&state=${state}`, at: 20, dest: "empty" },
      redeem,
    ],
  },
  {
    rule: "authz-redirect-response",
    scene: "the callback of a shop has the code of a voucher",
    entries: [
      {
        url: `${app}/login`,
        dest: "document",
        location: `${idp}/authorize?${new URLSearchParams(
          queryOf({ redirect_uri: `${callback}?code=VOUCHER10` }),
        ).toString()}`,
      },
      authorize(
        { redirect_uri: `${callback}?code=VOUCHER10` },
        { at: 10, location: `${callback}?code=VOUCHER10&code=the-code&state=${state}` },
      ),
      {
        url: `${callback}?code=VOUCHER10&code=the-code&state=${state}`,
        at: 20,
        dest: "document",
        location: `${app}/basket`,
        responseHeaders: { "Set-Cookie": "sid=1; Path=/" },
      },
      { ...page, url: `${app}/basket`, at: 30, headers: { Cookie: "sid=1" } },
    ],
  },
  {
    rule: "resp-state-missing",
    scene: "the provider repeats no state, and the page redeems the code all the same",
    entries: [...withoutState, redeem],
    harmful: withoutState,
  },
  {
    rule: "resp-mode-mismatch",
    scene: "the page reads the response in both places",
    entries: [...inFragment, redeem],
    harmful: inFragment,
  },
  {
    rule: "resp-iss-missing",
    scene: "the library does not look for the issuer",
    entries: [announcing, ...cleanLogin],
    harmful: [announcing, ...cleanLogin.slice(0, 2)],
  },
  {
    rule: "resp-iss-different",
    scene: "the provider announces the issuer of any tenant",
    entries: [
      discoveryOf(announcing.url, `${idp}/{tenantid}/v2.0`),
      ...backWith({ code: "the-code", iss: `${idp}/9188040d/v2.0` }),
      redeem,
    ],
  },
  {
    rule: "disc-issuer",
    scene: "the issuer has the number of the tenant, the address its name",
    entries: [
      discoveryOf(`${idp}/consumers/v2.0/.well-known/openid-configuration`, `${idp}/9188040d/v2.0`),
      ...cleanLogin,
    ],
    harmful: [
      discoveryOf(`${idp}/consumers/v2.0/.well-known/openid-configuration`, `${idp}/9188040d/v2.0`),
    ],
  },
  {
    rule: "disc-issuer",
    scene: "the path of the issuer stands behind the well-known name",
    entries: [
      discoveryOf(`${idp}/.well-known/oauth-authorization-server/mcp`, `${idp}/mcp`),
      ...cleanLogin.slice(0, 1).map((each) => ({ ...each, location: `${idp}/u/login?state=1` })),
    ],
  },
  {
    rule: "authz-form-refused",
    scene: "the user goes back to the form after the login, and forth again",
    entries: [...oldForm, formAgain, { ...page, url: `${app}/`, at: 9000 }],
    harmful: [
      ...oldForm,
      { ...logout, at: 4000 },
      formAgain,
      { ...page, url: `${app}/`, at: 9000 },
    ],
  },
  {
    rule: "authz-transaction-lost",
    scene: "the user goes back to the login page after the login, and forth again",
    entries: [...oldForm, pageAgain, { ...page, url: `${app}/`, at: 9000 }],
    harmful: [...oldForm, { ...logout, at: 4000 }, pageAgain],
  },
  {
    rule: "mfa-refused",
    scene: "the user takes a code of recovery in place of the other factor",
    entries: [
      ...passwordThenMfa,
      ...later(
        [
          {
            ...redeem,
            form: { grant_type: "urn:x:mfa", client_id: "spa", mfa_token: "the-mfa-token" },
          },
        ],
        5000,
      ),
    ],
    harmful: passwordThenMfa,
  },
  {
    rule: "token-client-differs",
    scene: "the provider compares the client in any case",
    entries: [
      ...backWith({ code: "the-code" }),
      { ...redeem, form: { ...redeem.form, client_id: "SPA" } },
    ],
    harmful: [
      ...backWith({ code: "the-code" }),
      {
        ...redeem,
        form: { ...redeem.form, client_id: "SPA" },
        status: 400,
        answer: { error: "invalid_grant" },
      },
    ],
  },
  {
    rule: "resp-state-mismatch",
    scene: "the provider writes a plus sign of the state in another way",
    entries: [
      authorize(
        { state: "ab+cd/ef==0123456789" },
        { location: `${callback}?code=the-code&state=ab%20cd/ef==0123456789` },
      ),
      { ...page, url: `${callback}?code=the-code&state=ab%20cd/ef==0123456789`, at: 20 },
      redeem,
    ],
  },
  {
    rule: "resp-state-missing",
    scene: "the provider's own page has a parameter with the name of the code",
    entries: [
      ...later(ownPage.slice(0, 2), -5000).map((each) => ({
        ...each,
        ...(each.query === undefined ? {} : { query: queryOf({ state: "state-of-another-tab" }) }),
      })),
      ...ownPage,
    ],
  },
  {
    rule: "authz-state-missing",
    scene: "the request is in a JWT that only the provider can read",
    entries: [
      authorize(
        {
          state: undefined,
          nonce: undefined,
          code_challenge: undefined,
          code_challenge_method: undefined,
          request: "eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d",
        },
        { location: `${callback}?code=the-code` },
      ),
      {
        ...page,
        url: `${callback}?code=the-code`,
        at: 20,
        responseHeaders: { "Set-Cookie": "sid=1" },
      },
    ],
  },
  {
    rule: "token-verifier-missing",
    scene: "the page's own server adds the verifier",
    entries: [
      ...backWith({ code: "the-code" }),
      {
        ...redeem,
        url: `${app}/api/token`,
        form: { grant_type: "authorization_code", code: "the-code" },
      },
    ],
    harmful: [
      ...backWith({ code: "the-code" }),
      { ...redeem, form: { grant_type: "authorization_code", code: "the-code" } },
    ],
  },
];
