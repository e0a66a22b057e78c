import { captureStart, jwtOf, type EntryFacts } from "../../entries.ts";
import { app, backWith, idp, redeem, type RuleCases } from "../rule-cases.ts";

const seconds = captureStart / 1000;
const idToken = jwtOf({ iss: `${idp}/`, sub: "ada", aud: "spa", exp: seconds + 900 });

function accessTokenOf(claims: object = {}): string {
  const aud = `${idp}/userinfo`;
  return jwtOf({ iss: `${idp}/`, sub: "ada", aud, exp: seconds + 900, ...claims });
}

interface CallFacts {
  accessToken?: string;
  /** The token of the call; the access token without it. */
  sent?: string;
  call?: Partial<EntryFacts>;
  key?: object;
}

/** A password grant, then a call with its token. */
function call({ accessToken = accessTokenOf(), sent, call, key }: CallFacts): EntryFacts[] {
  const page = { origin: app, dest: "empty" };
  return [
    {
      url: `${idp}/.well-known/jwks.json`,
      answer: { keys: [{ kty: "RSA", kid: "key", n: "AQAB", e: "AQAB", ...key }] },
    },
    {
      ...page,
      url: `${idp}/oauth/token`,
      form: { grant_type: "password", client_id: "spa", scope: "openid" },
      answer: { access_token: accessToken, id_token: idToken, token_type: "Bearer" },
    },
    {
      ...page,
      url: `${idp}/userinfo`,
      at: 100,
      headers: { Authorization: `Bearer ${sent ?? accessToken}` },
      answer: { sub: "ada" },
      ...call,
    },
  ];
}

/** Calls with an opaque token, after the token response that issued it. */
function callOpaque(response: object, ...calls: Partial<EntryFacts>[]): EntryFacts[] {
  const page = { origin: app, dest: "empty" };
  return [
    {
      ...page,
      url: `${idp}/oauth/token`,
      form: { grant_type: "password", client_id: "spa", audience: "orders" },
      answer: { access_token: "opaque-token", token_type: "Bearer", ...response },
    },
    ...calls.map((each) => ({
      ...page,
      url: "https://api.example/orders",
      at: 100,
      headers: { Authorization: "Bearer opaque-token" },
      answer: { orders: [] },
      ...each,
    })),
  ];
}

/** The header of a proof for user info, with one change. */
const proveWith = (claims: object, header: object = {}) => ({
  Authorization: "DPoP opaque-token",
  DPoP: jwtOf(
    { htm: "GET", htu: `${idp}/userinfo`, iat: seconds, jti: "1", ath: "hash", ...claims },
    { typ: "dpop+jwt", alg: "ES256", jwk: { kty: "EC", crv: "P-256", x: "x", y: "y" }, ...header },
  ),
});
const invalidProof = { status: 401, answer: { error: "invalid_dpop_proof" } };
const nonceAsked: Partial<EntryFacts> = {
  headers: proveWith({}),
  status: 401,
  responseHeaders: { "WWW-Authenticate": 'DPoP error="use_dpop_nonce"', "DPoP-Nonce": "n" },
};
const repeated: EntryFacts = {
  url: `${idp}/userinfo`,
  at: 200,
  origin: app,
  dest: "empty",
  headers: proveWith({ nonce: "n" }),
  answer: { sub: "ada" },
};
const forbidden = (error: string): Partial<EntryFacts> => ({
  status: 403,
  responseHeaders: { "WWW-Authenticate": `Bearer error="${error}", scope="read:users"` },
});
const bound = accessTokenOf({ cnf: { jkt: "thumbprint" } });
const refused = { status: 401, answer: { error: "invalid_token" } };
const expired = accessTokenOf({ exp: seconds - 1 });

/** A login, then a call of an API of another host with its opaque token. */
const ownApi = (
  status: number,
  query: Record<string, string> = {},
  token = "opaque-access-token",
): EntryFacts[] => [
  ...backWith({ code: "the-code" }, query),
  { ...redeem, answer: { access_token: token, token_type: "Bearer" } },
  {
    url: "https://api.example/reports",
    at: 200,
    origin: app,
    dest: "empty",
    headers: { Authorization: `Bearer ${token}` },
    responseHeaders: { "Access-Control-Allow-Origin": app },
    status,
    answer: {},
  },
];
/** The same call with the token of a later login. */
const repeatedCall: EntryFacts = {
  url: `${idp}/userinfo`,
  at: 300,
  origin: app,
  dest: "empty",
  headers: { Authorization: "Bearer another-token" },
  answer: { sub: "ada" },
};

/** A login, then a call of an API without its token, answered as RFC 6750 says. */
const tokenless = (facts: Partial<EntryFacts> = {}): EntryFacts[] => [
  ...backWith({ code: "the-code" }),
  redeem,
  {
    url: "https://api.example/reports",
    at: 200,
    origin: app,
    dest: "empty",
    headers: { Cookie: "a=b" },
    responseHeaders: { "Access-Control-Allow-Origin": app, "WWW-Authenticate": "Bearer" },
    status: 401,
    answer: {},
    ...facts,
  },
];

/** A login, its user info, and a call that gives the user to the page's own server. */
const register = ({ scope = "", email = "", status = 422 }): EntryFacts[] => [
  ...backWith({ code: "the-code" }, { scope }),
  redeem,
  {
    url: `${idp}/userinfo`,
    at: 200,
    origin: app,
    dest: "empty",
    headers: { Authorization: "Bearer opaque-access-token" },
    responseHeaders: { "Access-Control-Allow-Origin": app },
    answer: { sub: "ada", ...(email === "" ? {} : { email }) },
  },
  {
    url: `${app}/api/users`,
    at: 300,
    origin: app,
    dest: "empty",
    json: { sub: "ada" },
    status,
    answer: {},
  },
];

/** An API beside the page, whose answer has no challenge. */
const ownHost: Partial<EntryFacts> = {
  url: `${app}/api/reports`,
  headers: {},
  responseHeaders: {},
};

export const apiCases: RuleCases = {
  fails: [
    ...[
      ["call-rate", 429],
      ["call-forbidden", 403],
      ["call-failed", 503],
      ["call-refused", 404],
    ].map(([rule, status]) => ({
      rule: String(rule),
      when: `user info answers ${status}`,
      entries: call({ call: { status: Number(status), answer: {} } }),
    })),
    { rule: "at-refused", when: "no audience was asked for", entries: ownApi(401) },
    { rule: "at-forbidden", when: "an API answers 403", entries: ownApi(403) },
    {
      rule: "at-missing",
      when: "the page calls its API without the token of its login",
      entries: tokenless(),
    },
    {
      rule: "at-missing",
      when: "the page's own host answers 401 without a challenge to a call without cookies",
      entries: [
        ...tokenless(ownHost),
        { url: `${idp}/logo.svg`, at: 250, origin: app, headers: { Cookie: "a=b" } },
      ],
    },
    {
      rule: "at-missing",
      when: "the page sends the text undefined",
      entries: call({ sent: "undefined", call: refused }),
    },
    {
      rule: "at-missing",
      when: "user info is asked for without one",
      entries: call({ call: { status: 401, headers: { Cookie: "a=b" }, answer: {} } }),
    },
    {
      rule: "at-refused",
      when: "nothing else explains it",
      entries: ownApi(401, { audience: "https://api.example/" }),
    },
    {
      rule: "dpop-proof",
      when: "htu is another URL",
      entries: call({ call: { headers: proveWith({ htu: `${idp}/other` }), ...invalidProof } }),
    },
    {
      rule: "dpop-proof",
      when: "htm is another method",
      entries: call({ call: { headers: proveWith({ htm: "POST" }), ...invalidProof } }),
    },
    {
      rule: "dpop-proof",
      when: "ath is missing",
      entries: call({ call: { headers: proveWith({ ath: undefined }), ...invalidProof } }),
    },
    {
      rule: "dpop-nonce",
      when: "the request is not repeated",
      entries: call({ call: nonceAsked }),
    },
    {
      rule: "dpop-bearer",
      when: "a bound token is refused",
      entries: call({ accessToken: bound, call: refused }),
    },
    {
      rule: "at-insufficient-scope",
      when: "the challenge says so",
      entries: call({ call: forbidden("insufficient_scope") }),
    },
    {
      rule: "ui-sub",
      when: "user info is of another user",
      entries: call({ call: { answer: { sub: "mary" } } }),
    },
    {
      rule: "at-expired",
      when: "a refused token has expired",
      entries: call({ accessToken: expired, call: refused }),
    },
    {
      rule: "at-expired",
      when: "an opaque token is older than its token response allows",
      entries: callOpaque({ expires_in: 5 }, { ...refused, at: 6000 }),
    },
    {
      rule: "at-expired",
      when: "the same API accepted the opaque token before",
      entries: callOpaque({}, {}, { ...refused, at: 6000 }),
    },
    {
      rule: "ui-email-missing",
      when: "the page's server refuses its user",
      entries: register({ scope: "openid profile" }),
    },
    {
      rule: "at-wrong-audience",
      when: "a refused token is an ID token",
      entries: call({ sent: idToken, call: refused }),
    },
    {
      rule: "at-wrong-audience",
      when: "a refused token is for another API of the provider",
      entries: call({ accessToken: accessTokenOf({ aud: `${idp}/api/v2/` }), call: refused }),
    },
    {
      rule: "at-wrong-audience",
      when: "an API of another host got a token for user info",
      entries: ownApi(401, {}, accessTokenOf({ aud: [`${idp}/userinfo`] })),
    },
    {
      rule: "ui-query-token",
      when: "the address has a token",
      entries: call({ call: { query: { access_token: "opaque-token" }, headers: {} } }),
    },
    {
      rule: "jwks-private",
      when: "a published key has its private part",
      entries: call({ key: { d: "AQAB" } }),
    },
  ],
  passes: [
    ...[
      ["call-rate", 403],
      ["call-forbidden", 401],
      ["call-failed", 429],
      ["call-refused", 401],
    ].map(([rule, status]) => ({
      rule: String(rule),
      when: `user info answers ${status}`,
      entries: call({ call: { status: Number(status), answer: {} } }),
    })),
    {
      rule: "call-failed",
      when: "the call succeeds the second time",
      entries: [...call({ call: { status: 503, answer: {} } }), repeatedCall],
    },
    { rule: "at-refused", when: "the API is not there", entries: ownApi(404) },
    { rule: "at-forbidden", when: "the API refuses the token", entries: ownApi(401) },
    {
      rule: "at-missing",
      when: "an opaque token is refused",
      entries: call({ sent: "undefinedX", call: refused }),
    },
    {
      rule: "at-refused",
      when: "no token was sent",
      entries: call({ sent: "null", call: refused }),
    },
    {
      rule: "at-missing",
      when: "the page of another application calls",
      entries: tokenless({ origin: "https://other.example" }),
    },
    {
      rule: "at-missing",
      when: "the API asks for something other than a token",
      entries: tokenless({ responseHeaders: { "Access-Control-Allow-Origin": app } }),
    },
    {
      rule: "at-missing",
      when: "the page's own host answers 401 to a call with cookies",
      entries: tokenless({ ...ownHost, headers: { Cookie: "a=b" } }),
    },
    {
      rule: "at-missing",
      when: "the page's own host asks for a password",
      entries: tokenless({
        ...ownHost,
        responseHeaders: { "WWW-Authenticate": 'Basic realm="reports"' },
      }),
    },
    {
      rule: "at-missing",
      when: "the next call has one",
      entries: [
        ...call({ call: { status: 401, headers: { Cookie: "a=b" }, answer: {} } }),
        { ...repeatedCall, at: 400 },
      ],
    },
    {
      rule: "at-refused",
      when: "the call succeeds with a new token",
      entries: [...call({ call: refused }), repeatedCall],
    },
    {
      rule: "at-expired",
      when: "the call succeeds with a new token",
      entries: [...call({ accessToken: expired, call: refused }), repeatedCall],
    },
    {
      rule: "dpop-proof",
      when: "htu leaves out the query",
      entries: call({ call: { query: { a: "b" }, headers: proveWith({}) } }),
    },
    {
      rule: "dpop-nonce",
      when: "the request is repeated with the nonce",
      entries: [...call({ call: nonceAsked }), repeated],
    },
    {
      rule: "dpop-bearer",
      when: "the API accepts the bound token",
      entries: call({ accessToken: bound }),
    },
    {
      rule: "at-insufficient-scope",
      when: "the token itself is refused",
      entries: call({ call: forbidden("invalid_token") }),
    },
    {
      rule: "ui-email-missing",
      when: "the scope has email",
      entries: register({ scope: "openid email" }),
    },
    {
      rule: "ui-email-missing",
      when: "the user info has one all the same",
      entries: register({ scope: "openid profile", email: "ada@example.com" }),
    },
    {
      rule: "ui-email-missing",
      when: "the page's server takes the user",
      entries: register({ scope: "openid profile", status: 201 }),
    },
    { rule: "ui-sub", when: "user info is of the same user", entries: call({}) },
    { rule: "ui-sub", when: "the body is not shown", entries: call({ call: { answer: null } }) },
    { rule: "at-expired", when: "the token is fresh", entries: call({ call: refused }) },
    {
      rule: "at-expired",
      when: "an opaque token is younger than its token response allows",
      entries: callOpaque({ expires_in: 60 }, { ...refused, at: 6000 }),
    },
    {
      rule: "at-expired",
      when: "another API accepted the opaque token before",
      entries: callOpaque({}, { url: "https://other.example/userinfo" }, { ...refused, at: 6000 }),
    },
    {
      rule: "at-expired",
      when: "the call succeeded with an expired token",
      entries: call({ accessToken: expired }),
    },
    { rule: "at-wrong-audience", when: "the token is for it", entries: call({ call: refused }) },
    {
      rule: "at-wrong-audience",
      when: "an API of another host is one of the audiences, by a name",
      entries: ownApi(401, {}, accessTokenOf({ aud: [`${idp}/userinfo`, "reports"] })),
    },
    { rule: "ui-query-token", when: "a header has the token", entries: call({}) },
    { rule: "jwks-private", when: "the keys are public", entries: call({}) },
  ],
};
