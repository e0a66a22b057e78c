import { captureStart, jwtOf, type EntryFacts } from "../../entries.ts";
import { app, backWith, cleanLogin, idp, redeem, type RuleCases } from "../rule-cases.ts";

const token = "opaque-access-token";
const cors = { "Access-Control-Allow-Origin": app };

/** A login, then a call of an API by the page. */
const loginAndCall = (facts: Partial<EntryFacts>, ...later: EntryFacts[]): EntryFacts[] => [
  ...cleanLogin,
  {
    url: "https://api.example/orders",
    at: 200,
    origin: app,
    dest: "empty",
    headers: { Authorization: `Bearer ${token}` },
    responseHeaders: cors,
    answer: {},
    ...facts,
  },
  ...later,
];

/** A capture without any cookie says nothing of credentials. */
const withCookie: EntryFacts = { url: `${idp}/style.css`, at: 1, headers: { Cookie: "idp=1" } };

const refusedWith = (headers: Record<string, string>): EntryFacts[] =>
  loginAndCall({ headers, status: 401 });

/** A call that the API redirects, and the request that the browser then sends. */
const redirected = (location: string, target: Partial<EntryFacts>): EntryFacts[] =>
  loginAndCall(
    { status: 307, location },
    {
      url: location,
      at: 220,
      origin: app,
      dest: "empty",
      responseHeaders: cors,
      status: 401,
      answer: {},
      ...target,
    },
  );

/** A call with a token that says when it begins. */
const notBefore = (seconds: number): EntryFacts[] => {
  const text = jwtOf({ nbf: captureStart / 1000 + seconds, aud: "orders" });
  return [
    ...backWith({ code: "the-code" }),
    { ...redeem, answer: { access_token: text, token_type: "Bearer" } },
    ...loginAndCall({ headers: { Authorization: `Bearer ${text}` }, status: 401 }).slice(-1),
  ];
};

/** A page that sends its token to a server in a body. */
const giveToken = (facts: Partial<EntryFacts>): EntryFacts[] => {
  const text = jwtOf({ sub: "ada", aud: "orders" });
  return [
    ...backWith({ code: "the-code" }),
    { ...redeem, answer: { access_token: text, token_type: "Bearer" } },
    {
      url: `${app}/api/session`,
      at: 200,
      origin: app,
      dest: "empty",
      json: { token: text },
      answer: {},
      ...facts,
    },
  ];
};

/** An API that refuses or accepts a token of this issuer. */
const innerIssuer = (iss: string, status = 401): EntryFacts[] => {
  const text = jwtOf({ iss, aud: "orders" });
  return [
    ...backWith({ code: "the-code" }),
    { ...redeem, answer: { access_token: text, token_type: "Bearer" } },
    ...loginAndCall({ headers: { Authorization: `Bearer ${text}` }, status }).slice(-1),
  ];
};

export const callCases: RuleCases = {
  fails: [
    ...[
      { when: "the word Bearer is missing", headers: { Authorization: token } },
      { when: "another scheme is sent", headers: { Authorization: `Token ${token}` } },
      { when: "the scheme is sent twice", headers: { Authorization: `Bearer Bearer ${token}` } },
      { when: "the token has quotes", headers: { Authorization: `Bearer "${token}"` } },
      { when: "the token is in a header of its own", headers: { "X-Access-Token": token } },
    ].map(({ when, headers }) => ({ rule: "at-misplaced", when, entries: refusedWith(headers) })),
    {
      rule: "at-redirected",
      when: "the API redirects to another host",
      entries: redirected("https://data.example/orders", {}),
    },
    {
      rule: "at-redirected",
      when: "the API redirects from https to http",
      entries: redirected("http://api.example/orders/", { status: 0, error: "net::ERR_FAILED" }),
    },
    { rule: "at-failed", when: "an API answers 500", entries: loginAndCall({ status: 500 }) },
    { rule: "at-failed", when: "an API limits the rate", entries: loginAndCall({ status: 429 }) },
    {
      rule: "at-handover",
      when: "the page's own server refuses the token in a body",
      entries: giveToken({ status: 401 }),
    },
    {
      rule: "idt-inner-issuer",
      when: "the access token alone names an inner host",
      entries: innerIssuer("http://keycloak:8080/realms/shop"),
    },
    {
      rule: "net-cors",
      when: "a call with credentials is allowed for all origins",
      entries: loginAndCall({
        headers: { Authorization: `Bearer ${token}`, Cookie: "a=b" },
        responseHeaders: { "Access-Control-Allow-Origin": "*" },
      }),
    },
    { rule: "at-refused", when: "the token is not valid yet", entries: notBefore(600) },
    {
      rule: "at-missing",
      when: "an API of the same site answers 401 without a challenge",
      entries: [
        ...loginAndCall({ url: "https://api.app.example/orders", headers: {}, status: 401 }),
        withCookie,
      ],
    },
  ],
  passes: [
    { rule: "at-handover", when: "its server accepts the token", entries: giveToken({}) },
    {
      rule: "at-handover",
      when: "the provider itself refuses the token",
      entries: giveToken({ url: `${idp}/revoke-all`, status: 400 }),
    },
    {
      rule: "idt-inner-issuer",
      when: "the API accepts the access token",
      entries: innerIssuer("http://keycloak:8080/realms/shop", 200),
    },
    {
      rule: "idt-inner-issuer",
      when: "the issuer is no address",
      entries: innerIssuer("urn:shop:issuer"),
    },
    {
      rule: "idt-inner-issuer",
      when: "the access token names the provider",
      entries: innerIssuer(`${idp}/`),
    },
    {
      rule: "net-cors",
      when: "a call with credentials is allowed for this origin",
      entries: loginAndCall({
        headers: { Authorization: `Bearer ${token}`, Cookie: "a=b" },
        responseHeaders: { ...cors, "Access-Control-Allow-Credentials": "true" },
      }),
    },
    {
      rule: "at-misplaced",
      when: "the token is in its place",
      entries: refusedWith({ Authorization: `Bearer ${token}` }),
    },
    {
      rule: "at-misplaced",
      when: "the API reads it from a header of its own",
      entries: loginAndCall({ headers: { "X-Access-Token": token } }),
    },
    {
      rule: "at-misplaced",
      when: "another value is refused",
      entries: refusedWith({ "X-Api-Key": "another-key-of-the-page" }),
    },
    {
      rule: "at-redirected",
      when: "the target needs no token",
      entries: redirected("https://files.example/orders.json", { status: 200 }),
    },
    {
      rule: "at-redirected",
      when: "the target is at the same origin",
      entries: redirected("https://api.example/orders/", {
        headers: { Authorization: `Bearer ${token}` },
      }),
    },
    {
      rule: "at-failed",
      when: "the call succeeds when it is repeated",
      entries: [...loginAndCall({ status: 503 }), ...loginAndCall({ at: 900 }).slice(-1)],
    },
    {
      rule: "at-missing",
      when: "an API of another site answers 401 without a challenge",
      entries: [
        ...loginAndCall({ url: "https://api.other.test/orders", headers: {}, status: 401 }),
        withCookie,
      ],
    },
  ],
};
