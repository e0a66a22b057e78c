import { expect, test } from "vitest";
import { listAccess } from "../../../../../lib/models/trace/list-access.ts";
import { traceOf, type EntryFacts } from "../../trace/entries.ts";
import { authorizeFor, codeLogin, idp, script, tokenFor } from "../../trace/join/logins.ts";

/** Lists the access of the newest flow, each fact as a line. */
async function accessOf(entries: readonly EntryFacts[]): Promise<string[]> {
  const { flows } = await traceOf(entries);
  const facts = flows.slice(-1).flatMap(({ prepared }) => listAccess(prepared));
  return facts.map(({ name, value }) =>
    value === "as requested" ? `${name}: as requested` : `${name}: ${value.part} ${value.value}`,
  );
}

test("a token response without a scope grants the requested one", async () => {
  expect(await accessOf(codeLogin({}))).toEqual([
    "scope requested: query openid",
    "scope granted: as requested",
  ]);
});

test("a token response with a scope says what was granted", async () => {
  const answer = { access_token: "access", scope: "openid read:things" };
  const granted = { ...tokenFor({ at: 400 }), answer };
  expect(await accessOf([...codeLogin({}).slice(0, 4), granted])).toEqual([
    "scope requested: query openid",
    "scope granted: body openid read:things",
  ]);
});

test("audience and resource stand beside the scope", async () => {
  const request = authorizeFor({});
  const query = { ...request.query, audience: "https://api.example", resource: "urn:things" };
  expect(await accessOf([{ ...request, query }])).toEqual([
    "scope requested: query openid",
    "audience: query https://api.example",
    "resource: query urn:things",
  ]);
});

test("a token request without an authorization request has the values itself", async () => {
  const form = {
    grant_type: "client_credentials",
    client_id: "service",
    scope: "read:things",
    audience: "https://api.example",
  };
  const entry = {
    url: `${idp}/oauth/token`,
    ...script,
    form,
    answer: { access_token: "access", token_type: "Bearer" },
  };
  expect(await accessOf([entry])).toEqual([
    "scope requested: form read:things",
    "scope granted: as requested",
    "audience: form https://api.example",
  ]);
});

test("a refusal grants nothing", async () => {
  const refusal = { ...tokenFor({ at: 400 }), status: 403, answer: { error: "invalid_grant" } };
  expect(await accessOf([...codeLogin({}).slice(0, 4), refusal])).toEqual([
    "scope requested: query openid",
  ]);
});
