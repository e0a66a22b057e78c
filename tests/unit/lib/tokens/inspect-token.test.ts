import { beforeAll, describe, expect, test } from "vitest";
import {
  inspectToken,
  tokenReportSchema,
  type TokenReport,
} from "../../../../lib/tokens/inspect-token.ts";
import { createSigner, writeToken, type Signer } from "./sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const issuer = "https://tenant.example/";
const claims = {
  iss: issuer,
  sub: "db|1",
  aud: "demo-spa",
  iat: now / 1000,
  exp: now / 1000 + 60,
  nonce: "n",
};
let signer: Signer;

beforeAll(async () => {
  signer = await createSigner();
});

function expectRead(report: TokenReport) {
  if (report.kind !== "read") throw new Error(report.failure.message);
  return report;
}

describe("inspectToken", () => {
  test("returns the token, its explained claims, the outcome of the signature check and the findings", async () => {
    const text = await signer.sign(claims);
    const keys = { issuer, jwks: signer.jwks };
    const report = expectRead(
      await inspectToken(text, { now, clientId: "demo-spa", nonce: "n", keys }),
    );
    expect(report.use).toBe("id_token");
    expect(report.verification?.kind).toBe("verified");
    const names = report.claims.map(({ name }) => name);
    expect(names).toEqual(["exp", "iss", "sub", "aud", "iat", "nonce"]);
    expect(report.findings).toEqual([]);
  });

  test("returns a report that its schema accepts, so that it can be sent to another context", async () => {
    const keys = { issuer, jwks: { keys: [] } };
    const report = await inspectToken(await signer.sign({ ...claims, exp: 1 }), { now, keys });
    expect(tokenReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  test("expects the issuer of the keys", async () => {
    const keys = { issuer: "https://other.example/", jwks: signer.jwks };
    const report = expectRead(await inspectToken(await signer.sign(claims), { now, keys }));
    expect(report.findings.map(({ id }) => id)).toEqual(["issuer-different"]);
  });

  test("does not check the signature if no tenant is selected", async () => {
    const report = expectRead(await inspectToken(await signer.sign(claims), { now }));
    expect(report.verification).toBeNull();
  });

  test.each([
    ["an unknown key", { keys: [] }, "error key-unknown"],
    ["a wrong signature", undefined, "error signature-wrong"],
  ])("reports %s as a finding", async (_, jwks, expected) => {
    const other = await createSigner();
    const keys = { issuer, jwks: jwks ?? other.jwks };
    const report = expectRead(await inspectToken(await signer.sign(claims), { now, keys }));
    expect(report.findings.map(({ id, severity }) => `${severity} ${id}`)).toEqual([expected]);
    expect(report.findings[0]?.libraryError).toBe("invalid_token");
  });

  test("reports keys that cannot be loaded", async () => {
    const keys = {
      issuer,
      fetchKeys: () => Promise.resolve({ ok: false as const, why: "The tenant is away." }),
    };
    const report = expectRead(await inspectToken(await signer.sign(claims), { now, keys }));
    expect(report.findings).toMatchObject([
      { id: "signature-unchecked", severity: "warning", why: "The tenant is away." },
    ]);
  });

  test("reports HS256 once, not again for its signature", async () => {
    const keys = { issuer, jwks: signer.jwks };
    const report = expectRead(
      await inspectToken(writeToken({ alg: "HS256" }, claims), { now, keys }),
    );
    expect(report.findings.map(({ id }) => id)).toEqual(["alg-hs256"]);
    expect(report.verification?.kind).toBe("unsupported-algorithm");
  });

  test("returns a failure with a message for a text that is not a token", async () => {
    expect(await inspectToken("x.y", { now })).toMatchObject({
      kind: "unreadable",
      failure: { code: "part-count" },
    });
  });

  test.each([
    [{ typ: "at+jwt" }, {}, "access_token"],
    [{}, { scope: "openid" }, "access_token"],
    [{}, { scope: "openid", nonce: "n" }, "id_token"],
    [{}, { at_hash: "x" }, "id_token"],
    [{}, {}, "unknown"],
  ])("guesses the use of a token with %j and %j", async (header, payload, use) => {
    const report = expectRead(
      await inspectToken(writeToken({ alg: "RS256", ...header }, payload), { now }),
    );
    expect(report.use).toBe(use);
  });
});
