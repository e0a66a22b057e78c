import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AuthError, type ParseHashOptions } from "../../../../lib/auth/index.ts";
import { catchAuthError, showAll } from "./caught-error.ts";
import { createJudge, signer } from "./judged-responses.ts";
import { goodClaims, issuer, jwksUrl } from "./signed-tokens.ts";

describe("parseHash and hostile input", () => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n";
  const bound = { numRuns: 500 };

  test("accepts no token of which a single character was changed, put in or taken out", async () => {
    const { judge } = createJudge();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom(...alphabet),
        fc.constantFrom("change", "insert", "remove"),
        async (position, character, way) => {
          const rest = token.slice(way === "insert" ? position : position + 1);
          const mutant = token.slice(0, position) + (way === "remove" ? "" : character) + rest;
          fc.pre(mutant !== token);
          const error = await catchAuthError(judge(mutant));
          expect(error.error).toBe("invalid_token");
          expect(showAll(error)).not.toContain(token.slice(0, 20));
        },
      ),
      bound,
    );
  });

  test("accepts a signature in one spelling only, though others would decode to the same bytes", async () => {
    const { judge } = createJudge();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const spellings = Array.from(alphabet.slice(0, 64), (last) => token.slice(0, -1) + last);
    for (const spelling of spellings.filter((text) => text !== token)) {
      expect((await catchAuthError(judge(spelling))).error).toBe("invalid_token");
    }
  });

  test("accepts no token one claim of which was changed without signing it again", async () => {
    const { judge } = createJudge();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const [header, , signature] = token.split(".");
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...Object.keys(goodClaims)), fc.string()),
        fc.jsonValue(),
        async (claim, value) => {
          const payload = JSON.stringify({ ...goodClaims, [claim]: value });
          fc.pre(payload !== JSON.stringify(goodClaims));
          const encoded = Buffer.from(payload).toString("base64url");
          const error = await catchAuthError(judge(`${header}.${encoded}.${signature}`));
          expect(error).toMatchObject({ error: "invalid_token", reason: "signature" });
        },
      ),
      bound,
    );
  });

  test("accepts no token with a checked claim of any other value, even when the tenant signed it", async () => {
    const { judge } = createJudge();
    expect(await judge(await signer.sign())).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("iss", "aud", "nonce", "azp"),
        fc.jsonValue(),
        async (claim, value) => {
          const right: unknown[] = ["client-1", issuer, "nonce-1", ["client-1"]];
          fc.pre(!right.map((one) => JSON.stringify(one)).includes(JSON.stringify(value)));
          const error = await catchAuthError(judge(await signer.sign({ [claim]: value })));
          expect(error.error).toBe("invalid_token");
        },
      ),
      { numRuns: 200 },
    );
  });

  test("answers any header with a refusal, and asks nobody but the tenant", async () => {
    const { judge, tenant } = createJudge();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const rest = token.slice(token.indexOf("."));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("alg", "kid", "typ", "crit", "jku", "x5u", "jwk", "b64", "zip"),
        fc.oneof(fc.jsonValue(), fc.constantFrom("none", "HS256", "RS384")),
        async (name, value) => {
          const header = JSON.stringify({ alg: "RS256", kid: "key-1", [name]: value });
          fc.pre(header !== JSON.stringify({ alg: "RS256", kid: "key-1" }));
          const encoded = Buffer.from(header).toString("base64url");
          expect((await catchAuthError(judge(encoded + rest))).error).toBe("invalid_token");
        },
      ),
      bound,
    );
    expect(new Set(tenant.requests.map(({ url }) => url))).toEqual(new Set([jwksUrl]));
  });

  test("answers any fragment with null or an AuthError", async () => {
    const { parseHash } = createJudge();
    const name = fc.constantFrom("access_token", "id_token", "state", "error", "__proto__", "x");
    const members = fc.array(fc.tuple(name, fc.string()), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), members), async (content) => {
        const hash =
          typeof content === "string"
            ? content
            : content.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
        const given: ParseHashOptions = { hash: `#${hash}` };
        const outcome = await parseHash(given).catch((error: unknown) => error);
        expect(outcome === null || outcome instanceof AuthError).toBe(true);
      }),
      bound,
    );
  });
});
