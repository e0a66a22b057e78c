import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  inspectToken,
  tokenReportSchema,
  type TokenReport,
} from "../../../../lib/tokens/inspect-token.ts";
import { signWithSecret } from "./keys/sample-keys.ts";
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
  if (report.kind !== "read") throw new Error(`The report is ${report.kind}.`);
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
    const damaged = writeToken({ alg: "RS256" }, {}).split(".").slice(0, 1).join(".");
    expect(await inspectToken(`${damaged}.AAAA`, { now })).toMatchObject({
      kind: "unreadable",
      failure: { code: "part-count" },
    });
  });
});

describe("a token whose signature is damaged", () => {
  test.each([
    ["AAAAA", "signature-unreadable", "The signature is damaged"],
    ["", "signature-missing", "The signature is empty"],
  ])("shows its claims and refuses it: %j", async (signature, id, title) => {
    const token = writeToken({ alg: "RS256", kid: "k" }, { iss: "x", exp: now }, signature);
    const keys = { issuer: "x", jwks: { keys: [] } };
    const report = expectRead(await inspectToken(token, { now, keys }));
    expect(report.claims.map(({ name }) => name)).toEqual(["exp", "iss"]);
    expect(report.findings[0]).toMatchObject({ id, title, severity: "error" });
    expect(report.checks.find((check) => check.id === "signature")?.outcome).toBe("failed");
  });
});

describe("pasted keys", () => {
  const secret = "short-secret";
  const pasted = { keys: [{ kty: "oct", k: Buffer.from(secret).toString("base64url") }] };
  const ids = (report: TokenReport) =>
    expectRead(report).findings.map(({ id, severity }) => `${severity} ${id}`);

  test("verify a token without a tenant, and expect no issuer", async () => {
    const text = await signer.sign({ ...claims, iss: "https://foreign.example/" });
    const report = await inspectToken(text, { now, keys: { pasted: signer.jwks } });
    expect(expectRead(report).verification).toMatchObject({ kind: "verified", keys: "pasted" });
    expect(ids(report)).toEqual([]);
    expect(tokenReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  test("verify HS256, which is still refused as version 10 does, with a remark on a short secret", async () => {
    const text = await signWithSecret(new TextEncoder().encode(secret), "HS256", {}, claims);
    const report = await inspectToken(text, { now, keys: { pasted } });
    expect(expectRead(report).verification?.kind).toBe("verified");
    expect(ids(report)).toEqual(["error alg-hs256", "warning secret-weak"]);
    const [refusal, weak] = expectRead(report).findings;
    expect(refusal?.libraryError).toBe("invalid_token");
    expect(weak?.seen).toContain("secret of 96 bits, expected at least 256");
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  test("that do not contain the key leave the token unverified, without a library error", async () => {
    const text = await signer.sign(claims);
    const report = await inspectToken(text, { now, keys: { pasted } });
    expect(ids(report)).toEqual(["warning key-unknown"]);
    expect(expectRead(report).findings[0]).not.toHaveProperty("libraryError");
  });

  test("that do not match are an error about the signature alone", async () => {
    const other = await createSigner();
    const text = await signer.sign(claims);
    const report = await inspectToken(text, { now, keys: { pasted: other.jwks } });
    expect(ids(report)).toEqual(["error signature-wrong"]);
    expect(expectRead(report).findings[0]).not.toHaveProperty("libraryError");
  });

  test("are used alone, and nothing is fetched, for a token that names its own keys", async () => {
    const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(() => {
      throw new Error("nothing may be fetched");
    });
    const attacker = await createSigner("attacker");
    const [jwk] = attacker.jwks.keys;
    const header = {
      jku: "https://attacker.example/jwks.json",
      x5u: "https://attacker.example/chain.pem",
      x5c: ["MIIB"],
      jwk,
    };
    const foreign = { ...claims, iss: "https://attacker.example/" };
    for (const kid of ["attacker", "key-1"]) {
      const text = await attacker.sign(foreign, { ...header, kid });
      for (const keys of [undefined, { pasted: signer.jwks }]) {
        const report = await inspectToken(text, keys === undefined ? { now } : { now, keys });
        expect(expectRead(report).verification?.kind ?? "unchecked").not.toBe("verified");
        const finding = expectRead(report).findings.find(({ id }) => id === "key-from-token");
        expect(finding?.why).toContain("No such key was fetched or used");
        for (const name of Object.keys(header)) expect(finding?.seen).toContain(`header ${name}`);
      }
    }
    expect(fetching).not.toHaveBeenCalled();
    fetching.mockRestore();
  });
});
