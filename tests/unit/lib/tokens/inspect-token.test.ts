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

describe("a token report", () => {
  test("joins the token, its explained claims, the verdict on its signature and the findings", async () => {
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

  test("passes its own schema, so that it may cross to another context", async () => {
    const keys = { issuer, jwks: { keys: [] } };
    const report = await inspectToken(await signer.sign({ ...claims, exp: 1 }), { now, keys });
    expect(tokenReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  test("takes the tenant of the keys for the issuer to expect", async () => {
    const keys = { issuer: "https://other.example/", jwks: signer.jwks };
    const report = expectRead(await inspectToken(await signer.sign(claims), { now, keys }));
    expect(report.findings.map(({ id }) => id)).toEqual(["issuer-different"]);
  });

  test("leaves the signature unjudged while no tenant is chosen", async () => {
    const report = expectRead(await inspectToken(await signer.sign(claims), { now }));
    expect(report.verification).toBeNull();
  });

  test.each([
    ["an unknown key", { keys: [] }, "error key-unknown"],
    ["a wrong signature", undefined, "error signature-wrong"],
  ])("names %s among its findings", async (_, jwks, expected) => {
    const other = await createSigner();
    const keys = { issuer, jwks: jwks ?? other.jwks };
    const report = expectRead(await inspectToken(await signer.sign(claims), { now, keys }));
    expect(report.findings.map(({ id, severity }) => `${severity} ${id}`)).toEqual([expected]);
    expect(report.findings[0]?.libraryError).toBe("invalid_token");
  });

  test("says when the keys could not be had", async () => {
    const keys = {
      issuer,
      fetchKeys: () => Promise.resolve({ ok: false as const, why: "The tenant is away." }),
    };
    const report = expectRead(await inspectToken(await signer.sign(claims), { now, keys }));
    expect(report.findings).toMatchObject([
      { id: "signature-unchecked", severity: "warning", why: "The tenant is away." },
    ]);
  });

  test("reports HS256 once, not a second time for its signature", async () => {
    const keys = { issuer, jwks: signer.jwks };
    const report = expectRead(
      await inspectToken(writeToken({ alg: "HS256" }, claims), { now, keys }),
    );
    expect(report.findings.map(({ id }) => id)).toEqual(["alg-hs256"]);
    expect(report.verification?.kind).toBe("unsupported-algorithm");
  });

  test("of a text that is no token is the failure in words", async () => {
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
  ])("guesses what a token with %j and %j is for", async (header, payload, use) => {
    const report = expectRead(
      await inspectToken(writeToken({ alg: "RS256", ...header }, payload), { now }),
    );
    expect(report.use).toBe(use);
  });
});
