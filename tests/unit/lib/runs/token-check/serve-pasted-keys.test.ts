import { beforeAll, describe, expect, test } from "vitest";
import { checkWithLibrary } from "../../../../../lib/runs/token-check/check-with-library.ts";
import { isLibraryKey } from "../../../../../lib/runs/token-check/serve-pasted-keys.ts";
import { parseKeys } from "../../../../../lib/tokens/keys/parse-keys.ts";
import type { JsonWebKey } from "../../../../../lib/tokens/read-key-set.ts";
import { createSampleKey, type SampleKey } from "../../tokens/keys/sample-keys.ts";
import { checkedAt, keySet, validTokens } from "./faulty-id-tokens.ts";

const [valid] = validTokens;
const question = { token: "", domain: "tenant.example", clientId: "client-1", ...valid?.question };

/** Checks a valid token with pasted keys. A request fails the check. */
function checkWith(keys: JsonWebKey[], token = question.token) {
  return checkWithLibrary(
    { ...question, token, keys: { keys } },
    {
      clock: { now: () => checkedAt, after: () => () => undefined },
      crypto: globalThis.crypto,
      fetch(url) {
        throw new Error(`Nothing may be requested: ${url}`);
      },
    },
  );
}

/** The keys as an issuer can publish them: without alg and use. */
const published = keySet.keys.map(({ kty = "", n, e, kid }): JsonWebKey => ({ kty, n, e, kid }));
const [own] = published;
let samples: Readonly<Record<string, SampleKey>>;

beforeAll(async () => {
  const algorithms = ["RS256", "PS256", "ES256", "EdDSA"];
  const made = await Promise.all(algorithms.map((alg) => createSampleKey(alg, "key-1")));
  samples = Object.fromEntries(made.map((key) => [key.alg, key]));
});

describe("pasted keys in the library's check", () => {
  test("are used in place of the tenant's, without a request", async () => {
    expect(await checkWith(published)).toEqual({ kind: "accepted" });
  });

  test("without kid, such as a PEM, are used for any token", async () => {
    const { kid: _kid, kty = "", ...nameless } = own ?? {};
    expect(await checkWith([{ ...nameless, kty }])).toEqual({ kind: "accepted" });
    const reading = await parseKeys(samples["RS256"]?.spki ?? "", "text");
    const keys = reading.kind === "keys" ? reading.jwks.keys : [];
    expect(await checkWith(keys)).toMatchObject({ kind: "rejected", reason: "signature" });
  });

  test("that do not contain the token's kid are refused as the library refuses them", async () => {
    const other = { kty: "", ...own, kid: "key-9" };
    expect(await checkWith([other])).toMatchObject({
      reason: "kid",
      errorDescription: expect.stringContaining("key-9"),
    });
  });

  test.each([
    ["RS256", {}],
    ["RS256", { alg: "RS512" }],
    ["RS256", { use: "enc" }],
    ["RS256", { n: "AQAB" }],
    ["RS256", { n: 5 }],
    ["PS256", {}],
    ["ES256", {}],
    ["EdDSA", {}],
  ])("are skipped exactly if the library skips them: %s with %j", async (alg, change) => {
    const key: JsonWebKey = { kty: "", ...samples[alg]?.jwk, ...change };
    const answer = await checkWith([key]);
    expect(answer).toMatchObject({ reason: isLibraryKey(key) ? "signature" : "kid" });
  });

  test("never give the library a secret", async () => {
    const secret = { kty: "oct", k: "c2VjcmV0", kid: "key-1" };
    expect(isLibraryKey(secret)).toBe(false);
    const answer = await checkWith([secret]);
    expect(answer).toMatchObject({ reason: "kid" });
    expect(JSON.stringify(answer)).not.toContain("c2VjcmV0");
  });

  test.each(["é.e30.AAAA", "", "e30"])(
    "answer for the text %j as the library does",
    async (text) => {
      expect(["rejected", "no-token"]).toContain((await checkWith(published, text)).kind);
    },
  );
});
