import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, callback, idp, redeem, type RuleCases } from "../rule-cases.ts";

const form = "<form method=post><input name=password></form>";
const errorPage = (error: string): string => `${idp}/error?error=${error}&client_id=spa`;

/** A request that the provider leads to its own page for errors. */
const toErrorPage = (error: string): EntryFacts[] => [
  authorize({}, { location: errorPage(error) }),
  { url: errorPage(error), at: 10, dest: "document", status: 400, answer: `<h1>${error}</h1>` },
];

interface FormFacts {
  /** The cookie of the page with the form; true by default. */
  hasCookie?: boolean;
  answer: Partial<EntryFacts>;
}

/** A provider's form that the user sent. */
const sendForm = ({ hasCookie = true, answer }: FormFacts): EntryFacts[] => {
  const url = `${idp}/u/login?state=inner-state`;
  const cookie: Record<string, string> = hasCookie ? { Cookie: "login=1" } : {};
  return [
    authorize({}, { location: url, responseHeaders: { "Set-Cookie": "login=1; Path=/" } }),
    { url, at: 20, dest: "document", answer: form, headers: cookie },
    {
      url,
      at: 3000,
      dest: "document",
      form: { username: "ada", password: "secret" },
      headers: { Origin: idp, ...cookie },
      ...answer,
    },
  ];
};

/** A provider's form whose answer leads back to the application. */
const sendAllowed = (policy: string): EntryFacts[] =>
  sendForm({ answer: { location: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f` } }).map(
    (each) =>
      each.answer === form
        ? { ...each, responseHeaders: { "Content-Security-Policy": policy } }
        : each,
  );

/** The response of another provider, which this provider asked. */
const returned = (facts: Partial<EntryFacts>): EntryFacts[] => [
  ...sendForm({ answer: {} }).slice(0, 2),
  {
    url: `${idp}/login/callback?state=outer-state&error=access_denied`,
    at: 4000,
    dest: "document",
    headers: { Cookie: "login=1", Referer: "https://other.test/" },
    status: 400,
    answer: "<h1>Sorry</h1>",
    ...facts,
  },
];

const fragmentUri = `${app}/#/callback`;

export const refusalPageCases: RuleCases = {
  fails: [
    ...[404, 405].map((status) => ({
      rule: "authz-endpoint-wrong",
      when: `the address answers ${status}`,
      entries: [authorize({}, { status, answer: "<h1>Page not found</h1>" })],
    })),
    {
      rule: "authz-redirect-mismatch",
      when: "the provider redirects to its own page with a code for it",
      entries: toErrorPage("redirect_mismatch"),
    },
    {
      rule: "authz-redirect-mismatch",
      when: "the callback of another application gets the code for it",
      entries: backWith({ error: "redirect_uri_mismatch" }),
    },
    {
      rule: "authz-redirect-mismatch",
      when: "a page with status 200 shows the code for it",
      entries: [authorize({}, { answer: "<h1>Error 400: redirect_uri_mismatch</h1>" })],
    },
    {
      rule: "authz-redirect-mismatch",
      when: "a page with status 200 shows a provider's own code for it",
      entries: [authorize({}, { answer: "<p>AADSTS50011: the reply URL</p>" })],
    },
    {
      rule: "authz-client-unknown",
      when: "a page with status 200 shows the code for it",
      entries: [authorize({}, { answer: "<h1>Error 401: invalid_client</h1>" })],
    },
    ...[
      { status: 451, responseHeaders: {} },
      { status: 401, responseHeaders: { "WWW-Authenticate": "Basic realm=staging" } },
    ].map((facts) => ({
      rule: "authz-refused",
      when: `something before the provider answers ${facts.status}`,
      entries: [authorize({}, { ...facts, answer: null })],
    })),
    {
      rule: "authz-refused",
      when: "the request lacks its client and its response type",
      entries: [
        authorize(
          { client_id: undefined, response_type: undefined },
          { status: 400, answer: "<h1>Bad request</h1>" },
        ),
      ],
    },
    ...[403, 419].map((status) => ({
      rule: "authz-form-refused",
      when: `the form is answered with ${status}`,
      entries: sendForm({ answer: { status, answer: "<h1>Forbidden</h1>" } }),
    })),
    {
      rule: "authz-form-refused",
      when: "the form comes without the cookie of its page",
      entries: sendForm({ hasCookie: false, answer: { status: 400, answer: "<h1>No</h1>" } }),
    },
    {
      rule: "authz-form-refused",
      when: "the form without its cookie leads back to the first page",
      entries: [
        ...sendForm({ hasCookie: false, answer: { location: `${idp}/u/login?state=inner-state` } }),
        { url: `${idp}/u/login?state=inner-state`, at: 3020, dest: "document", answer: form },
        { url: `${app}/`, at: 1, headers: { Cookie: "theme=dark" } },
      ],
    },
    {
      rule: "authz-form-refused",
      when: "the provider has forgotten the login",
      entries: sendForm({ answer: { status: 400, answer: "<h1>Session not found</h1>" } }),
    },
    {
      rule: "ctx-form-action",
      when: "the policy of the page lists its own origin alone",
      entries: sendAllowed("default-src 'self'; form-action 'self'"),
    },
    {
      rule: "ctx-form-action",
      when: "the provider redirects within itself first",
      entries: [
        ...sendAllowed("form-action 'self'").map((each) =>
          each.form === undefined ? each : { ...each, location: `${idp}/resume` },
        ),
        {
          url: `${idp}/resume`,
          at: 3020,
          dest: "document",
          location: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f`,
        },
      ],
    },
    { rule: "authz-federation", when: "the other provider sent an error", entries: returned({}) },
    {
      rule: "authz-federation",
      when: "the code of the other provider is of no use",
      entries: returned({
        url: `${idp}/login/callback?state=outer-state&code=outer-code`,
        status: 502,
      }),
    },
    {
      rule: "authz-transaction-lost",
      when: "the provider redirects to a login page that does not exist",
      entries: [
        authorize({}, { location: `${idp}/interaction/1` }),
        { url: `${idp}/interaction/1`, at: 10, dest: "document", status: 404, answer: "<p>No</p>" },
      ],
    },
    {
      rule: "authz-pkce-missing",
      when: "the provider's page names the challenge",
      entries: [
        authorize(
          { code_challenge: undefined, code_challenge_method: undefined },
          { status: 400, answer: "<p>code_challenge is required</p>" },
        ),
      ],
    },
    ...["login_required", "consent_required"].map((error) => ({
      rule: "authz-login-required",
      when: `a request that may ask gets ${error}`,
      entries: backWith({ error }),
    })),
    {
      rule: "authz-redirect-fragment",
      when: "nothing redeems the code",
      entries: [
        authorize({ redirect_uri: fragmentUri }, { location: `${callback}?code=c&state=s` }),
      ],
    },
  ],
  passes: [
    {
      rule: "authz-endpoint-wrong",
      when: "the page with 404 is about the client",
      entries: [authorize({}, { status: 404, answer: "<h1>Unknown client_id</h1>" })],
    },
    {
      rule: "authz-redirect-mismatch",
      when: "the address itself is missing",
      entries: [authorize({}, { status: 404, answer: null })],
    },
    {
      rule: "authz-redirect-mismatch",
      when: "a page with status 200 has a form",
      entries: [authorize({}, { answer: `${form}<p>redirect_uri_mismatch</p>` })],
    },
    {
      rule: "authz-redirect-mismatch",
      when: "the host is behind a password",
      entries: [
        authorize(
          {},
          { status: 401, answer: null, responseHeaders: { "WWW-Authenticate": "Basic" } },
        ),
      ],
    },
    {
      rule: "authz-form-refused",
      when: "the password was wrong",
      entries: sendForm({ answer: { status: 400, answer: form } }),
    },
    {
      rule: "authz-form-refused",
      when: "the form is accepted",
      entries: [
        ...sendForm({ answer: { location: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f` } }),
        { ...redeem, at: 3100 },
      ],
    },
    {
      rule: "ctx-form-action",
      when: "the policy of the page lists the application",
      entries: sendAllowed(`form-action 'self' ${app}`),
    },
    {
      rule: "ctx-form-action",
      when: "the browser reaches the callback",
      entries: [
        ...sendAllowed("form-action 'self'"),
        {
          url: `${callback}?code=the-code&state=2f1b0c7e-9d55-4b5f`,
          at: 3050,
          dest: "document",
          answer: "<h1>App</h1>",
        },
      ],
    },
    {
      rule: "authz-federation",
      when: "the provider goes on with the response",
      entries: returned({ status: 200, answer: form }),
    },
    {
      rule: "authz-login-required",
      when: "the request forbids pages",
      entries: backWith({ error: "login_required" }, { prompt: "none" }),
    },
    {
      rule: "resp-state-missing",
      when: "the provider leads to its own page for errors",
      entries: toErrorPage("redirect_mismatch"),
    },
  ],
};
