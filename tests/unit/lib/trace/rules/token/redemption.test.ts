import { expect, test } from "vitest";
import { jwtOf, traceOf, type EntryFacts } from "../../entries.ts";
import { backWith, idp, listFailed, redeem } from "../rule-cases.ts";

const withCode = backWith({ code: "the-code" });
const answer = { access_token: "opaque", token_type: "Bearer" };
const { code_verifier: _verifier, ...withoutVerifier } = redeem.form ?? {};
const noVerifier: EntryFacts = { ...redeem, form: withoutVerifier };
const refusal = { status: 401, answer: { error: "invalid_client" } };

test("a refused code without PKCE is the cause, and not an advice", async () => {
  const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };
  const entries = [...backWith({ code: "the-code" }, withoutPkce), { ...noVerifier, ...refusal }];
  expect((await listFailed({ rule: "", when: "", entries }))[0]).toBe("authz-pkce-missing");
});

test("a clean login with an ID token has no finding", async () => {
  const idToken = jwtOf({
    iss: `${idp}/`,
    sub: "ada",
    aud: "spa",
    nonce: "8a47d1f2-77aa-4c11",
    iat: Date.UTC(2026, 10, 23, 8) / 1000,
    exp: Date.UTC(2026, 10, 23, 9) / 1000,
  });
  const entries = [...withCode, { ...redeem, answer: { ...answer, id_token: idToken } }];
  expect(await listFailed({ rule: "", when: "", entries })).toEqual([]);
});

const refused = { status: 403, answer: { error: "invalid_grant" } };

test.each([
  {
    what: "a code",
    entries: [...withCode, { ...redeem, ...refused }],
    title: /refused the code$/u,
  },
  {
    what: "a password",
    entries: [{ ...redeem, form: { grant_type: "password", client_id: "spa" }, ...refused }],
    title: /refused the credentials/u,
  },
])("the title of invalid_grant names $what that was sent", async ({ entries, title }) => {
  const findings = (await traceOf(entries)).flows.flatMap(({ verdict }) => verdict.findings);
  const [found] = findings.filter(({ rule }) => rule.id === "token-invalid_grant");
  expect(found?.result.title ?? found?.rule.title).toMatch(title);
});
