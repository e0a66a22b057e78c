import { describe, expect, test } from "vitest";
import type { CheckId } from "../../../../../lib/tokens/checks/check.ts";
import { listChecks, now } from "./list-checks.ts";

const seconds = now / 1_000;
const tenantIssuer = "https://tenant.example/";
const payload = { iss: tenantIssuer, aud: "app-1", sub: "ada", iat: seconds, exp: seconds + 60 };
const core = "OpenID Connect Core 1.0, section 3.1.3.7";
const library = "Version 10 of the library";

test("the form is shown by the sizes of the three parts", async () => {
  expect(await listChecks(["form"], { typ: "JWT" }, payload)).toEqual([
    "Form: passed | Header and payload are JSON objects. | expected three parts; found header 36, payload 124 characters; signature 9 bytes | RFC 7519, section 7.2",
  ]);
});

describe("type and algorithm", () => {
  const ids: CheckId[] = ["type", "algorithm"];
  const fits = "Type: passed | The type fits the kind of the token. |";
  const type = "RFC 8725, section 3.11";
  const alg = "RFC 8725, sections 3.1 and 3.2";

  test.each([
    [
      "an ID token with RS256",
      { alg: "RS256" },
      { use: "id_token" },
      [
        `${fits} expected JWT, or absent; found absent | ${type}`,
        `Algorithm: passed | ${library} accepts it. | expected RS256 (version 10 of the library); found RS256 | ${alg}`,
      ],
    ],
    [
      "an ID token with ES256, of an unknown tenant",
      { typ: "JWT" },
      { use: "id_token" },
      [
        `${fits} expected JWT, or absent; found JWT | ${type}`,
        `Algorithm: not-applicable | ${library} accepts RS256 alone, but this token is not known to be for the library. | expected RS256 (version 10 of the library); found ES256 | ${alg}`,
      ],
    ],
    [
      "an access token of the profile",
      { typ: "at+jwt" },
      { use: "access_token" },
      [
        `${fits} expected at+jwt, JWT, or absent; found at+jwt | ${type}`,
        `Algorithm: passed | Only the signer has the key. | expected an asymmetric algorithm; found ES256 | ${alg}`,
      ],
    ],
    [
      "an access token without the profile",
      { typ: "JWT" },
      { use: "access_token" },
      [
        `Type: passed | An access token without the profile of RFC 9068. | expected at+jwt, JWT, or absent; found JWT | ${type}`,
        `Algorithm: passed | Only the signer has the key. | expected an asymmetric algorithm; found ES256 | ${alg}`,
      ],
    ],
    [
      "a DPoP proof",
      { typ: "dpop+jwt" },
      { use: "dpop_proof" },
      [
        `${fits} expected dpop+jwt; found dpop+jwt | ${type}`,
        `Algorithm: passed | Only the signer has the key. | expected an asymmetric algorithm; found ES256 | ${alg}`,
      ],
    ],
    [
      "a logout token",
      { typ: "logout+jwt" },
      { use: "logout_token" },
      [
        `${fits} expected logout+jwt; found logout+jwt | ${type}`,
        `Algorithm: passed | The token is signed. | expected not none; found ES256 | ${alg}`,
      ],
    ],
    [
      "a kind without rules beyond its table",
      { typ: "vp+jwt" },
      {},
      [`Algorithm: passed | The token is signed. | expected not none; found ES256 | ${alg}`],
    ],
  ] as const)("of %s", async (_, header, context, lines) => {
    expect(await listChecks(ids, header, payload, context)).toEqual(lines);
  });

  test.each([
    ["RS256", `passed | ${library} accepts it in an ID token.`],
    [
      "ES256",
      `not-applicable | ${library} accepts RS256 alone, but this token is not known to be for the library.`,
    ],
  ])("of a JWT of no kind with %s", async (name, outcome) => {
    expect(await listChecks(ids, { alg: name }, { x: 1 })).toEqual([
      `Algorithm: ${outcome} | expected RS256 in an ID token (version 10 of the library); found ${name} | ${alg}`,
    ]);
  });
});

describe("the signature that no key verifies", () => {
  test.each([
    [
      "without a tenant",
      {},
      { use: "id_token" },
      "No tenant is selected, and no key is pasted. | alg ES256; kid absent; keys of not known",
    ],
    [
      "of another issuer",
      { kid: "k" },
      { use: "id_token", tenantIssuer: "https://other.example/" },
      "Its issuer is not the selected tenant, and no key is pasted. | alg ES256; kid k; keys of https://other.example/",
    ],
    [
      "of a proof without a key",
      { typ: "dpop+jwt" },
      { use: "dpop_proof" },
      "The header has no public key to verify with. | alg ES256; kid absent; keys of the proof itself (jwk)",
    ],
  ] as const)("%s says what is missing", async (_, header, context, line) => {
    const [check] = await listChecks(["signature"], header, payload, context);
    expect(check?.replace(" The header names no key.", "")).toBe(
      `Signature: not-checked | ${line} | RFC 7515, section 5.2`,
    );
  });
});

describe("issuer and audience", () => {
  const ids: CheckId[] = ["issuer", "audience"];
  const noTenant = `Issuer: not-checked | No tenant is selected to compare with. | expected not known; found ${tenantIssuer} | ${core}`;
  const noClient = "not-checked | The client ID is known only for the tokens of a run.";
  const noApi = `Audience: not-checked | Only the receiver of the token knows which audience it is. | expected the API; found app-1 | RFC 7519, section 4.1.3; RFC 9068, section 4`;

  test.each([
    [
      "an ID token of the expected tenant and client",
      {},
      { use: "id_token", tenantIssuer, clientId: "app-1" },
      [
        `Issuer: passed | Issued by the expected tenant. | expected ${tenantIssuer}; found ${tenantIssuer} | ${core}`,
        `Audience: passed | The token is for this client. | expected app-1; found app-1; azp app-1 | ${core}`,
      ],
    ],
    [
      "an ID token without known values",
      {},
      { use: "id_token" },
      [
        noTenant,
        `Audience: ${noClient} | expected the client ID; found app-1; azp app-1 | ${core}`,
      ],
    ],
    [
      "a logout token",
      { typ: "logout+jwt" },
      { use: "logout_token" },
      [
        noTenant,
        `Audience: ${noClient} | expected the client ID; found app-1; azp app-1 | ${core}`,
      ],
    ],
    [
      "an access token",
      {},
      { use: "access_token", clientId: "app-1" },
      [noTenant, noApi.replace("found app-1", "found app-1; azp app-1")],
    ],
  ] as const)("of %s", async (_, header, context, lines) => {
    const claims = { ...payload, azp: "app-1", nonce: "n" };
    expect(await listChecks(ids, header, claims, context)).toEqual(lines);
  });

  test("of a kind that no authorization server issues", async () => {
    expect(await listChecks(ids, { typ: "vp+jwt" }, payload, { tenantIssuer })).toEqual([
      `Issuer: not-applicable | The issuer of this kind of token is no authorization server. | expected ${tenantIssuer}; found ${tenantIssuer} | ${core}`,
      noApi,
    ]);
  });
});

describe("the times", () => {
  const good = "Times: passed | Not expired, and not issued in the future.";

  test.each([
    ["an ID token", {}, { use: "id_token" }, "exp in 1 minute; iat now", core],
    [
      "an access token",
      {},
      { use: "access_token" },
      "exp in 1 minute; iat now",
      "RFC 9068, section 4",
    ],
    ["a JWT of no kind", {}, {}, "exp in 1 minute; iat now", "RFC 7519, section 4.1"],
    [
      "a token that begins now",
      { nbf: seconds },
      { use: "id_token" },
      "exp in 1 minute; nbf now; iat now",
      core,
    ],
    [
      "a login with max_age",
      { auth_time: seconds },
      { use: "id_token", maxAge: 5 },
      "exp in 1 minute; iat now; auth_time now",
      core,
    ],
  ] as const)("of %s", async (_, claims, context, times, source) => {
    expect(await listChecks(["times"], {}, { ...payload, ...claims }, context)).toEqual([
      `${good} | this device's clock now; ${times} | ${source}`,
    ]);
  });

  test.each([
    [{ iat: seconds }, "iat now"],
    [{ iat: seconds, exp: seconds + 60 }, "exp in 1 minute; iat now"],
  ])("of a proof, which needs no exp: %j", async (claims, times) => {
    expect(await listChecks(["times"], { typ: "dpop+jwt" }, claims, { use: "dpop_proof" })).toEqual(
      [
        `Times: passed | New enough to be used, and not issued in the future. | this device's clock now; ${times} | RFC 9449, section 4.3`,
      ],
    );
  });

  test.each([
    [now, "", "at the response"],
    [now - 29_999, "", "now"],
    [now - 30_000, " The tenant's clock is 30 seconds ahead of this device's.", "now"],
    [now + 120_000, " The tenant's clock is 2 minutes behind this device's.", "now"],
  ])("compare the tenant's clock with the response at %i", async (receivedAt, remark, clock) => {
    expect(await listChecks(["times"], {}, payload, { use: "id_token", receivedAt })).toEqual([
      `${good}${remark} | this device's clock ${clock}; exp in 1 minute; iat now | ${core}`,
    ]);
  });

  test("say nothing about the tenant's clock without iat", async () => {
    const { iat: _iat, ...claims } = payload;
    const context = { use: "id_token", receivedAt: now - 600_000 } as const;
    const [line] = await listChecks(["times"], {}, claims, context);
    expect(line).toContain("iat absent");
    expect(line).not.toContain("The tenant's clock");
  });
});

describe("the nonce", () => {
  const nonce = "nonce-1234567890";

  test.each([
    [
      "that was sent, of which only the ends are shown",
      { nonce },
      { nonce },
      "passed | The token belongs to the login request. | expected nonce-…7890; found nonce-…7890",
    ],
    [
      "of a request that is not known",
      { nonce: "n" },
      {},
      "not-checked | The nonce of the login request is known only for the tokens of a run. | expected the nonce that was sent; found n",
    ],
    [
      "that a known request did not send",
      {},
      { isRequestKnown: true },
      "not-applicable | The request has no nonce. | expected the nonce that was sent; found absent",
    ],
  ])("%s", async (_, claims, context, line) => {
    const found = await listChecks(
      ["nonce"],
      {},
      { ...payload, ...claims },
      {
        use: "id_token",
        ...context,
      },
    );
    expect(found).toEqual([`Nonce: ${line} | ${core}`]);
  });
});
