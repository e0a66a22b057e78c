import { expect, test } from "vitest";
import { captureStart, jwtOf, traceOf, type EntryFacts } from "../entries.ts";

const seconds = captureStart / 1000;
const provider = "https://login.example";
const idToken = jwtOf({ iss: `${provider}/`, sub: "ada", aud: "spa", exp: seconds + 900 });

function accessTokenOf(claims: object = {}): string {
  const aud = `${provider}/userinfo`;
  return jwtOf({ iss: `${provider}/`, sub: "ada", aud, exp: seconds + 900, ...claims });
}

interface CallFacts {
  accessToken?: string;
  /** The token of the call; the access token without it. */
  sent?: string;
  call?: Partial<EntryFacts>;
  key?: object;
}

/** Judges a password grant, then a call with its token. */
async function findIds({ accessToken = accessTokenOf(), sent, call, key }: CallFacts) {
  const page = { origin: "https://app.example", dest: "empty" };
  const { flows } = await traceOf([
    {
      url: `${provider}/.well-known/jwks.json`,
      answer: { keys: [{ kty: "RSA", kid: "key", n: "AQAB", e: "AQAB", ...key }] },
    },
    {
      ...page,
      url: `${provider}/oauth/token`,
      form: { grant_type: "password", client_id: "spa", scope: "openid" },
      answer: { access_token: accessToken, id_token: idToken, token_type: "Bearer" },
    },
    {
      ...page,
      url: `${provider}/userinfo`,
      at: 100,
      headers: { Authorization: `Bearer ${sent ?? accessToken}` },
      answer: { sub: "ada" },
      ...call,
    },
  ]);
  const ids = flows.flatMap(({ verdict }) => verdict.findings.map(({ rule }) => rule.id));
  return new Set(ids.filter((id) => /^(?:at|ui|jwks)-/u.test(id)));
}

const refused = { status: 401, answer: { error: "invalid_token" } };

test.each<CallFacts & { done: string; id?: string }>([
  { done: "accepts user info of the same user" },
  { done: "finds user info of another user", call: { answer: { sub: "mary" } }, id: "ui-sub" },
  { done: "finds no other user in a body that is not shown", call: { answer: null } },
  { done: "finds no cause in a refusal without a reason", call: refused },
  {
    done: "finds an expired token",
    accessToken: accessTokenOf({ exp: seconds - 1 }),
    call: refused,
    id: "at-expired",
  },
  {
    done: "finds no expired token in a call that succeeded",
    accessToken: accessTokenOf({ exp: seconds - 1 }),
  },
  { done: "finds an ID token", sent: idToken, call: refused, id: "at-wrong-audience" },
  {
    done: "finds a token for another API of the provider",
    accessToken: accessTokenOf({ aud: `${provider}/api/v2/` }),
    call: refused,
    id: "at-wrong-audience",
  },
  {
    done: "finds a token in the query",
    call: { query: { access_token: "opaque-token" }, headers: {} },
    id: "ui-query-token",
  },
  { done: "finds a private key in the key set", key: { d: "AQAB" }, id: "jwks-private" },
])("$done", async ({ id, ...facts }) => {
  expect([...(await findIds(facts))]).toEqual(id === undefined ? [] : [id]);
});
