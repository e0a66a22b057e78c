import { describe, expect, test, vi } from "vitest";
import { WebAuth } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { fakePorts, FakeTenant } from "./fake-ports.ts";
import { createJudge, signer } from "./judged-responses.ts";
import { fragment, judgingPorts, jwksUrl, options, serveKeys, Signer } from "./signed-tokens.ts";

describe("parseHash and the keys", () => {
  test("loads only the tenant's own key set, for any URL in a token", async () => {
    const { judge, tenant } = createJudge();
    expect(await judge(await signer.sign())).not.toBeNull();
    const stranger = await Signer.create();
    const forged = await stranger.sign(
      { iss: "https://evil.example/" },
      {
        kid: "other",
        jku: "https://evil.example/keys",
        x5u: "https://evil.example/cert",
        jwk: stranger.publicJwk,
      },
    );
    expect(await catchAuthError(judge(forged))).toMatchObject({ reason: "kid" });
    expect(new Set(tenant.requests.map(({ url }) => url))).toEqual(new Set([jwksUrl]));
  });

  test("sends a request that needs no preflight, and follows no redirect", async () => {
    const { judge, tenant } = createJudge();
    await judge(await signer.sign());
    const signal = expect.any(AbortSignal);
    expect(tenant.requests).toEqual([
      {
        url: jwksUrl,
        request: { method: "GET", headers: {}, credentials: "omit", redirect: "error", signal },
      },
    ]);
  });

  test("loads the keys once for many responses, also in parallel", async () => {
    const { judge, tenant } = createJudge();
    const token = await signer.sign();
    await Promise.all([judge(token), judge(token), judge(token)]);
    await judge(token);
    expect(tenant.requests).toHaveLength(1);
  });

  test("loads the keys again for an unknown kid, and finds a rotated key", async () => {
    const next = await Signer.create("key-2");
    let served = [signer];
    const tenant = new FakeTenant().answer(jwksUrl, () =>
      Response.json({ keys: served.map(({ publicJwk }) => publicJwk) }),
    );
    const { judge } = createJudge({}, tenant);
    expect(await judge(await signer.sign())).not.toBeNull();
    served = [next];
    expect(await judge(await next.sign())).not.toBeNull();
    expect(tenant.requests).toHaveLength(2);
  });

  test("loads the keys at most once a minute for many unknown kids", async () => {
    const { judge, tenant, clock } = createJudge();
    const known = await signer.sign();
    const unknown = await Promise.all(["a", "b", "c"].map((kid) => signer.sign({}, { kid })));
    expect(await judge(known)).not.toBeNull();
    const refuseAll = async (): Promise<void> => {
      for (const error of await Promise.all(unknown.map((token) => catchAuthError(judge(token))))) {
        expect(error).toMatchObject({ error: "invalid_token", reason: "kid" });
      }
    };
    await refuseAll();
    await refuseAll();
    expect(tenant.requests).toHaveLength(2);
    clock.advance(59_999);
    await refuseAll();
    expect(tenant.requests).toHaveLength(2);
    clock.advance(1);
    await refuseAll();
    expect(tenant.requests).toHaveLength(3);
    expect(await judge(known)).not.toBeNull();
    expect(tenant.requests).toHaveLength(3);
  });

  test("loads the keys at most once a minute for an unknown kid before any load", async () => {
    const { judge, tenant } = createJudge();
    const unknown = await signer.sign({}, { kid: "other" });
    for (const _ of [1, 2, 3]) {
      expect(await catchAuthError(judge(unknown))).toMatchObject({ reason: "kid" });
    }
    expect(tenant.requests).toHaveLength(1);
    expect(await judge(await signer.sign())).not.toBeNull();
  });

  test("loads the keys again after the clock was set back", async () => {
    const { judge, tenant, clock } = createJudge();
    const unknown = await signer.sign({}, { kid: "other" });
    await catchAuthError(judge(unknown));
    clock.advance(-3_600_000);
    await catchAuthError(judge(unknown));
    expect(tenant.requests).toHaveLength(2);
  });

  test("tries each of several keys with one kid, also if one is invalid", async () => {
    const twin = await Signer.create("key-1");
    const broken = { ...signer.publicJwk, n: "!".repeat(400) };
    const sets = [
      [signer.publicJwk, twin.publicJwk],
      [twin.publicJwk, signer.publicJwk],
      [broken, signer.publicJwk],
    ];
    for (const keys of sets) {
      const tenant = new FakeTenant().answer(jwksUrl, () => Response.json({ keys }));
      const { judge } = createJudge({}, tenant);
      expect(await judge(await signer.sign())).not.toBeNull();
      const forged = await (await Signer.create("key-1")).sign();
      expect(await catchAuthError(judge(forged))).toMatchObject({ reason: "signature" });
      expect(tenant.requests).toHaveLength(1);
    }
  });

  test("loads the keys again after ten minutes", async () => {
    const { judge, tenant, clock } = createJudge();
    const token = await signer.sign();
    await judge(token);
    clock.advance(10 * 60 * 1000 - 1);
    await judge(token);
    expect(tenant.requests).toHaveLength(1);
    clock.advance(1);
    await judge(token);
    expect(tenant.requests).toHaveLength(2);
  });

  test("imports a key once for many responses", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const { judge } = createJudge();
    const token = await signer.sign();
    importKey.mockClear();
    for (const _ of [1, 2, 3]) expect(await judge(token)).not.toBeNull();
    expect(importKey).toHaveBeenCalledTimes(1);
    importKey.mockRestore();
  });

  test("accepts a token without a kid from a tenant with one key, not with two", async () => {
    const token = await signer.sign({}, {});
    expect(await createJudge().judge(token)).not.toBeNull();
    const two = createJudge({}, serveKeys(signer, await Signer.create("key-2")));
    expect(await catchAuthError(two.judge(token))).toMatchObject({ reason: "kid" });
  });

  test.each([
    ["kty", "EC"],
    ["use", "enc"],
    ["alg", "HS256"],
    ["n", "AQAB"],
    // One character less than the smallest valid modulus.
    ["n", "s".repeat(341)],
    ["n", 7],
    ["e", undefined],
  ])("ignores a key whose %s is %j", async (member, value) => {
    const { judge } = createJudge();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const tenant = new FakeTenant().answer(jwksUrl, () =>
      Response.json({ keys: [null, 7, { ...signer.publicJwk, [member]: value }] }),
    );
    const error = await catchAuthError(createJudge({}, tenant).judge(token));
    expect(error).toMatchObject({ error: "invalid_token", reason: "kid" });
  });

  test.each([
    ["a limit in plain text", () => new Response("Rate limit exceed", { status: 429 }), 429],
    ["a page", () => new Response("<html>"), 200],
    ["no key set", () => Response.json({ keys: "none" }), 200],
    [
      "nothing",
      () => {
        throw new TypeError("Failed to fetch");
      },
      undefined,
    ],
  ])(
    "reports %s in place of the keys, and requests them again the next time",
    async (_what, answer, statusCode) => {
      let isDown = true;
      const tenant = new FakeTenant().answer(jwksUrl, () =>
        isDown ? answer() : Response.json({ keys: [signer.publicJwk] }),
      );
      const { judge } = createJudge({}, tenant);
      const token = await signer.sign();
      const error = await catchAuthError(judge(token));
      expect(error).toMatchObject({ error: "invalid_token", reason: "keys_missing" });
      expect(error.statusCode).toBe(statusCode);
      isDown = false;
      expect(await judge(token)).not.toBeNull();
    },
  );

  test("reports a page without WebCrypto", async () => {
    const ports = { ...judgingPorts(serveKeys(signer)), crypto: { getRandomValues: () => null } };
    const { parseHash } = new WebAuth({ ...options, ports: fakePorts(ports) });
    const hash = fragment({ id_token: await signer.sign(), state: "s" });
    const error = await catchAuthError(parseHash({ hash, state: "s" }));
    expect(error).toMatchObject({ error: "runtime_error", reason: "crypto_missing" });
  });
});
