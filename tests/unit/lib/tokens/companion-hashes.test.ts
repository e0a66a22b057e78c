import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { findHashFindings, hashCompanions } from "../../../../lib/tokens/companion-hashes.ts";
import { decodeToken } from "../../../../lib/tokens/decode-token.ts";
import { writeToken } from "./sign-token.ts";

// The code and its hash are an example of OpenID Connect Core 1.0, appendix A.
const code = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk";
const accessToken = "access-1";
const hashes = { at_hash: hashHalf("sha256"), c_hash: "LDktKdoQak3Pk0cnXxCltA" };

function hashHalf(digest: string): string {
  const whole = createHash(digest).update(accessToken).digest();
  return whole.subarray(0, whole.length / 2).toString("base64url");
}

function decode(alg: unknown, claims: object = {}) {
  const result = decodeToken(writeToken({ alg }, claims));
  if (!result.ok) throw new Error(result.failure.message);
  return result.token;
}

test("computes the hashes of the given companions", async () => {
  const token = decode("RS256");
  expect(await hashCompanions(token, { accessToken, code })).toEqual(hashes);
  expect(await hashCompanions(token, { code })).toEqual({ c_hash: hashes.c_hash });
  expect(await hashCompanions(token, { accessToken })).toEqual({ at_hash: hashes.at_hash });
  expect(await hashCompanions(token, {})).toEqual({});
});

test.each([
  ["ES384", "sha384"],
  ["PS512", "sha512"],
])("uses half of the hash of %s", async (alg, digest) => {
  const at_hash = hashHalf(digest);
  expect(await hashCompanions(decode(alg), { accessToken })).toEqual({ at_hash });
});

test.each(["none", "EdDSA", 256, undefined])(
  "computes nothing for the algorithm %s",
  async (alg) => {
    expect(await hashCompanions(decode(alg), { accessToken, code })).toEqual({});
  },
);

test("finds nothing if the hashes are equal, absent from the token, or not computed", () => {
  expect(findHashFindings(decode("RS256", hashes), hashes)).toEqual([]);
  expect(findHashFindings(decode("RS256"), hashes)).toEqual([]);
  expect(findHashFindings(decode("RS256", hashes), {})).toEqual([]);
});

test("finds each different hash, with both values and the library's error", () => {
  const token = decode("RS256", { at_hash: "other-1", c_hash: "other-2" });
  const findings = findHashFindings(token, hashes);
  expect(findings).toMatchObject([
    { id: "access-token-hash-different", severity: "error", libraryError: "invalid_token" },
    { id: "code-hash-different", severity: "error", libraryError: "invalid_token" },
  ]);
  const [first, second] = findings;
  expect(first?.seen).toContain("other-1");
  expect(first?.seen).toContain(hashes.at_hash);
  expect(first?.source).toContain("3.2.2.9");
  expect(second?.seen).toContain(hashes.c_hash);
  expect(second?.source).toContain("3.3.2.10");
});
