import { beforeAll, describe, expect, test } from "vitest";
import { decodeToken } from "../../../../lib/tokens/decode-token.ts";
import type { KeySetReading } from "../../../../lib/tokens/key-set.ts";
import type { JsonWebKeySet } from "../../../../lib/tokens/read-key-set.ts";
import { verifySignature } from "../../../../lib/tokens/verify-signature.ts";
import { createSigner, encode, writeToken, type Signer } from "./sign-token.ts";

const issuer = "https://tenant.example/";
const claims = { sub: "db|1" };
let signer: Signer;
let stranger: Signer;

beforeAll(async () => {
  signer = await createSigner();
  stranger = await createSigner();
});

function decode(text: string) {
  const result = decodeToken(text);
  if (!result.ok) throw new Error(result.failure.message);
  return result.token;
}

function answerWith(...readings: KeySetReading[]) {
  const asked: (boolean | undefined)[] = [];
  return {
    asked,
    fetchKeys: async (options?: { refresh?: boolean }): Promise<KeySetReading> => {
      asked.push(options?.refresh);
      const reading = readings.shift();
      if (reading === undefined) throw new Error("the keys were asked for once too often");
      return reading;
    },
  };
}

const refuseFetch = {
  fetchKeys: () => Promise.reject(new Error("no keys should be asked for")),
};

describe("verifySignature", () => {
  test("verifies with the tenant's key of the same kid", async () => {
    const token = decode(await signer.sign(claims));
    const outcome = await verifySignature(token, { issuer, jwks: signer.jwks });
    expect(outcome).toMatchObject({ kind: "verified", kid: "key-1", alg: "RS256" });
  });

  test("tries the tenant's suitable keys for a token without kid", async () => {
    const other = await createSigner("key-2");
    const jwks = { keys: [...other.jwks.keys, ...signer.jwks.keys] };
    const token = decode(await signer.sign(claims, {}));
    expect(await verifySignature(token, { issuer, jwks })).toMatchObject({
      kind: "verified",
      kid: "key-1",
    });
  });

  test("rejects a payload that was changed after signing", async () => {
    const [header, , signature] = (await signer.sign(claims)).split(".");
    const token = decode(`${header}.${encode('{"sub":"db|2"}')}.${signature}`);
    const outcome = await verifySignature(token, { issuer, jwks: signer.jwks });
    expect(outcome).toMatchObject({ kind: "wrong-signature", kid: "key-1" });
  });

  test("rejects a signature by another key with the same kid", async () => {
    const token = decode(await stranger.sign(claims));
    const outcome = await verifySignature(token, { issuer, jwks: signer.jwks });
    expect(outcome.kind).toBe("wrong-signature");
  });

  test("rejects a key of another algorithm", async () => {
    const token = decode(writeToken({ alg: "RS512", kid: "key-1" }, claims));
    const outcome = await verifySignature(token, { issuer, jwks: signer.jwks });
    expect(outcome.kind).toBe("wrong-signature");
    expect(outcome.message).toContain("RS512");
  });

  test("says that a key which verifies the token is declared for another algorithm", async () => {
    const [key] = signer.jwks.keys;
    if (key === undefined) throw new Error("The signer has no key.");
    const token = decode(await signer.sign(claims));
    const outcome = await verifySignature(token, {
      issuer,
      jwks: { keys: [{ ...key, alg: "PS256" }] },
    });
    expect(outcome).toMatchObject({ kind: "other-algorithm", kid: "key-1", declared: "PS256" });
    const changed = decode(writeToken({ alg: "RS256", kid: "key-1" }, claims));
    const wrong = await verifySignature(changed, {
      issuer,
      jwks: { keys: [{ ...key, alg: "PS256" }] },
    });
    expect(wrong.kind).toBe("wrong-signature");
  });

  test("never uses a key of the token", async () => {
    const token = decode(await stranger.sign(claims, { kid: "key-9", jwk: stranger.jwks.keys[0] }));
    const outcome = await verifySignature(token, { issuer, jwks: signer.jwks });
    expect(outcome).toMatchObject({ kind: "unknown-key", kid: "key-9", knownKids: ["key-1"] });
  });

  test("does not use a key for encryption", async () => {
    const jwks = { keys: signer.jwks.keys.map((key) => ({ ...key, use: "enc" })) };
    const token = decode(await signer.sign(claims, {}));
    expect((await verifySignature(token, { issuer, jwks })).kind).toBe("unknown-key");
  });

  test("reports an invalid key as unavailable, not as a wrong signature", async () => {
    const jwks: JsonWebKeySet = { keys: [{ kty: "RSA", kid: "key-1", n: "AQAB", e: "AQAB" }] };
    const token = decode(await signer.sign(claims));
    expect((await verifySignature(token, { issuer, jwks })).kind).toBe("keys-unavailable");
  });
});

describe("an algorithm without a suitable key", () => {
  test.each([
    ["HS256", "unsupported-algorithm", /client secret.*RS256/u],
    ["none", "unsigned", /unsigned/u],
    ["NONE", "unsigned", /unsigned/u],
    ["XY1", "unsupported-algorithm", /not supported/u],
    [undefined, "unsupported-algorithm", /names no algorithm/u],
  ])("is rejected without a request for keys: %s", async (alg, kind, words) => {
    const token = decode(writeToken({ alg }, claims));
    const outcome = await verifySignature(token, { issuer, ...refuseFetch });
    expect(outcome.kind).toBe(kind);
    expect(outcome.message).toMatch(words);
  });

  test("never uses the public key as a shared secret", async () => {
    const token = decode(writeToken({ alg: "HS256", kid: "key-1" }, claims));
    const outcome = await verifySignature(token, { issuer, jwks: signer.jwks });
    expect(outcome.kind).toBe("unsupported-algorithm");
  });

  test.each([{ crit: ["b64"], b64: false }, { b64: false }, { crit: ["exp"] }])(
    "is rejected with an unknown extension: %j",
    async (extension) => {
      const token = decode(writeToken({ alg: "RS256", ...extension }, claims));
      const outcome = await verifySignature(token, { issuer, ...refuseFetch });
      expect(outcome.kind).toBe("unsupported-header");
    },
  );
});

describe("cached keys", () => {
  const stale = (): KeySetReading => ({ ok: true, jwks: stranger.jwks, isCached: true });
  const fresh = (): KeySetReading => ({ ok: true, jwks: signer.jwks, isCached: false });

  test("are fetched once more before a signature is rejected", async () => {
    const { asked, fetchKeys } = answerWith(stale(), fresh());
    const token = decode(await signer.sign(claims));
    expect((await verifySignature(token, { issuer, fetchKeys })).kind).toBe("verified");
    expect(asked).toEqual([undefined, true]);
  });

  test("are not fetched again if they are fresh", async () => {
    const { asked, fetchKeys } = answerWith(fresh());
    const token = decode(await signer.sign(claims, { kid: "key-7" }));
    expect((await verifySignature(token, { issuer, fetchKeys })).kind).toBe("unknown-key");
    expect(asked).toHaveLength(1);
  });

  test("that cannot be loaded leave the signature unchecked, with the reason", async () => {
    const { fetchKeys } = answerWith({ ok: false, why: "The tenant is away. Start it." });
    const token = decode(await signer.sign(claims));
    expect(await verifySignature(token, { issuer, fetchKeys })).toEqual({
      kind: "keys-unavailable",
      message: "The tenant is away. Start it.",
    });
  });
});
