import { expect, test } from "vitest";
import { describeCapturedToken } from "../../../../../lib/models/trace/describe-captured-token.ts";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import { captureStart, jwtOf, traceOf } from "../../trace/entries.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";

const app = "https://app.example";
const request = {
  client_id: "spa",
  response_type: "token id_token",
  redirect_uri: `${app}/callback`,
  scope: "openid",
  state: "9f1d0c3a7be84b0c",
  nonce: "of-this-login",
  max_age: "60",
};

/** The tokens of an implicit login at a host, with the login they belong to. */
async function captureLogin(host: string, claims: object = {}) {
  const idToken = jwtOf(
    {
      iss: `https://${host}/`,
      sub: "248289761001",
      aud: "spa",
      nonce: "of-another-login",
      iat: captureStart / 1000,
      exp: captureStart / 1000 + 3600,
      auth_time: captureStart / 1000,
      ...claims,
    },
    { alg: "RS256", kid: "k" },
  );
  const { flows } = await traceOf([
    {
      url: `https://${host}/authorize`,
      query: request,
      dest: "document",
      location: `${app}/callback#id_token=${idToken}&access_token=opaque&state=${request.state}`,
    },
    { url: `${app}/callback`, at: 20, dest: "document", answer: "<h1>App</h1>" },
    { url: `https://${host}/.well-known/jwks.json`, at: 40, answer: { keys: [] } },
  ]);
  const row = flows.find(({ flow }) => flow.kind === "login");
  const token = row?.prepared.tokens.find(({ name }) => name === "id_token");
  if (row === undefined || token === undefined) throw new Error("The login has no ID token.");
  return { token, from: describeCapturedToken(token, row) };
}

/** A model whose key sets record the issuers that are asked. */
function openModel() {
  const asked: string[] = [];
  const model = new TokensModel({
    now: () => captureStart + 1000,
    schedule: () => () => undefined,
    keySets: {
      read: async (issuer) => {
        asked.push(issuer);
        return { ok: false, why: "No keys in this test." };
      },
    },
  });
  return { model, asked };
}

test("a captured token carries the request and the companions of its login, and its issuer", async () => {
  const { from } = await captureLogin("login.example");
  expect(from).toMatchObject({
    label: "Trace: ID token",
    use: "id_token",
    login: {
      request: { client_id: "spa", nonce: "of-this-login", max_age: "60" },
      response: { access_token: "opaque" },
      issuer: "https://login.example/",
    },
  });
});

test("the Tokens tab compares a captured ID token with its own login, without a tenant", async () => {
  const { token, from } = await captureLogin("login.example");
  const { model, asked } = openModel();
  await model.takeSeen(token.text, from, undefined);
  expect(model.verdict.value).toMatchObject({
    severity: "error",
    title: "The nonce belongs to another login",
  });
  expect(asked).toEqual([]);
});

test("keys are loaded for a captured login only if its issuer is the selected tenant", async () => {
  const { model, asked } = openModel();
  const other = await captureLogin("login.example");
  await model.takeSeen(other.token.text, other.from, sampleTenant);
  expect(asked).toEqual([]);
  const own = await captureLogin(new URL(sampleTenant.origin).host);
  await model.takeSeen(own.token.text, own.from, sampleTenant);
  expect(asked).toEqual([`${sampleTenant.origin}/`]);
});
