import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { FakeClock } from "./fake-ports.ts";
import { createJudge, signer } from "./judged-responses.ts";
import { fragment, jwksUrl } from "./signed-tokens.ts";

// OpenID Connect Core 1.0, sections 3.3.2.10 and 3.3.2.11: an ID token can contain a code's hash.

const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");

describe("the code hash of an ID token", () => {
  test("is accepted if it matches the code of the response", async () => {
    const { judge } = createJudge();
    const result = await judge(await signer.sign({ c_hash: hashOf("code-1") }), { code: "code-1" });
    expect(result?.code).toBe("code-1");
  });

  test.each([hashOf("code-2"), "", 7, null, hashOf("code-1").slice(1)])(
    "is rejected if it is %j",
    async (c_hash) => {
      const { judge } = createJudge();
      const error = await catchAuthError(judge(await signer.sign({ c_hash }), { code: "code-1" }));
      expect(error).toMatchObject({ error: "invalid_token", reason: "c_hash" });
    },
  );

  test("is not checked without a code, and a code is accepted without the hash", async () => {
    const { judge } = createJudge();
    expect(await judge(await signer.sign({ c_hash: "x" }))).not.toBeNull();
    expect((await judge(await signer.sign(), { code: "code-1" }))?.code).toBe("code-1");
  });
});

describe("an ID token beside a code that this page redeems", () => {
  /**
   * A login with a code and an ID token; the token endpoint returns an ID token for one user.
   */
  async function beginHybrid(subject = "auth0|ada") {
    let visited = "";
    const redeemed: string[] = [];
    const goTo = (url: string): void => {
      visited = url;
    };
    const nonceOf = (): string => new URL(visited).searchParams.get("nonce") ?? "";
    const page = createWebAuth({
      clock: new FakeClock(),
      navigation: { goTo },
      async fetch(url, { body }) {
        if (url === jwksUrl) return Response.json({ keys: [signer.publicJwk] });
        redeemed.push(new URLSearchParams(body).get("code") ?? "");
        const id_token = await signer.sign({ nonce: nonceOf(), sub: subject });
        return Response.json({ access_token: "a", id_token });
      },
    });
    await page.authorize({ pkce: true, responseType: "code id_token" });
    const state = new URL(visited).searchParams.get("state") ?? "";
    const finish = async (claims: Record<string, unknown>) => {
      const id_token = await signer.sign({ nonce: nonceOf(), ...claims });
      return page.parseHash({ hash: fragment({ code: "code-1", id_token, state }) });
    };
    return { finish, redeemed };
  }

  test("is verified before the code is redeemed", async () => {
    const good = await beginHybrid();
    expect((await good.finish({ c_hash: hashOf("code-1") }))?.accessToken).toBe("a");
    for (const [claims, reason] of [
      [{ c_hash: hashOf("code-2") }, "c_hash"],
      [{ nonce: "other" }, "nonce"],
      [{ aud: "client-2" }, "aud"],
    ] as const) {
      const { finish, redeemed } = await beginHybrid();
      expect(await catchAuthError(finish(claims))).toMatchObject({ reason });
      expect(redeemed).toEqual([]);
    }
  });

  test("must have the same user as the ID token of the token endpoint", async () => {
    const { finish } = await beginHybrid("auth0|mallory");
    const error = await catchAuthError(finish({ c_hash: hashOf("code-1") }));
    expect(error).toMatchObject({
      error: "invalid_token",
      reason: "sub",
      errorDescription:
        'The code and the ID token have different users: sub is "auth0|mallory", expected "auth0|ada".',
      remedy: "Do not use it. Log in again.",
    });
  });
});
