import { compactDecrypt, compactVerify, importJWK } from "jose";
import { describe, expect, test } from "vitest";
import { inspectToken, type TokenReport } from "../../../../../lib/tokens/inspect-token.ts";
import { createSigner } from "../sign-token.ts";
import { jweExamples } from "./jwe-examples.ts";
import { jwsExamples } from "./jws-examples.ts";

/** One hour before the examples expire. */
const now = (1_300_819_380 - 3600) * 1000;

/** The kind, and the first finding; a valid token has no error. */
const expectedOfJws = new Map([
  ["RFC 7515, appendix A.1", "jwt: note alg-hs256"],
  ["RFC 7515, appendix A.2", "jwt: note kid-absent"],
  ["RFC 7515, appendix A.3", "jwt: note alg-not-rs256"],
  ["RFC 7515, appendix A.4", "signed-content: none"],
  ["RFC 7515, appendix A.5", "jwt: error alg-none"],
  ["RFC 7519, section 3.1", "jwt: note alg-hs256"],
  ["RFC 7519, section 6.1", "jwt: error alg-none"],
  ["RFC 7520, section 4.1", "signed-content: none"],
  ["RFC 7520, section 4.2", "signed-content: none"],
  ["RFC 7520, section 4.3", "signed-content: none"],
  ["RFC 7520, section 4.4", "signed-content: none"],
  ["RFC 7520, section 4.5", "signed-content: none"],
  ["RFC 7520, section 6 (signed)", "jwt: note alg-not-rs256"],
  ["RFC 8037, appendix A.4", "signed-content: none"],
]);

function summarize(report: TokenReport): string {
  if (report.kind === "unreadable" || report.kind === "opaque") return report.kind;
  const [first] = report.findings;
  return `${report.tokenKind.id}: ${first === undefined ? "none" : `${first.severity} ${first.id}`}`;
}

describe("the signed example of", () => {
  test.each(jwsExamples)("$source gets the expected kind and root cause", async (example) => {
    const { source, compact, key } = example;
    const keys = key === undefined ? {} : { keys: { pasted: { keys: [key] } } };
    const report = await inspectToken(compact, { now, ...keys });
    expect(summarize(report)).toBe(expectedOfJws.get(source));
  });

  test.each(jwsExamples.filter(({ key }) => key !== undefined))(
    "$source is typed correctly: jose verifies it, and so does the report",
    async ({ compact, key }) => {
      const { protectedHeader } = await compactVerify(
        compact,
        await importJWK(key ?? { kty: "" }, readAlg(compact)),
      );
      const keys = { pasted: { keys: key === undefined ? [] : [key] } };
      expect(await inspectToken(compact, { now, keys })).toMatchObject({
        verification: { kind: "verified", alg: protectedHeader.alg },
      });
    },
  );

  test.each(jwsExamples.filter(({ key }) => key !== undefined))(
    "$source is not verified after a change of its signature",
    async ({ compact, key }) => {
      const [header, payload, signature = ""] = compact.split(".");
      const changed = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
      const keys = { pasted: { keys: key === undefined ? [] : [key] } };
      const report = await inspectToken([header, payload, changed].join("."), { now, keys });
      expect(summarize(report)).toContain("error signature-wrong");
      expect(report).toMatchObject({ verification: { kind: "wrong-signature" } });
    },
  );
});

function readAlg(compact: string): string {
  const header: unknown = JSON.parse(
    Buffer.from(compact.split(".")[0] ?? "", "base64url").toString("utf8"),
  );
  return typeof header === "object" && header !== null && "alg" in header ? String(header.alg) : "";
}

describe("the encrypted example of", () => {
  test.each(jweExamples)("$source gets a report without an error", async ({ source, compact }) => {
    const report = await inspectToken(compact, { now });
    const isWeak = /RSA1_5/u.test(Buffer.from(compact.split(".")[0] ?? "", "base64url").toString());
    const isCompressed = source.endsWith("5.9");
    const finding = isWeak ? "warning jwe-rsa1-5" : isCompressed ? "note jwe-compressed" : "none";
    expect(summarize(report)).toBe(`encrypted: ${finding}`);
    if (report.kind !== "encrypted") throw new Error(`The report is ${report.kind}.`);
    expect(report.keyNeeded).toMatch(/key|password/u);
    expect(report.keyNeeded).not.toContain("unknown");
    expect(report.contentKey).toMatch(/\d+ bits/u);
  });

  test.each(jweExamples.filter(({ key }) => key !== undefined))(
    "$source is typed correctly: jose decrypts it",
    async ({ compact, key, plaintext }) => {
      const secret =
        typeof key === "string"
          ? new TextEncoder().encode(key)
          : await importJWK({ kty: "", ...key }, readAlg(compact));
      const { plaintext: bytes } = await compactDecrypt(compact, secret, {
        keyManagementAlgorithms: [readAlg(compact)],
      });
      const text = new TextDecoder().decode(bytes);
      expect(text).toBe(plaintext);
    },
  );
});

test("accepts the claims of RFC 9068, section 2.2, as an access token", async () => {
  const signer = await createSigner("RjEwOwOA");
  const claims = {
    iss: "https://authorization-server.example.com/",
    sub: "5ba552d67",
    aud: "https://rs.example.com/",
    exp: 1_639_528_912,
    iat: 1_618_354_090,
    jti: "dbe39bf3a3ba4238a513f51d6e1691c4",
    client_id: "s6BhdRkqt3",
    scope: "openid profile reademail",
  };
  const text = await signer.sign(claims, { typ: "at+JWT", kid: "RjEwOwOA" });
  const keys = { issuer: claims.iss, jwks: signer.jwks };
  const valid = await inspectToken(text, { now: 1_639_528_000_000, keys });
  expect(summarize(valid)).toBe("access-token: none");
  expect(valid).toMatchObject({
    tokenKind: { title: "Access token (RFC 9068)" },
    verification: { kind: "verified" },
  });
  const late = await inspectToken(text, { now: 1_639_529_000_000, keys });
  expect(summarize(late)).toBe("access-token: error expired");
});
