import { beforeAll, describe, expect, test } from "vitest";
import { checkIdToken } from "../../../../../lib/tokens/checks/check-id-token.ts";
import {
  expectationsOf,
  type LoginExchange,
} from "../../../../../lib/tokens/checks/login-facts.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { createSigner, encode, type Signer } from "../sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const issuer = "https://tenant.example/";
const claims = {
  iss: issuer,
  sub: "db|1",
  aud: "app-1",
  azp: "app-1",
  nonce: "nonce-1",
  iat: now / 1000,
  exp: now / 1000 + 60,
};
const login: LoginExchange = {
  request: { client_id: "app-1", nonce: "nonce-1" },
  response: {},
  issuer,
  receivedAt: now,
};
let signer: Signer;

beforeAll(async () => {
  signer = await createSigner();
});

async function check(text: string | undefined, exchange: LoginExchange = login) {
  const keys = { issuer, jwks: signer.jwks };
  const context = { ...expectationsOf(exchange), now, keys, use: "id_token" as const };
  const idToken = text === undefined ? undefined : await inspectToken(text, context);
  return checkIdToken({ ...exchange, idToken });
}

const find = (checks: Awaited<ReturnType<typeof check>>, id: string) =>
  checks.find((one) => one.id === id);

describe("an ID token without readable claims", () => {
  test.each([
    ["an opaque token", "opaque-1234", "It is an opaque token: only its issuer can read it."],
    [
      "an encrypted token",
      `${encode('{"alg":"dir","enc":"A128GCM"}')}..AAAA.AAAA.AAAA`,
      "It is encrypted (JWE): only the recipient can decrypt it.",
    ],
    [
      "other content",
      `${encode('{"alg":"RS256"}')}.${encode("text")}.AAAA`,
      "Its payload is not a JSON object.",
    ],
    ["a damaged token", `${encode('{"alg":"RS256"}')}.${encode("{")}.AAAA`, "JSON"],
  ])("fails its signature alone, and the reason is named: %s", async (_, text, reason) => {
    const checks = await check(text);
    const [signature, ...others] = checks.toSorted((one) => (one.id === "signature" ? -1 : 0));
    expect(signature).toMatchObject({ id: "signature", outcome: "failed", compared: [] });
    expect(signature?.message).toContain(`The ID token cannot be decoded.`);
    expect(signature?.message).toContain(reason);
    expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(["not-applicable"]));
    expect(others.map(({ compared }) => compared)).toEqual(others.map(() => []));
    expect(find(checks, "issuer")?.message).toContain(reason);
  });

  test("makes each check inapplicable if the response has none", async () => {
    const checks = await check(undefined);
    expect(checks.map(({ id }) => id)).toEqual([
      "nonce",
      "issuer",
      "audience",
      "subject",
      "times",
      "signature",
      "at_hash",
    ]);
    for (const { outcome, message } of checks) {
      expect({ outcome, message }).toEqual({
        outcome: "not-applicable",
        message: "No ID token in the response.",
      });
    }
  });
});

describe("the compared values", () => {
  test("of a valid token are those of the request and of the token", async () => {
    const checks = await check(await signer.sign(claims));
    const compared = (id: string) =>
      find(checks, id)?.compared.map(({ label, value }) => `${label}: ${value}`);
    expect(compared("nonce")).toEqual(["sent: nonce-1", "in the ID token: nonce-1"]);
    expect(compared("issuer")).toEqual([`expected: ${issuer}`, `in the ID token: ${issuer}`]);
    expect(compared("audience")).toEqual(["client_id: app-1", "aud: app-1", "azp: app-1"]);
    expect(compared("subject")).toEqual(["sub: db|1"]);
    expect(find(checks, "subject")?.message).toBe("Identifies the user.");
    expect(find(checks, "nonce")?.outcome).toBe("passed");
  });

  test("show a nonce that is no text", async () => {
    const nonce = find(await check(await signer.sign({ ...claims, nonce: 7 })), "nonce");
    expect(nonce?.outcome).toBe("failed");
    expect(nonce?.compared[1]?.value).toBe("7");
  });

  test("lack the nonce if the request has none", async () => {
    const checks = await check(await signer.sign(claims), {
      ...login,
      request: { client_id: "app-1" },
    });
    expect(find(checks, "nonce")).toMatchObject({
      outcome: "not-applicable",
      message: "The request has no nonce.",
    });
  });
});

describe("the iss parameter of the response (RFC 9207)", () => {
  test.each<[text: "token" | "none", iss: string, outcome: string, message: string]>([
    ["token", issuer, "passed", "Issued by the tenant."],
    ["none", issuer, "passed", "Issued by the tenant."],
    ["token", "https://b.example/", "failed", "The response names another issuer."],
    ["none", "https://b.example/", "failed", "The response names another issuer."],
  ])("beside a token (%s) %s: the check has %s", async (text, iss, outcome, message) => {
    const token = text === "none" ? undefined : await signer.sign(claims);
    const found = find(await check(token, { ...login, response: { iss } }), "issuer");
    expect(found).toMatchObject({ outcome, message });
    expect(found?.compared.at(-1)).toEqual({ label: "in the response", value: iss });
  });
});
