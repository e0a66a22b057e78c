import { describe, expect, test } from "vitest";
import type { CheckId } from "../../../../../lib/tokens/checks/check.ts";
import { writeToken } from "../sign-token.ts";
import { listChecks, now } from "./list-checks.ts";

const seconds = now / 1_000;
const proofKey = {
  kty: "EC",
  crv: "P-256",
  x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
  y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
};
/** The thumbprint of `proofKey` (RFC 9449, section 6.1). */
const thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";
const idToken = { iss: "https://a.example/", aud: "app-1", sub: "ada", iat: seconds, exp: seconds };
const accessToken = { ...idToken, aud: "https://api.example", client_id: "app-1", jti: "t-1" };
const proof = { htm: "GET", htu: "https://api.example/x", jti: "p-1", iat: seconds };
const logout = "http://schemas.openid.net/event/backchannel-logout";

const others = (...tokens: string[]) => ({ others: tokens });

describe("the checks that only an ID token has", () => {
  const ids: CheckId[] = ["subject", "organization", "at_hash", "c_hash"];
  const own = { use: "id_token" } as const;

  test("without organization and hashes are about its subject", async () => {
    expect(await listChecks(ids, {}, idToken, own)).toEqual([
      "Subject: passed | Identifies the user. | expected a text; found ada | OpenID Connect Core 1.0, section 2",
    ]);
  });

  test("compare the ID of the organization, and name the values that its hashes need", async () => {
    const payload = { ...idToken, org_id: "org_1", at_hash: "aaa", c_hash: "bbb" };
    expect(
      (await listChecks(ids, {}, payload, { ...own, organization: "org_1" })).slice(1),
    ).toEqual([
      "Organization: passed | The login was to the requested organization. | expected org_1; found org_1 | the tenant's own claim, documented for organizations",
      "at_hash: not-checked | The access token is not known here. | expected a hash of the access token; found aaa | OpenID Connect Core 1.0, section 3.2.2.9",
      "c_hash: not-checked | The authorization code is not known here. | expected a hash of the authorization code; found bbb | OpenID Connect Core 1.0, section 3.3.2.10",
    ]);
  });

  test("compare the name of the organization, and compute the hashes of the response", async () => {
    const payload = { ...idToken, org_name: "acme" };
    const companions = { accessToken: "at-1", code: "code-1" };
    const context = { ...own, organization: "acme", companions };
    expect((await listChecks(ids, {}, payload, context)).slice(1)).toEqual([
      "Organization: passed | The login was to the requested organization. | expected acme; found acme | the tenant's own claim, documented for organizations",
      "at_hash: not-applicable | The ID token has no at_hash. | expected R8PYaIQdcYEdkSc9TeGyiQ; found absent | OpenID Connect Core 1.0, section 3.2.2.9",
      "c_hash: not-applicable | The ID token has no c_hash. | expected Ub1mOf7XwLSCavbAa_5PTA; found absent | OpenID Connect Core 1.0, section 3.3.2.10",
    ]);
  });
});

describe("the checks that only an access token has", () => {
  const ids: CheckId[] = ["profile", "binding"];
  const own = { use: "access_token" } as const;
  const required = "iss, exp, aud, sub, client_id, iat, jti";
  const bound = { ...accessToken, cnf: { jkt: thumbprint } };

  test.each([
    [
      "the claims of its profile",
      { typ: "at+jwt" },
      accessToken,
      [
        `Claims: passed | Contains each claim that RFC 9068 requires. | expected ${required}; found ${required} | RFC 9068, section 2.2`,
      ],
    ],
    [
      "the claims that it lacks",
      { typ: "at+jwt" },
      { x: 1 },
      [
        `Claims: warning | The access token has no sub, no client_id, no iat, no jti. | expected ${required}; found none of them | RFC 9068, section 2.2`,
      ],
    ],
    [
      "the proof that its key needs, and no profile for another type",
      { typ: "JWT" },
      bound,
      [
        `Key binding: not-checked | No DPoP proof was found beside the access token. Paste both together. | expected ${thumbprint}; found no DPoP proof | RFC 9449, sections 4.3 and 6.1`,
      ],
    ],
  ])("name %s", async (_, header, payload, lines) => {
    expect(await listChecks(ids, header, payload, own)).toEqual(lines);
  });

  test("compare its key with that of the proof beside it", async () => {
    const beside = writeToken({ alg: "ES256", typ: "dpop+jwt", jwk: proofKey }, proof);
    const checks = await listChecks(ids, { typ: "at+jwt" }, bound, others(beside));
    expect(checks.at(-1)).toBe(
      `Key binding: passed | The DPoP proof is signed with the key of the access token. | expected ${thumbprint}; found ${thumbprint} | RFC 9449, sections 4.3 and 6.1`,
    );
  });
});

describe("the check of a kind whose standard requires claims", () => {
  test.each([
    [
      { iss: "https://a.example/", iat: seconds, jti: "s-1", events: {} },
      "Claims: passed | Contains each claim that its standard requires. | expected iss, iat, jti, events; found iss, iat, jti, events | RFC 8417, section 2.2",
    ],
    [
      { iss: "https://a.example/", iat: seconds, events: {} },
      "Claims: failed | The token has no jti. | expected iss, iat, jti, events; found iss, iat, events | RFC 8417, section 2.2",
    ],
    [
      {},
      "Claims: failed | The token has no iss, no iat, no jti, no events. | expected iss, iat, jti, events; found none of them | RFC 8417, section 2.2",
    ],
  ])("names the claims of a security event token with %j", async (payload, line) => {
    expect(await listChecks(["profile"], { typ: "secevent+jwt" }, payload)).toEqual([line]);
  });

  test("does not exist for a kind without such a standard", async () => {
    expect(await listChecks(["profile"], { typ: "JWT" }, { x: 1 })).toEqual([]);
  });
});

test.each([
  [
    { ...idToken, sid: "s-1", jti: "l-1", events: { [logout]: {} } },
    [
      "Subject: passed | Names the user or the session that ends. | sub ada; sid s-1",
      `Events: passed | Asks for a logout. | expected the member backchannel-logout; found ${logout}`,
      "No nonce: passed | Cannot be used as an ID token. | expected absent; found absent",
      "Token ID: passed | The receiver can refuse a second use. | expected a text; found l-1",
    ],
  ],
  [
    { nonce: "n", events: 1 },
    [
      "Subject: failed | The logout token names neither user nor session. | sub absent; sid absent",
      "Events: failed | The token does not ask for a logout. | expected the member backchannel-logout; found absent",
      "No nonce: failed | The logout token has a nonce. | expected absent; found n",
      "Token ID: failed | The logout token has no jti. | expected a text; found absent",
    ],
  ],
])("the checks of a logout token with %j", async (payload, lines) => {
  const ids: CheckId[] = ["subject", "events", "no_nonce", "jti"];
  expect(await listChecks(ids, { typ: "logout+jwt" }, payload)).toEqual(
    lines.map((line) => `${line} | OpenID Connect Back-Channel Logout 1.0, section 2.4`),
  );
});

describe("the checks of a DPoP proof", () => {
  const ids: CheckId[] = ["key", "request", "ath", "binding"];
  const type = { typ: "dpop+jwt" };
  const key = `Key: passed | The header contains a public key. | expected a public key in jwk; found EC P-256; thumbprint ${thumbprint} | RFC 9449, section 4.2`;
  const request =
    "Request: not-checked | The request is not known here. Compare htm and htu with its method and URL. | htm GET; htu https://api.example/x; jti p-1 | RFC 9449, section 4.3";

  test("alone name what must stand beside it", async () => {
    expect(await listChecks(ids, { ...type, jwk: proofKey }, proof)).toEqual([
      key,
      request,
      "ath: not-applicable | The proof has no ath: it is for a request without an access token. | expected a hash of the access token; found absent | RFC 9449, section 4.3",
      `Key binding: not-checked | No access token with cnf.jkt was found beside the proof. Paste both together. | expected cnf.jkt; found ${thumbprint} | RFC 9449, sections 4.3 and 6.1`,
    ]);
  });

  test("without a key say so", async () => {
    expect(await listChecks(ids, type, { ...proof, ath: "other" })).toEqual([
      "Key: failed | The DPoP proof has no public key. | expected a public key in jwk; found absent | RFC 9449, section 4.2",
      request,
      "ath: not-checked | The access token is not known here. | expected a hash of the access token; found other | RFC 9449, section 4.3",
      "Key binding: not-checked | No access token with cnf.jkt was found beside the proof. Paste both together. | expected cnf.jkt; found no key | RFC 9449, sections 4.3 and 6.1",
    ]);
  });

  test("compare it with the access token beside it", async () => {
    const payload = { ...accessToken, cnf: { jkt: thumbprint } };
    const beside = writeToken({ alg: "ES256", typ: "at+jwt" }, payload);
    const header = { ...type, jwk: proofKey };
    const checks = await listChecks(ids, header, { ...proof, ath: "other" }, others(beside));
    expect(checks.slice(2)).toEqual([
      "ath: failed | ath belongs to another access token. | expected PLAS3mh6BdEIUrb0KqKpuaQuMEmvrOqK1XVNFYsmtVM; found other | RFC 9449, section 4.3",
      `Key binding: passed | The access token is bound to the key of the proof. | expected ${thumbprint}; found ${thumbprint} | RFC 9449, sections 4.3 and 6.1`,
    ]);
  });
});
