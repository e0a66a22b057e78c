import { join } from "node:path";
import { expect, test } from "vitest";
import { cases } from "../../../../trace-corpus/cases.ts";
import { judgeCapture } from "../corpus-score.ts";
import { captureStart, jwtOf, traceOf } from "../entries.ts";

const captures = join(import.meta.dirname, "../../../../trace-corpus/captures");
const seconds = captureStart / 1000;
const claims = {
  iss: "https://login.example/",
  sub: "ada",
  aud: "spa",
  nonce: "n",
  iat: seconds,
  exp: seconds + 3600,
};

interface LoginFacts {
  payload?: object;
  header?: object;
  query?: Record<string, string>;
  /** The `Date` header of the response. */
  date?: number;
}

async function findIds({ payload, header, query, date = captureStart }: LoginFacts) {
  const idToken = jwtOf({ ...claims, ...payload }, header);
  const { flows } = await traceOf([
    {
      url: "https://login.example/.well-known/jwks.json",
      answer: { keys: [{ kty: "RSA", kid: "key", n: "AQAB", e: "AQAB" }] },
    },
    {
      url: "https://login.example/authorize",
      query: {
        client_id: "spa",
        response_type: "id_token",
        redirect_uri: "https://app.example/callback",
        scope: "openid",
        state: "state-of-this-login",
        nonce: "n",
        auth0Client: btoa(JSON.stringify({ name: "auth0.js", version: "10.0.0" })),
        ...query,
      },
      dest: "document",
      location: `https://app.example/callback#id_token=${idToken}&state=state-of-this-login`,
      responseHeaders: { Date: new Date(date).toUTCString() },
    },
  ]);
  const login = flows.find(({ flow }) => flow.kind === "login");
  return (login?.verdict.findings ?? []).filter(({ rule }) => rule.id.startsWith("idt-"));
}

test.each<LoginFacts & { done: string; id?: string }>([
  { done: "accepts a token that is right" },
  { done: "finds HS256", header: { alg: "HS256" }, id: "idt-hs256" },
  { done: "finds the algorithm none in any case", header: { alg: "None" }, id: "idt-none" },
  { done: "finds another nonce", payload: { nonce: "other" }, id: "idt-nonce" },
  { done: "finds a missing nonce", payload: { nonce: undefined }, id: "idt-nonce" },
  { done: "finds another issuer", payload: { iss: "https://tenant.example/" }, id: "idt-iss" },
  { done: "finds another audience", payload: { aud: "api" }, id: "idt-aud" },
  { done: "accepts one of several audiences", payload: { aud: ["api", "spa"], azp: "spa" } },
  { done: "finds another authorized party", payload: { azp: "other" }, id: "idt-azp" },
  { done: "accepts the own authorized party", payload: { azp: "spa" } },
  { done: "finds a missing auth_time", query: { max_age: "60" }, id: "idt-authtime" },
  {
    done: "finds an auth_time that is too old",
    query: { max_age: "60" },
    payload: { auth_time: seconds - 121 },
    id: "idt-authtime",
  },
  {
    done: "accepts an auth_time within the leeway",
    query: { max_age: "60" },
    payload: { auth_time: seconds - 119 },
  },
  {
    done: "finds a key that is not published",
    header: { alg: "RS256", kid: "x" },
    id: "idt-kid-unknown",
  },
  { done: "accepts a token from within the leeway", payload: { iat: seconds + 59 } },
  {
    done: "finds a token of the future",
    payload: { iat: seconds + 300 },
    id: "idt-time",
  },
  {
    done: "finds an expired token",
    payload: { iat: seconds - 900, exp: seconds - 300 },
    id: "idt-time",
  },
])("$done in an ID token", async ({ id, ...facts }) => {
  const findings = await findIds(facts);
  expect(findings.map(({ rule }) => rule.id)).toEqual(id === undefined ? [] : [id]);
});

test.each([
  {
    done: "names the issuer",
    date: captureStart,
    why: /agrees with this device's clock, and iat does not: the clock .+ is fast/u,
  },
  { done: "names the browser", date: captureStart + 300_000, why: /this device's clock is slow/u },
])("$done as the one whose clock is wrong", async ({ date, why }) => {
  const [finding] = await findIds({ payload: { iat: seconds + 300 }, date });
  expect(finding?.result.why).toMatch(why);
  expect(finding?.result.remedy).toContain("leeway of 30");
});

test.each(cases.filter(({ cause }) => cause?.startsWith("idt-") === true))(
  "$name: the remedy is one for a login, and not for a token that was pasted",
  async ({ name }) => {
    const { top } = await judgeCapture(join(captures, `${name}.har`));
    const { why, remedy } = top?.result ?? {};
    expect(`${why} ${remedy}`).not.toMatch(/\b(?:select|selected|copy|paste|inspect)\b/iu);
  },
);
