import { exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import { describe, expect, test } from "vitest";
import { decodeToken } from "../../../../../lib/tokens/decode-token.ts";
import {
  findPrivateMembers,
  thumbprintOfProof,
  verifyProof,
} from "../../../../../lib/tokens/kinds/dpop-key.ts";
import { writeToken } from "../sign-token.ts";

function decode(compact: string) {
  const result = decodeToken(compact);
  if (!result.ok) throw new Error("The token of the test cannot be decoded.");
  return result.token;
}

const proofWith = (header: object) => decode(writeToken({ typ: "dpop+jwt", ...header }, {}));

/** Signs a proof, with the public key in its header unless another is given. */
async function prove(alg: string, header: { jwk?: JWK; kid?: string } = {}) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const compact = await new SignJWT({ jti: "p-1" })
    .setProtectedHeader({ typ: "dpop+jwt", alg, jwk, ...header })
    .sign(privateKey);
  return { compact, jwk };
}

describe("the private members of the key in a header", () => {
  // RFC 7518, sections 6.2.2, 6.3.2 and 6.4.
  test.each(["d", "p", "q", "dp", "dq", "qi", "oth", "k"])("are %s", (name) => {
    expect(findPrivateMembers({ jwk: { kty: "RSA", n: "x", e: "AQAB", [name]: "x" } })).toEqual([
      name,
    ]);
  });

  test.each([
    ["a public key", { kty: "EC", crv: "P-256", x: "x", y: "y", kid: "k", use: "sig" }],
    ["a text", "d"],
    ["null", null],
  ])("are none in %s", (_name, jwk) => {
    expect(findPrivateMembers({ jwk })).toEqual([]);
  });

  test("are none in a header without a key", () => {
    expect(findPrivateMembers({})).toEqual([]);
  });
});

describe("a proof", () => {
  test.each(["ES256", "RS256", "PS256", "EdDSA"])(
    "signed with %s is verified with the key in its own header, which proves possession alone",
    async (alg) => {
      const { compact } = await prove(alg);
      expect(await verifyProof(decode(compact))).toEqual({
        kind: "verified",
        kid: null,
        alg,
        message:
          "Signed with the key in its own header. This proves possession of that key, not who has it.",
      });
    },
  );

  test("with a kid in its header is verified with the key there, which has none", async () => {
    const { compact } = await prove("ES256", { kid: "mine" });
    expect(await verifyProof(decode(compact))).toMatchObject({ kind: "verified", kid: "mine" });
  });

  test.each([
    ["of another pair", async () => (await prove("ES256")).jwk],
    ["of another type", async () => (await prove("RS256")).jwk],
    ["that is no point of its curve", () => ({ kty: "EC", crv: "P-256", x: "AA", y: "AA" })],
  ])("with a key %s has a signature that does not match it", async (_name, readKey) => {
    const { compact } = await prove("ES256", { jwk: await readKey() });
    expect(await verifyProof(decode(compact))).toEqual({
      kind: "wrong-signature",
      kid: null,
      alg: "ES256",
      message: "The signature does not match the key in the header.",
    });
  });

  const jwk = { kty: "EC", crv: "P-256", x: "x", y: "y" };
  test.each([
    ["without an algorithm", { jwk }, "unsupported-algorithm"],
    ["with the algorithm none", { alg: "none", jwk }, "unsigned"],
    ["with an unknown algorithm", { alg: "XX1", jwk }, "unsupported-algorithm"],
    ["with a critical parameter", { alg: "ES256", jwk, crit: ["b64"] }, "unsupported-header"],
  ])("%s is said to be so, whatever its key", async (_name, header, kind) => {
    expect((await verifyProof(proofWith(header)))?.kind).toBe(kind);
  });

  test.each([
    ["no key", {}],
    ["a text for a key", { jwk: "key" }],
    ["a key without kty", { jwk: { crv: "P-256", x: "x", y: "y" } }],
    ["a shared secret", { jwk: { kty: "oct", k: "c2VjcmV0" } }],
  ])("with %s is not verified, and has no thumbprint", async (_name, header) => {
    const proof = proofWith({ alg: "ES256", ...header });
    expect(await verifyProof(proof)).toBeNull();
    expect(await thumbprintOfProof(proof)).toBeUndefined();
  });
});

describe("the thumbprint of the key", () => {
  // RFC 7638, section 3.1.
  const n =
    "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
  const thumbprint = "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs";

  test("is that of its required members alone", async () => {
    const jwk = { kty: "RSA", n, e: "AQAB", alg: "RS256", kid: "2011-04-29" };
    expect(await thumbprintOfProof(proofWith({ alg: "RS256", jwk }))).toBe(thumbprint);
    expect(await thumbprintOfProof(proofWith({ alg: "RS256", jwk, kid: "other" }))).toBe(
      thumbprint,
    );
  });

  test("is missing if a required member is", async () => {
    const proof = proofWith({ alg: "RS256", jwk: { kty: "RSA", n } });
    expect(await thumbprintOfProof(proof)).toBeUndefined();
  });
});
