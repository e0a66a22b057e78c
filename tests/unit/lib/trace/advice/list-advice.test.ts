import { describe, expect, test } from "vitest";
import { findAdvisories } from "../../../../../lib/trace/advice/find-advisories.ts";
import { adviceRows } from "../../../../../lib/trace/advice/rows.ts";
import { traceOf, type EntryFacts } from "../entries.ts";
import { idp, script } from "../join/logins.ts";
import {
  callOf,
  hash,
  implicitOf,
  loginOf,
  verifier,
} from "../contradictions/contradiction-case.ts";

async function list(entries: readonly EntryFacts[]): Promise<string[]> {
  const { flows } = await traceOf(entries);
  return flows.flatMap(({ verdict }) =>
    verdict.findings.filter(({ rank }) => rank === "advice").map(({ id }) => id),
  );
}

/** A row, a flow that has it, and a flow that nearly has it. */
interface AdviceCase {
  id: string;
  has: readonly EntryFacts[];
  near: readonly EntryFacts[];
}

const noVerifier = { code_verifier: undefined };
const noChallenge = { code_challenge: undefined, code_challenge_method: undefined };
const second = (state: string) => [
  ...loginOf(),
  ...loginOf({ at: 60_000, asked: { state }, given: { code: "second" } }),
];
const grant = (type: string) => [
  {
    url: `${idp}/oauth/token`,
    ...script,
    form: { grant_type: type, client_id: "spa", username: "ada", password: "p" },
    answer: { access_token: "access" },
  },
];
const query = (name: string) => [
  ...loginOf(),
  callOf("access-of-login", { status: 200, url: `${idp}/userinfo?${name}=access-of-login` }),
];
const renewal = (issued: string) => [
  {
    url: `${idp}/oauth/token`,
    ...script,
    form: { grant_type: "refresh_token", client_id: "spa", refresh_token: "first" },
    answer: { access_token: "access", refresh_token: issued },
  },
];
const library = (version: string) => {
  const client = Buffer.from(JSON.stringify({ name: "auth0.js", version })).toString("base64url");
  return loginOf({ asked: { auth0Client: client } });
};

const cases: readonly AdviceCase[] = [
  {
    id: "implicit-flow",
    has: implicitOf(),
    near: implicitOf({ asked: { response_type: "id_token" } }),
  },
  {
    id: "pkce-absent",
    has: loginOf({ asked: noChallenge, redeemed: noVerifier }),
    near: loginOf({ asked: noChallenge, redeemed: false }),
  },
  {
    id: "pkce-plain",
    has: loginOf({ asked: { code_challenge: verifier, code_challenge_method: "plain" } }),
    near: loginOf({ asked: { code_challenge: hash(verifier), code_challenge_method: "S256" } }),
  },
  { id: "state-reused", has: second("state-of-login"), near: second("state-of-second") },
  {
    id: "state-absent",
    has: loginOf({
      asked: { ...noChallenge, state: undefined },
      redeemed: noVerifier,
    }),
    near: loginOf({ asked: { state: undefined } }),
  },
  {
    id: "callback-without-tls",
    has: loginOf({
      asked: { redirect_uri: "http://app.example/callback" },
      target: "http://app.example/callback",
      redeemed: false,
    }),
    near: loginOf({
      asked: { redirect_uri: "http://localhost:3000/callback" },
      target: "http://localhost:3000/callback",
      redeemed: false,
    }),
  },
  {
    id: "password-grant",
    has: grant("http://auth0.com/oauth/grant-type/password-realm"),
    near: grant("http://auth0.com/oauth/grant-type/passwordless/otp"),
  },
  { id: "access-token-in-query", has: query("access_token"), near: query("token") },
  {
    id: "long-lived-token",
    has: loginOf({ answer: { expires_in: "86401" } }),
    near: loginOf({ answer: { expires_in: "86400" } }),
  },
  { id: "refresh-token-kept", has: renewal("first"), near: renewal("second") },
  { id: "library-vulnerable", has: library("9.13.1"), near: library("9.13.2") },
];

describe("each row of the advice", () => {
  test("has a case, and each case has a row", () => {
    expect(cases.map(({ id }) => id)).toEqual(adviceRows.map(({ id }) => id));
  });

  test.each(cases)("$id: is given", async ({ id, has }) => {
    expect(await list(has)).toContain(id);
  });

  test.each(cases)("$id: is not given to a near miss", async ({ id, near }) => {
    expect(await list(near)).not.toContain(id);
  });
});

test("advice does not make a login fail", async () => {
  const { flows } = await traceOf(implicitOf());
  expect(flows.map(({ verdict }) => verdict.state)).toEqual(["clean"]);
});

test.each([
  ["auth0.js", "9.13.2", []],
  ["auth0.js", "9.13.2-beta.1", ["CVE-2020-5263"]],
  ["auth0-js", "9.13.1", ["CVE-2020-5263"]],
  ["auth0.js", "7.0.0", ["CVE-2017-17068", "CVE-2018-6874", "CVE-2018-7307"]],
  ["other", "1.0.0", []],
  ["auth0.js", "no version", []],
])("%s %s has these advisories: %j", (name, version, ids) => {
  expect(findAdvisories({ name, version }).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ["http://shop.localhost:3000/callback", false],
  ["http://127.0.1.1:3000/callback", false],
  ["http://[::1]:3000/callback", false],
  ["http://localhost.example/callback", true],
])("a callback at %s is reported as without TLS: %s", async (callback, isReported) => {
  const flow = loginOf({ asked: { redirect_uri: callback }, target: callback, redeemed: false });
  expect((await list(flow)).includes("callback-without-tls")).toBe(isReported);
});
