import { beforeAll, describe, expect, test } from "vitest";
import { checkSchema, type CheckId } from "../../../../../lib/tokens/checks/check.ts";
import { listLoginChecks } from "../../../../../lib/tokens/checks/list-login-checks.ts";
import {
  expectationsOf,
  type LoginExchange,
  type LoginParameters,
} from "../../../../../lib/tokens/checks/login-facts.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { createSigner, encode, writeToken, type Signer } from "../sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1000;
const issuer = "https://login.tenant.example/";
const otherIssuer = "https://tenant.example/";
const accessToken = "an-opaque-access-token";
const request = {
  client_id: "demo-spa",
  response_type: "token id_token",
  scope: "openid profile email",
  state: "state-of-this-request",
  nonce: "nonce-of-this-request",
};
const claims = {
  iss: issuer,
  sub: "db|1",
  aud: "demo-spa",
  iat: seconds,
  exp: seconds + 3600,
  nonce: request.nonce,
};
let signer: Signer;

beforeAll(async () => {
  signer = await createSigner();
});

async function list(
  given: {
    request?: LoginParameters;
    response?: LoginParameters;
    claims?: object;
    token?: string;
    receivedAt?: number;
  } = {},
) {
  const response = {
    access_token: accessToken,
    id_token: given.token ?? (await signer.sign({ ...claims, ...given.claims })),
    state: request.state,
    ...given.response,
  };
  const exchange: LoginExchange = {
    request: { ...request, ...given.request },
    response,
    issuer,
    otherIssuers: [otherIssuer],
    receivedAt: given.receivedAt ?? now,
  };
  const idToken =
    response.id_token === undefined
      ? undefined
      : await inspectToken(response.id_token, {
          ...expectationsOf(exchange),
          now: exchange.receivedAt,
          use: "id_token",
          keys: { issuer, jwks: signer.jwks },
        });
  const checks = listLoginChecks({ ...exchange, idToken });
  return {
    checks,
    tokenChecks: idToken !== undefined && "checks" in idToken ? idToken.checks : [],
    outcomes: Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome])),
    find: (id: CheckId) => {
      const check = checks.find((one) => one.id === id);
      if (check === undefined) throw new Error(`The list has no check ${id}.`);
      const { compared, ...rest } = check;
      return { ...rest, values: compared.map(({ label, value }) => `${label}: ${value}`) };
    },
  };
}

describe("listLoginChecks", () => {
  test("passes all checks of a valid response, with the compared values", async () => {
    const { checks, outcomes, find } = await list({ claims: { at_hash: await computeAtHash() } });
    expect(outcomes).toEqual({
      response: "passed",
      state: "passed",
      form: "passed",
      type: "passed",
      algorithm: "passed",
      signature: "passed",
      issuer: "passed",
      audience: "passed",
      times: "passed",
      nonce: "passed",
      subject: "passed",
      at_hash: "passed",
      scopes: "passed",
    });
    expect(find("issuer").values).toEqual([`expected: ${issuer}`, `found: ${issuer}`]);
    expect(find("audience").values).toEqual(["expected: demo-spa", "found: demo-spa"]);
    expect(find("signature").values).toEqual(["alg: RS256", "kid: key-1", `keys of: ${issuer}`]);
    for (const check of checks) expect(checkSchema.parse(check)).toEqual(check);
  });

  test("lists the checks of an ID token as the report about the token does", async () => {
    const { checks, tokenChecks } = await list({ claims: { exp: seconds - 3600 } });
    expect(tokenChecks.length).toBeGreaterThan(8);
    expect(checks.slice(2, -1)).toEqual(tokenChecks);
  });

  test("lists no checks of a missing ID token", async () => {
    const { outcomes } = await list({
      request: { response_type: "token" },
      response: { id_token: undefined },
    });
    expect(outcomes).toEqual({ response: "passed", state: "passed", scopes: "passed" });
  });

  test("names all that is missing, and what to check at the tenant", async () => {
    const { find } = await list({ response: { access_token: undefined, id_token: undefined } });
    expect(find("response")).toMatchObject({
      message: "Missing: access_token, id_token.",
      remedy: expect.stringContaining("grant types"),
      values: ["response_type: token id_token", "received: no token"],
    });
  });

  test("shows no access token, no code and no ID token, and shortens state and nonce", async () => {
    const code = "an-authorization-code";
    const given = await list({
      request: { response_type: "code token id_token" },
      response: { code },
      claims: { c_hash: "x".repeat(22), at_hash: "y".repeat(22) },
    });
    const text = JSON.stringify(given.checks);
    for (const secret of [accessToken, code, request.state, request.nonce]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain("eyJ");
    expect(given.find("state").values).toEqual(["sent: state-…uest", "returned: state-…uest"]);
    expect(given.outcomes).toMatchObject({ at_hash: "failed", c_hash: "failed" });
  });

  test.each([
    ["response", { response: { access_token: undefined } }, "Missing: access_token."],
    ["state", { response: { state: "another" } }, "The response belongs to another request."],
    ["state", { response: { state: undefined } }, "The response has no state."],
    ["nonce", { claims: { nonce: "another" } }, "The nonce belongs to another login."],
    ["nonce", { claims: { nonce: undefined } }, "The ID token does not contain the nonce."],
    ["issuer", { claims: { iss: "https://evil.example/" } }, "Issued by another tenant."],
    ["issuer", { claims: { iss: otherIssuer } }, "Issued by the tenant's other domain."],
    ["response_issuer", { response: { iss: otherIssuer } }, "The response names another issuer."],
    ["audience", { claims: { aud: "other-app" } }, "The ID token is for another client."],
    ["audience", { claims: { azp: "x" } }, "The ID token was issued to another client."],
    ["subject", { claims: { sub: "" } }, "The token has no subject."],
    [
      "organization",
      { request: { organization: "org_1" } },
      "The login was not to the requested organization.",
    ],
    ["times", { request: { max_age: "60" } }, "The user authenticated too long ago."],
    [
      "at_hash",
      { claims: { at_hash: "x".repeat(22) } },
      "at_hash belongs to another access token.",
    ],
    ["scopes", { response: { scope: "openid email" } }, "Not granted: profile."],
  ] as const)("fails only the check %s for %j", async (id, given, message) => {
    const { checks, find } = await list(given);
    expect(find(id)).toMatchObject({ outcome: "failed", message });
    const failed = checks.filter(({ outcome }) => outcome === "failed");
    expect(failed.map((check) => check.id)).toEqual([id]);
  });

  test.each([
    [{ alg: "HS256" }, "algorithm", "ID token signed with HS256."],
    [{ alg: "none" }, "algorithm", "The token is not signed."],
    [{ alg: "RS256", crit: ["x"] }, "algorithm", "The header requires extensions."],
    [{ alg: "RS256", kid: "key-9" }, "signature", "The tenant does not publish the signing key."],
    [{ alg: "RS256", kid: "key-1" }, "signature", "Invalid signature."],
  ] as const)("for the header %j, fails the check %s", async (header, id, message) => {
    const { find } = await list({ token: writeToken(header, claims) });
    expect(find(id)).toMatchObject({ outcome: "failed", message });
  });

  test.each([
    ["an opaque token", "opaque-1234", "It is an opaque token: only its issuer can read it."],
    [
      "other content",
      `${encode('{"alg":"RS256"}')}.${encode("text")}.AAAA`,
      "Its payload is not a JSON object.",
    ],
    ["a damaged token", `${encode('{"alg":"RS256"}')}.${encode("{")}.AAAA`, "JSON"],
  ])("fails the form alone of an ID token that is %s", async (_, token, reason) => {
    const { find, outcomes } = await list({ token });
    expect(find("form")).toMatchObject({ outcome: "failed", values: [] });
    expect(find("form").message).toContain("The ID token cannot be decoded.");
    expect(find("form").message).toContain(reason);
    expect(Object.keys(outcomes)).toEqual(["response", "state", "form", "scopes"]);
  });

  test("lists the checks of an encrypted ID token, most of which only its recipient can make", async () => {
    const { outcomes } = await list({
      token: `${encode('{"alg":"dir","enc":"A128GCM"}')}..AAAA.AAAA.AAAA`,
    });
    expect(outcomes).toMatchObject({ form: "failed", signature: "not-checked" });
  });

  test("shows a nonce that is not a string, and a request without a nonce", async () => {
    const { find } = await list({ claims: { nonce: 7 } });
    expect(find("nonce")).toMatchObject({ outcome: "failed" });
    expect(find("nonce").values[1]).toBe("found: 7");
    const without = await list({ request: { nonce: undefined }, claims: { nonce: undefined } });
    expect(without.find("nonce")).toMatchObject({
      outcome: "not-applicable",
      message: "The request has no nonce.",
    });
  });

  test.each([
    ["with", undefined],
    ["without", { id_token: undefined }],
  ])("%s an ID token, compares the iss parameter of the response (RFC 9207)", async (_, other) => {
    const right = await list({ response: { iss: issuer, ...other } });
    expect(right.find("response_issuer")).toMatchObject({
      outcome: "passed",
      message: "The response is from the tenant.",
      values: [`expected: ${issuer}`, `found: ${issuer}`],
    });
    const wrong = await list({ response: { iss: otherIssuer, ...other } });
    expect(wrong.outcomes["response_issuer"]).toBe("failed");
  });

  test("checks no token if the tenant returned an error", async () => {
    const { find, outcomes } = await list({
      response: {
        error: "access_denied",
        error_description: "Not you",
        id_token: undefined,
        access_token: undefined,
        state: undefined,
      },
    });
    expect(find("response")).toMatchObject({
      outcome: "failed",
      values: ["error: access_denied", "error_description: Not you"],
    });
    expect(find("response").message).toBe("The tenant returned an error.");
    expect(find("state")).toMatchObject({
      outcome: "not-applicable",
      message: "The error response has no state.",
      values: [],
    });
    expect(find("scopes").message).toBe("No access token in the response.");
    expect(Object.values(outcomes).filter((outcome) => outcome === "failed")).toHaveLength(1);
  });
});

describe("the scope check", () => {
  test("accepts an omitted scope as a grant of all requested scopes (RFC 6749, section 5.1)", async () => {
    const { find } = await list();
    expect(find("scopes")).toMatchObject({
      outcome: "passed",
      values: [
        "requested: openid profile email",
        "granted: as requested (no scope in the response)",
      ],
    });
  });

  test("names the scopes that were granted beyond the request", async () => {
    const { find } = await list({ response: { scope: "email read:x openid profile" } });
    expect(find("scopes")).toMatchObject({ outcome: "passed" });
    expect(find("scopes").message).toContain("and more: read:x.");
  });

  test("fails for an empty scope, and does not apply without an access token", async () => {
    expect((await list({ response: { scope: "" } })).find("scopes")).toMatchObject({
      outcome: "failed",
      message: "Not granted: openid profile email.",
    });
    const { find } = await list({ response: { access_token: undefined } });
    expect(find("scopes").outcome).toBe("not-applicable");
  });
});

describe("the check of times", () => {
  test("shows both clocks and their difference if the tenant's clock is ahead", async () => {
    const { find, checks } = await list({ receivedAt: now - 600_000 });
    expect(find("times")).toMatchObject({
      outcome: "failed",
      message:
        "The token was issued in the future. The tenant's clock is 10 minutes ahead of this device's.",
    });
    const { compared = [] } = checks.find(({ id }) => id === "times") ?? {};
    expect(compared).toEqual([
      { label: "this device's clock", value: "at the response", at: now - 600_000 },
      { label: "exp", value: "in 1 hour", at: now + 3_600_000 },
      { label: "iat", value: "in 10 minutes", at: now },
    ]);
  });

  test("shows both clocks if the tenant's clock is so far behind that its tokens arrive expired", async () => {
    const { find } = await list({ receivedAt: now + 7_200_000 });
    expect(find("times")).toMatchObject({
      outcome: "failed",
      message: "The token has expired. The tenant's clock is 2 hours behind this device's.",
    });
  });

  test("warns of a difference within the leeway", async () => {
    const { find } = await list({ receivedAt: now - 45_000 });
    expect(find("times")).toMatchObject({
      outcome: "warning",
      message:
        "The token was issued in the future, but within the leeway. The tenant's clock is 45 seconds ahead of this device's.",
    });
  });

  test("shows the difference in seconds", async () => {
    const { find } = await list({ receivedAt: now - 599_400 });
    expect(find("times").message).toContain("is 9 minutes 59 seconds ahead of");
  });

  test("ignores a difference of a few seconds, which the response can take", async () => {
    const { find } = await list({ receivedAt: now + 5_000 });
    expect(find("times").message).toBe("Not expired, and not issued in the future.");
  });

  test.each(["soon", null, 1e300])("shows an invalid time unchanged: %j", async (exp) => {
    const { find } = await list({ claims: { exp } });
    expect(find("times").outcome).toBe("failed");
  });
});

describe("the check of at_hash", () => {
  test("does not apply to an ID token without at_hash", async () => {
    const { find } = await list();
    expect(find("at_hash")).toMatchObject({
      outcome: "not-applicable",
      message: "The ID token has no at_hash.",
    });
  });

  test("is not made without an access token", async () => {
    const alone = await list({
      request: { response_type: "id_token" },
      response: { access_token: undefined },
      claims: { at_hash: await computeAtHash() },
    });
    expect(alone.find("at_hash")).toMatchObject({
      outcome: "not-checked",
      message: "The access token is not known here.",
    });
  });
});

test("escapes hidden characters, and shortens the long values of a hostile tenant", async () => {
  const { find, checks } = await list({
    claims: { iss: "https://evil.example/\u202Emoc" },
    response: { scope: "x".repeat(10_000) },
  });
  expect(find("issuer").values[1]).toContain("\\u202emoc");
  expect(JSON.stringify(checks).length).toBeLessThan(6_000);
});

async function computeAtHash(): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(accessToken));
  return Buffer.from(hash).subarray(0, 16).toString("base64url");
}
