import { beforeAll, describe, expect, test } from "vitest";
import { decodeToken } from "../../../../../lib/tokens/decode-token.ts";
import { parseKeys } from "../../../../../lib/tokens/keys/parse-keys.ts";
import type { SecretEncoding } from "../../../../../lib/tokens/keys/read-secret.ts";
import { verifySignature } from "../../../../../lib/tokens/verify-signature.ts";
import { encode, writeToken } from "../sign-token.ts";
import {
  createSampleKey,
  signWithSecret,
  toCertificate,
  toPkcs1,
  type SampleKey,
} from "./sample-keys.ts";

const asymmetric = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;
const isRsa = (alg: string) => /^[RP]S/.test(alg);

const keys = new Map<string, SampleKey>();
const others = new Map<string, SampleKey>();

beforeAll(async () => {
  for (const alg of asymmetric) {
    keys.set(alg, await createSampleKey(alg));
    others.set(alg, await createSampleKey(alg));
  }
}, 60_000);

function sample(alg: string, from = keys): SampleKey {
  const key = from.get(alg);
  if (key === undefined) throw new Error(`There is no sample for ${alg}.`);
  return key;
}

async function verify(text: string, pasted: string, encoding: SecretEncoding = "text") {
  const token = decodeToken(text);
  if (!token.ok) throw new Error(token.failure.message);
  const reading = await parseKeys(pasted, encoding);
  if (reading.kind !== "keys") throw new Error(`The keys are not readable: ${reading.kind}`);
  return await verifySignature(token.token, { pasted: reading.jwks });
}

describe.each(asymmetric)("a token signed with %s", (alg) => {
  const forms = [
    ["a JWK", (key: SampleKey) => JSON.stringify(key.jwk)],
    [
      "a JWK without kid, alg or use",
      ({ jwk }: SampleKey) => JSON.stringify({ ...jwk, kid: undefined, alg: undefined }),
    ],
    ["a JWKS", (key: SampleKey) => JSON.stringify({ keys: [{ ...key.jwk, use: "sig" }] })],
    ["a PEM", (key: SampleKey) => key.spki],
    ["a certificate", (key: SampleKey) => toCertificate(key.spki)],
  ] as const;

  test.each(forms)("is verified with %s, and not with that of another key", async (_, write) => {
    const key = sample(alg);
    const token = await key.sign();
    expect(await verify(token, write(key))).toMatchObject({
      kind: "verified",
      alg,
      keys: "pasted",
    });
    const other = await verify(token, write(sample(alg, others)));
    expect(other).toMatchObject({ kind: "wrong-signature", alg, keys: "pasted" });
    expect(other.message).toContain("the pasted keys");
  });

  test("is rejected after a change of its payload", async () => {
    const key = sample(alg);
    const [header, , signature] = (await key.sign()).split(".");
    const changed = `${header}.${encode('{"sub":"eve"}')}.${signature}`;
    expect((await verify(changed, key.spki)).kind).toBe("wrong-signature");
  });

  test("is not verified with the key of another algorithm family", async () => {
    const other = sample(isRsa(alg) ? "ES256" : "RS256");
    const outcome = await verify(await sample(alg).sign(), other.spki);
    expect(outcome).toMatchObject({ kind: "unknown-key" });
    expect(outcome.message).toContain(alg);
  });

  test("is never verified with a secret", async () => {
    const outcome = await verify(
      await sample(alg).sign(),
      "a secret of more than thirty-two bytes",
    );
    expect(outcome.kind).toBe("unknown-key");
    expect(outcome.message).toContain(`A secret cannot verify ${alg}.`);
  });
});

test.each(asymmetric.filter(isRsa))("%s is verified with a PKCS#1 public key", async (alg) => {
  const key = sample(alg);
  expect((await verify(await key.sign(), toPkcs1(key.spki))).kind).toBe("verified");
});

describe.each([
  ["HS256", 32],
  ["HS384", 48],
  ["HS512", 64],
] as const)("a token signed with %s", (alg, size) => {
  const secret = crypto.getRandomValues(new Uint8Array(size));
  const bytes = Buffer.from(secret);

  test.each([
    ["base64url", bytes.toString("base64url"), "base64url"],
    ["padded base64url", `${bytes.toString("base64url")}==`, "base64url"],
    ["base64", bytes.toString("base64"), "base64"],
    ["a JWK", JSON.stringify({ kty: "oct", k: bytes.toString("base64url") }), "text"],
    ["a JWKS with a public key", "", "text"],
  ] as const)("is verified with the secret as %s", async (_, pasted, encoding) => {
    const set = { keys: [sample("RS256").jwk, { kty: "oct", k: bytes.toString("base64url") }] };
    const text = pasted === "" ? JSON.stringify(set) : pasted;
    const outcome = await verify(await signWithSecret(secret, alg), text, encoding);
    expect(outcome).toMatchObject({
      kind: "verified",
      alg,
      message: "Signed with the pasted secret.",
    });
    expect(outcome).not.toHaveProperty("weakSecret");
  });

  test("is verified with the secret as text, and not with another text or encoding", async () => {
    const text = "s".repeat(size);
    const token = await signWithSecret(new TextEncoder().encode(text), alg);
    expect((await verify(token, `${text}\n`)).kind).toBe("verified");
    const wrong = await verify(token, `${text}s`);
    expect(wrong.kind).toBe("wrong-signature");
    expect(wrong.message).toContain("Check the secret and its encoding");
    expect((await verify(token, text, "base64url")).kind).toBe("wrong-signature");
  });

  test("tells that a secret is shorter than the hash", async () => {
    const text = "s".repeat(size - 1);
    const token = await signWithSecret(new TextEncoder().encode(text), alg);
    expect(await verify(token, text)).toMatchObject({
      kind: "verified",
      weakSecret: { bits: (size - 1) * 8, minimum: size * 8 },
    });
  });
});

describe("a token that is forged with a public key as the secret", () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const bareOf = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  const write: [string, (key: SampleKey) => string][] = [
    ["the PEM", (key) => key.spki],
    ["the PKCS#1 PEM", (key) => toPkcs1(key.spki)],
    ["the certificate", (key) => toCertificate(key.spki)],
    ["the base64 of the PEM", (key) => bareOf(key.spki)],
    [
      "the base64url of the PEM",
      (key) => Buffer.from(bareOf(key.spki), "base64").toString("base64url"),
    ],
    ["the base64 of the certificate", (key) => bareOf(toCertificate(key.spki))],
    ["the JWK", (key) => JSON.stringify(key.jwk)],
    ["the JWKS", (key) => JSON.stringify({ keys: [key.jwk] })],
  ];

  test.each(write)("is not verified with %s", async (_, text) => {
    const key = sample("RS256");
    const pasted = text(key);
    for (const forged of [pasted, pasted.trim(), `${pasted.trim()}\n`]) {
      for (const encoding of ["text", "base64", "base64url"] as const) {
        const token = await signWithSecret(utf8(forged), "HS256");
        const outcome = await verify(token, pasted, encoding);
        expect(outcome.kind).toBe("unknown-key");
        expect(outcome.message).toContain("A public key is never used as a secret");
      }
    }
  });

  test("is not verified with the modulus or the bytes of the key", async () => {
    const { jwk, spki } = sample("RS256");
    for (const secret of [utf8(jwk.n ?? ""), Buffer.from(bareOf(spki), "base64")]) {
      const token = await signWithSecret(secret, "HS256", { kid: jwk.kid });
      expect((await verify(token, JSON.stringify(jwk))).kind).toBe("wrong-signature");
      expect((await verify(token, spki)).kind).toBe("unknown-key");
    }
  });
});

describe("keys with names", () => {
  test("are chosen by the kid of the token, and the key of another name is not tried", async () => {
    const [one, two] = [
      await createSampleKey("RS256", "one"),
      await createSampleKey("RS256", "two"),
    ];
    const set = JSON.stringify({ keys: [one.jwk, two.jwk] });
    expect(await verify(await two.sign(), set)).toMatchObject({ kind: "verified", kid: "two" });
    expect((await verify(await two.sign({}, { kid: "one" }), set)).kind).toBe("wrong-signature");
    const unknown = await verify(await two.sign({}, { kid: "three" }), set);
    expect(unknown).toMatchObject({ kind: "unknown-key", knownKids: ["one", "two"] });
    expect(unknown.message).toContain('do not contain the key "three"');
  });

  test("each of a hundred is tried for a token without kid", async () => {
    const filler = Array.from({ length: 99 }, () => sample("ES256", others).jwk);
    const set = JSON.stringify({ keys: [...filler, sample("ES256").jwk] });
    expect((await verify(await sample("ES256").sign({}, {}), set)).kind).toBe("verified");
  });

  test.each([
    [{ use: "enc" }, "wrong-signature", "is not for RS256"],
    [{ alg: "RS512" }, "other-algorithm", 'is declared for "RS512", and the token is signed'],
  ])("do not simply verify against %j", async (limits, kind, words) => {
    const key = sample("RS256");
    const outcome = await verify(await key.sign(), JSON.stringify({ ...key.jwk, ...limits }));
    expect(outcome.kind).toBe(kind);
    expect(outcome.message).toContain(words);
  });
});

describe("an algorithm that browsers do not have", () => {
  test.each([
    ["ES256K", "secp256k1"],
    ["Ed448", "Ed448"],
  ])("%s is called unsupported, with its curve", async (alg, curve) => {
    const token = writeToken({ alg }, {});
    const outcome = await verify(token, sample("ES256").spki);
    expect(outcome.kind).toBe("unsupported-algorithm");
    expect(outcome.message).toContain(`Browsers do not support ${alg} (curve ${curve}).`);
  });

  test.each(["none", "NONE"])("%s is unsigned, with any key", async (alg) => {
    expect((await verify(writeToken({ alg }, {}, ""), "a secret")).kind).toBe("unsigned");
  });

  test("a short RSA key is called not usable", async () => {
    const jwk = { kty: "RSA", n: Buffer.alloc(128, 0xff).toString("base64url"), e: "AQAB" };
    const outcome = await verify(await sample("RS256").sign(), JSON.stringify(jwk));
    expect(outcome).toMatchObject({ kind: "keys-unavailable", keys: "pasted" });
    expect(outcome.message).toContain("too short");
  });
});
