import { describe, expect, test } from "vitest";
import {
  inspectToken,
  tokenReportSchema,
  type TokenReport,
} from "../../../../../lib/tokens/inspect-token.ts";
import { encode } from "../sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);

/** Writes a JWE with parts of the given sizes in bytes. */
function writeJwe(header: object, [key, vector, content, tag]: readonly number[]): string {
  const parts = [key, vector, content, tag].map((size = 0) =>
    Buffer.alloc(size, 7).toString("base64url"),
  );
  return [encode(JSON.stringify(header)), ...parts].join(".");
}

async function inspectAs<Kind extends TokenReport["kind"]>(
  kind: Kind,
  text: string,
  name?: string,
): Promise<Extract<TokenReport, { kind: Kind }>> {
  const report = await inspectToken(text, { now, ...(name === undefined ? {} : { name }) });
  expect(tokenReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  if (!isOfKind(report, kind)) throw new Error(`The report is ${report.kind}.`);
  return report;
}

function isOfKind<Kind extends TokenReport["kind"]>(
  report: TokenReport,
  kind: Kind,
): report is Extract<TokenReport, { kind: Kind }> {
  return report.kind === kind;
}

describe("the report about a JWE", () => {
  test("explains the header, the sizes of the parts and the key that is needed", async () => {
    const header = { alg: "RSA-OAEP-256", enc: "A256GCM", kid: "key-1", cty: "JWT" };
    const report = await inspectAs("encrypted", writeJwe(header, [256, 12, 100, 16]));
    expect(report.tokenKind.title).toBe("Encrypted JWT (JWE with a signed token)");
    expect(report.tokenKind.evidence).toEqual(["five parts", 'header enc "A256GCM"']);
    expect(report.header.map(({ name }) => name)).toEqual(["alg", "enc", "kid", "cty"]);
    expect(report.parts.map(({ bytes }) => bytes).slice(1)).toEqual([256, 12, 100, 16]);
    expect(report.keyNeeded).toContain("RSA private key");
    expect(report.keyNeeded).toContain('"key-1"');
    expect(report.contentKey).toContain("256 bits");
    expect(report.findings).toEqual([]);
    expect(report.checks.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      "form passed",
      "algorithm passed",
      "signature not-checked",
      "issuer not-checked",
      "audience not-checked",
      "times not-checked",
    ]);
  });

  test.each([
    [{ alg: "RSA-OAEP", enc: "A256GCM" }, [256, 2, 100, 16], "form failed"],
    [{ alg: 1, enc: "A256GCM" }, [256, 12, 100, 16], "algorithm failed"],
    [{ alg: "RSA1_5", enc: "A256GCM" }, [256, 12, 100, 16], "algorithm warning"],
    [{ alg: "RSA1_5", enc: "A256GCM", crit: ["x"] }, [256, 12, 100, 16], "algorithm warning"],
  ])(
    "with the header %j and parts of %j bytes has the check: %s",
    async (header, sizes, expected) => {
      const { checks, findings } = await inspectAs("encrypted", writeJwe(header, sizes));
      const found = checks.filter(({ outcome }) => outcome === "failed" || outcome === "warning");
      expect(found.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([expected]);
      expect(findings.map(({ title }) => `${title}.`).join(" ")).toContain(found[0]?.message);
    },
  );

  test.each([
    [{ alg: "dir", enc: "A256GCM" }, 0, "the key of 256 bits that sender and recipient share"],
    [{ alg: "dir", enc: "X" }, 0, "the key that sender and recipient share"],
    [{ alg: "A128KW", enc: "A256GCM" }, 40, "the AES key of 128 bits"],
    [{ alg: "A192GCMKW", enc: "A256GCM" }, 32, "the AES key of 192 bits"],
    [{ alg: "ECDH-ES", enc: "A256GCM", epk: { crv: "P-256" } }, 0, 'on the curve "P-256"'],
    [{ alg: "ECDH-ES+A128KW", enc: "A256GCM" }, 24, "the recipient's private key."],
    [{ alg: "PBES2-HS256+A128KW", enc: "A256GCM" }, 40, "the password"],
    [{ alg: "ROT13", enc: "A256GCM" }, 1, "the key is unknown"],
  ])("names the key for the header %j", async (header, keySize, expected) => {
    const report = await inspectAs("encrypted", writeJwe(header, [keySize, 12, 5, 16]));
    expect(report.keyNeeded).toContain(expected);
    expect(report.findings).toEqual([]);
  });

  test.each([
    [{ alg: "dir", enc: "A256GCM" }, [0, 16, 5, 16], "initialization vector 16 bytes, expected 12"],
    [{ alg: "dir", enc: "A256CBC-HS512" }, [0, 16, 5, 16], "tag 16 bytes, expected 32"],
    [{ alg: "dir", enc: "A256GCM" }, [8, 12, 5, 16], "encrypted key 8 bytes, expected 0"],
    [{ alg: "RSA-OAEP", enc: "A256GCM" }, [0, 12, 5, 16], "encrypted key 0 bytes"],
  ])("reports the wrong size of a part of %j with %j", async (header, sizes, expected) => {
    const { findings } = await inspectAs("encrypted", writeJwe(header, sizes));
    expect(findings.map(({ id, severity }) => `${severity} ${id}`)).toEqual([
      "error jwe-part-size",
    ]);
    expect(findings[0]?.seen).toContain(expected);
  });

  test.each([
    [{ alg: "RSA1_5", enc: "A256GCM" }, ["warning jwe-rsa1-5"]],
    [{ alg: "RSA-OAEP", enc: "A256GCM", zip: "DEF" }, ["note jwe-compressed"]],
    [{ alg: "RSA-OAEP", enc: "A256GCM", crit: ["x"] }, ["warning critical-parameters"]],
    [{ enc: "A256GCM" }, ["error jwe-algorithm-missing"]],
    [{ alg: "RSA-OAEP", enc: 7 }, ["error jwe-algorithm-missing"]],
  ])("reports the weakness or fault of the header %j", async (header, expected) => {
    const { findings } = await inspectAs("encrypted", writeJwe(header, [256, 12, 5, 16]));
    expect(findings.map(({ id, severity }) => `${severity} ${id}`)).toEqual(expected);
  });

  test("reports a part that is not base64url", async () => {
    const text = writeJwe({ alg: "dir", enc: "A256GCM" }, [0, 12, 5, 16]);
    const { findings, parts } = await inspectAs("encrypted", `${text}=`);
    expect(findings.map(({ id }) => id)).toEqual(["jwe-part-invalid"]);
    expect(parts.at(-1)?.bytes).toBeNull();
  });
});

describe("the report about an opaque token", () => {
  test.each([
    ["0123456789", undefined, "digits", "Opaque token"],
    ["deadbeef01", "access_token", "hexadecimal digits", "Opaque access token"],
    ["GEZDGNBVGY3TQOJQ", undefined, "base32", "Opaque token"],
    ["s3cr3tOpaqueValue", "refresh_token", "letters and digits", "Refresh token"],
    ["s3cr3t-opaque_value", "Authorization", "base64url", "Opaque access token"],
    ["s3cr3t/opaque+value=", undefined, "base64", "Opaque token"],
    ["v1.MfTZ8-kd_0a9Q2s01234567", undefined, "bearer token", "probably a refresh token"],
    ["s3cr3t!value", undefined, "other characters", "Opaque token"],
    ["s3cr3tOpaqueValue", "registration_access_token", "letters", "Registration access token"],
  ])("names the alphabet and the likely kind of %s under %s", async (text, name, ...expected) => {
    const report = await inspectAs("opaque", text, name);
    expect(report.length).toBe(text.length);
    expect(report.alphabet).toContain(expected[0]);
    expect(report.tokenKind.title).toContain(expected[1]);
    expect(JSON.stringify(report), "the report contains nothing of the token").not.toContain(text);
  });

  test.each([
    ["6f1c2f5e-0d2b-4c7a-9a86-0c6d1f2e3a4b", "UUID"],
    ["ghx_0123456789abcdefghij", "prefix and random value"],
    ["v1.MfTZ8-kd_0a9Q2s01234567", "version prefix and random value"],
    ["s3cr3tOpaqueValue", undefined],
  ])("names the form of %s", async (text, form) => {
    expect((await inspectAs("opaque", text)).form).toBe(form);
  });
});
