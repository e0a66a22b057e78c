import { captureStart, jwtOf, type EntryFacts } from "../../entries.ts";
import { app, idp, type RuleCases } from "../rule-cases.ts";

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

const refused = { status: 401, answer: { error: "invalid_token" } };
const expired = accessTokenOf({ exp: seconds - 1 });

export const apiCases: RuleCases = {
  fails: [
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
    { rule: "ui-sub", when: "user info is of the same user", entries: call({}) },
    { rule: "ui-sub", when: "the body is not shown", entries: call({ call: { answer: null } }) },
    { rule: "at-expired", when: "the token is fresh", entries: call({ call: refused }) },
    {
      rule: "at-expired",
      when: "the call succeeded with an expired token",
      entries: call({ accessToken: expired }),
    },
    { rule: "at-wrong-audience", when: "the token is for it", entries: call({ call: refused }) },
    { rule: "ui-query-token", when: "a header has the token", entries: call({}) },
    { rule: "jwks-private", when: "the keys are public", entries: call({}) },
  ],
};
