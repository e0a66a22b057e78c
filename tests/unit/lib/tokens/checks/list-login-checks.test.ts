import { beforeAll, describe, expect, test } from "vitest";
import { checkSchema, type CheckId } from "../../../../../lib/tokens/checks/check.ts";
import { listLoginChecks } from "../../../../../lib/tokens/checks/list-login-checks.ts";
import {
  expectationsOf,
  type LoginExchange,
  type LoginParameters,
} from "../../../../../lib/tokens/checks/login-facts.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { createSigner, writeToken, type Signer } from "../sign-token.ts";

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
      nonce: "passed",
      issuer: "passed",
      audience: "passed",
      subject: "passed",
      times: "passed",
      signature: "passed",
      at_hash: "passed",
      scopes: "passed",
    });
    expect(find("issuer").values).toEqual([`expected: ${issuer}`, `in the ID token: ${issuer}`]);
    expect(find("audience").values).toEqual(["client_id: demo-spa", "aud: demo-spa"]);
    expect(find("signature").values).toEqual(["alg: RS256", "kid: key-1", `keys of: ${issuer}`]);
    for (const check of checks) expect(checkSchema.parse(check)).toEqual(check);
  });

  test("marks the checks of a missing ID token as not applicable, with the reason", async () => {
    const { checks, outcomes } = await list({
      request: { response_type: "token" },
      response: { id_token: undefined },
    });
    expect(outcomes).toMatchObject({ response: "passed", state: "passed", scopes: "passed" });
    const others = checks.filter(({ outcome }) => outcome === "not-applicable");
    expect(others.map(({ id }) => id)).toEqual([
      "nonce",
      "issuer",
      "audience",
      "subject",
      "times",
      "signature",
      "at_hash",
    ]);
    for (const { message, compared } of others) {
      expect(message).toBe("No ID token in the response.");
      expect(compared).toEqual([]);
    }
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
    ["issuer", { response: { iss: otherIssuer } }, "The response names another issuer."],
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
    [{ alg: "HS256" }, "ID token signed with HS256."],
    [{ alg: "none" }, "The token is not signed."],
    [{ alg: "RS256", kid: "key-9" }, "The tenant does not publish the signing key."],
    [{ alg: "RS256", kid: "key-1" }, "Invalid signature."],
  ])("fails the signature check for the header %j", async (header, message) => {
    const { find } = await list({ token: writeToken(header, claims) });
    expect(find("signature")).toMatchObject({ outcome: "failed", message });
  });

  test("fails the signature check for an ID token that is not a JWT, and checks none of its claims", async () => {
    const { find, outcomes } = await list({ token: "no.jwt" });
    expect(find("signature").message).toContain("The ID token cannot be decoded.");
    expect(outcomes).toMatchObject({ nonce: "not-applicable", times: "not-applicable" });
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
    expect(find("state").message).toBe("The error response has no state.");
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
      { label: "tenant's clock (iat)", value: "in 10 minutes", at: now },
      { label: "this device's clock", value: "at the response", at: now - 600_000 },
      { label: "expires (exp)", value: "in 1 hour", at: now + 3_600_000 },
    ]);
  });

  test("shows both clocks if the tenant's clock is so far behind that its tokens arrive expired", async () => {
    const { find } = await list({ receivedAt: now + 7_200_000 });
    expect(find("times")).toMatchObject({
      outcome: "failed",
      message: "The token has expired. The tenant's clock is 2 hours behind this device's.",
    });
  });

  test("passes within the leeway, and names the tolerated findings", async () => {
    const { find } = await list({ receivedAt: now - 45_000 });
    expect(find("times")).toMatchObject({
      outcome: "passed",
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
  test("does not apply without an access token, or to an ID token without at_hash", async () => {
    const { find } = await list();
    expect(find("at_hash").message).toBe("The ID token has no at_hash.");
    const alone = await list({
      request: { response_type: "id_token" },
      response: { access_token: undefined },
    });
    expect(alone.find("at_hash").message).toBe("No access token in the response.");
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
