import { expect, test } from "vitest";
import { jwtOf, traceOf, type EntryFacts } from "./entries.ts";
import { callback, codeLogin, idp, page, script, tokenFor } from "./join/logins.ts";

async function listed(entries: readonly EntryFacts[]): Promise<string> {
  const { flows } = await traceOf(entries);
  return flows.at(-1)?.verdict.unseen.join("\n") ?? "There is no flow.";
}

const keys: EntryFacts = {
  at: 450,
  url: `${idp}/.well-known/jwks.json`,
  ...script,
  answer: { keys: [{ kty: "RSA", kid: "key", n: "AQAB", e: "AQAB" }] },
};
const cookie = { at: 50, url: `${idp}/u/login?state=t-s`, ...page, headers: { Cookie: "a=b" } };
const userInfo: EntryFacts = {
  at: 500,
  url: `${idp}/userinfo`,
  ...script,
  headers: { Authorization: "Bearer access-c" },
};

test.each([
  {
    part: "The start of the login",
    without: codeLogin({}).slice(2),
    with: codeLogin({}),
  },
  {
    part: "The token request was not seen",
    without: codeLogin({}).slice(0, 4),
    with: codeLogin({}),
  },
  {
    part: "The body of the token response",
    without: [...codeLogin({}).slice(0, 4), { ...tokenFor({ at: 400 }), answer: null }],
    with: codeLogin({}),
  },
  {
    part: "The claims of the user info",
    without: [...codeLogin({}), { ...userInfo, answer: null }],
    with: [...codeLogin({}), { ...userInfo, answer: { sub: "ada" } }],
  },
  { part: "The provider's keys", without: codeLogin({}), with: [...codeLogin({}), keys] },
  { part: "Cookies were not seen", without: codeLogin({}), with: [...codeLogin({}), cookie] },
])("says that a part was not seen: $part", async ({ part, without, with: complete }) => {
  expect(await listed(without)).toContain(part);
  expect(await listed(complete)).not.toContain(part);
});

test("asks for no token request where the response has no code", async () => {
  const query = { client_id: "spa", response_type: "id_token", redirect_uri: callback, state: "s" };
  const location = `${callback}#id_token=${jwtOf({ sub: "ada" })}&state=s`;
  expect(await listed([{ url: `${idp}/authorize`, query, ...page, location }])).not.toContain(
    "token request",
  );
});
