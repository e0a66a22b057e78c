import { describe, expect, test } from "vitest";
import { WebAuth, type AuthError, type AuthResult } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { fakePorts, listLogins } from "./fake-ports.ts";
import { beginLogin, createJudge } from "./judged-responses.ts";
import { fragment, goodClaims, judgingPorts, options, serveKeys } from "./signed-tokens.ts";

describe("parseHash", () => {
  test(
    "converts the response to authorize into a result",
    {
      tags: ["library.parse-hash.result", "library.result.access-token", "library.result.id-token"],
    },
    async () => {
      const { webAuth, hash, state, nonce } = await beginLogin({ appState: { from: "/cart" } });
      const result = await webAuth.parseHash({ hash });
      expect(result).toEqual({
        accessToken: "access-1",
        idToken: new URLSearchParams(hash.slice(1)).get("id_token"),
        idTokenPayload: { ...goodClaims, nonce },
        refreshToken: null,
        expiresIn: "7200",
        tokenType: "Bearer",
        scope: null,
        state,
        appState: { from: "/cart" },
      });
    },
  );

  test(
    "returns the lifetime as a string of seconds",
    { tags: ["library.result.expires-in"] },
    async () => {
      const { webAuth, hash } = await beginLogin();
      expect((await webAuth.parseHash({ hash }))?.expiresIn).toBe("7200");
    },
  );

  test(
    "reads the page's own fragment by default",
    { tags: ["library.parse-hash.hash"] },
    async () => {
      const hash = fragment({ access_token: "access-1", state: "s" });
      const location = { hash: () => hash, origin: () => "https://app.example" };
      const { parseHash } = new WebAuth({
        ...options,
        ports: fakePorts({ ...judgingPorts(serveKeys()), location }),
      });
      expect((await parseHash({ state: "s" }))?.accessToken).toBe("access-1");
    },
  );

  test.each(["", "#", "#/", "/", "?", "?/"])(
    "accepts a fragment or a query that begins with %j",
    async (prefix) => {
      const { parseHash } = createJudge();
      const hash = prefix + fragment({ access_token: "a", state: "s" }).slice(1);
      expect((await parseHash({ hash, state: "s" }))?.accessToken).toBe("a");
    },
  );

  test.each(["", "#", "#section-2", "#code=abc&state=s", "#access_token=", "#state=s"])(
    "returns null for %j, which has neither a token nor an error",
    async (hash) => {
      expect(await createJudge().parseHash({ hash })).toBeNull();
    },
  );

  test.each(["#100%", "#caf%E9", "#off=50%", "#tag=a&tag=b"])(
    "returns null for the page's own fragment %j in any notation",
    async (hash) => {
      expect(await createJudge().parseHash({ hash })).toBeNull();
    },
  );

  test(
    "calls back with an error, then a result",
    { tags: ["library.callbacks.err-result"] },
    async () => {
      const { webAuth, hash } = await beginLogin();
      const { parseHash } = webAuth;
      const ask = () =>
        new Promise<[AuthError | null, AuthResult | null]>((resolve) => {
          parseHash({ hash }, (...call) => resolve(call));
        });
      const [noError, result] = await ask();
      expect([noError, result?.accessToken]).toEqual([null, "access-1"]);
      const [error, noResult] = await ask();
      expect([error?.error, noResult]).toEqual(["invalid_token", null]);
    },
  );

  test("accepts a callback as its only argument", async () => {
    const location = { hash: () => "", origin: () => "" };
    const { parseHash } = new WebAuth({
      ...options,
      ports: fakePorts({ ...judgingPorts(serveKeys()), location }),
    });
    const call = await new Promise((resolve) => {
      parseHash((...call) => resolve(call));
    });
    expect(call).toEqual([null, null]);
  });

  test("rejects with the service's own error and state, and ends the login", async () => {
    const { webAuth, state, storage } = await beginLogin();
    const hash = fragment({ error: "access_denied", error_description: "No, thanks.", state });
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error).toMatchObject({
      error: "access_denied",
      errorDescription: "No, thanks.",
      state,
    });
    expect(listLogins(storage)).toEqual([]);
  });

  test.each([
    ["text", /^options parameter is not valid/],
    [{ hash: 7 }, /^hash option is not valid/],
    [{ state: {} }, /^state option is not valid/],
    [{ nonce: 7 }, /^nonce option is not valid/],
    [{ responseType: "x" }, /^responseType option is not valid/],
  ])("rejects %j at once", (given, message) => {
    expect(() => callUntyped(createJudge().parseHash, given)).toThrow(message);
  });
});

describe("parseHash and a malformed fragment", () => {
  test("rejects a repeated member, and accepts a single one", async () => {
    const { parseHash } = createJudge();
    const once = fragment({ access_token: "a", state: "s" });
    expect(await parseHash({ hash: once, state: "s" })).not.toBeNull();
    for (const more of ["&access_token=b", "&state=s", "&error="]) {
      const twice = parseHash({ hash: `${once}${more}${more}`, state: "s" });
      expect(await catchAuthError(twice)).toMatchObject({ error: "invalid_hash" });
    }
  });

  test("rejects a fragment that is not percent-encoded, and accepts it encoded", async () => {
    const { parseHash } = createJudge();
    const hash = fragment({ access_token: "50%", state: "s" });
    expect(await parseHash({ hash, state: "s" })).toMatchObject({ accessToken: "50%" });
    const broken = parseHash({ hash: hash.replace("%25", "%"), state: "s" });
    expect(await catchAuthError(broken)).toMatchObject({
      error: "invalid_hash",
      reason: "hash_malformed",
    });
  });

  test("rejects a fragment longer than any response", async () => {
    const hash = fragment({ access_token: "a".repeat(300_000), state: "s" });
    const error = await catchAuthError(createJudge().parseHash({ hash, state: "s" }));
    expect(error).toMatchObject({ error: "invalid_hash", reason: "hash_malformed" });
    expect(showAll(error)).not.toContain("aaaa");
  });
});
