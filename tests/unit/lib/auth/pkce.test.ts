import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AuthPorts } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { listLogins } from "./fake-ports.ts";
import { ada, readBody, TenantPage } from "./tenant-page.ts";

/** A login with PKCE, and its response with a code. */
async function begin(scope = "openid email offline_access") {
  const page = new TenantPage();
  const webAuth = page.create({ pkce: true, scope });
  await webAuth.authorize({ appState: 7 });
  const sent = Object.fromEntries(new URL(page.visited[0] ?? "").searchParams);
  const { hash } = new URL(await page.logIn());
  return { page, webAuth, sent, hash };
}

describe("a login by PKCE", () => {
  test("requests a code with an S256 challenge, and redeems it once with the verifier", async () => {
    const { page, webAuth, sent, hash } = await begin();
    expect(sent).toMatchObject({
      response_type: "code",
      response_mode: "fragment",
      code_challenge_method: "S256",
    });
    expect(sent).not.toHaveProperty("code_verifier");
    expect(sent["nonce"]).toMatch(/^[\w-]{43}$/);
    const result = await webAuth.parseHash({ hash });
    expect(result).toMatchObject({
      idTokenPayload: { email: ada.username, nonce: sent["nonce"] },
      state: sent["state"],
      appState: 7,
    });
    expect(result?.refreshToken).toEqual(expect.any(String));
    const redeemed = page.requests.filter(({ url }) => url.endsWith("/oauth/token"));
    expect(redeemed).toHaveLength(1);
    const verifier = String(readBody(redeemed[0])["code_verifier"]);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    expect(sent["code_challenge"]).toBe(challenge);
    // A form without own headers needs no preflight.
    expect(redeemed[0]?.request).toMatchObject({ headers: {}, credentials: "omit" });
    expect(listLogins(page.storage)).toEqual([]);
    expect(await catchAuthError(webAuth.parseHash({ hash }))).toMatchObject({
      reason: "state_unknown",
    });
  });

  test("is rejected for a state of another login, and without a state", async () => {
    const { webAuth, hash } = await begin();
    const change = (state: string | null) => {
      const members = new URLSearchParams(hash.slice(1));
      if (state === null) members.delete("state");
      else members.set("state", state);
      return webAuth.parseHash({ hash: `#${members.toString()}` });
    };
    expect(await catchAuthError(change("other"))).toMatchObject({ reason: "state_unknown" });
    expect(await catchAuthError(change(null))).toMatchObject({ reason: "state_missing" });
    expect(await webAuth.parseHash({ hash })).not.toBeNull();
  });

  test("requires an ID token for the scope openid", async () => {
    const { page, hash } = await begin();
    const fetch = () => Response.json({ access_token: "a", token_type: "Bearer" });
    const { parseHash } = page.create({ pkce: true, ports: page.ports({ fetch }) });
    expect(await catchAuthError(parseHash({ hash }))).toMatchObject({ reason: "token_missing" });
    for (const scope of ["email", "email read:openid-clients"]) {
      const without = await begin(scope);
      expect((await without.webAuth.parseHash({ hash: without.hash }))?.accessToken).toEqual(
        expect.any(String),
      );
    }
  });

  test("requests the keys while it redeems the code, not after", async () => {
    const { page, hash } = await begin();
    const keysRequested = Promise.withResolvers<void>();
    const fetch: AuthPorts["fetch"] = async (url, request) => {
      if (url.endsWith("/oauth/token")) await keysRequested.promise;
      else keysRequested.resolve();
      return await page.fetch(url, request);
    };
    const { parseHash } = page.create({ pkce: true, ports: page.ports({ fetch }) });
    expect(await parseHash({ hash })).toMatchObject({ idTokenPayload: { email: ada.username } });
    expect(page.requests.filter(({ url }) => url.endsWith("/jwks.json"))).toHaveLength(1);
  });

  test.each([
    ["no keys", () => new Response("", { status: 503 })],
    ["other keys, from before a rotation", () => Response.json({ keys: [] })],
  ])("requests the keys again if it first got %s", async (_what, answerFirst) => {
    const { page, hash } = await begin();
    let count = 0;
    const fetch: AuthPorts["fetch"] = async (url, request) => {
      const isFirst = url.endsWith("/jwks.json") && (count += 1) === 1;
      return isFirst ? answerFirst() : await page.fetch(url, request);
    };
    const { parseHash } = page.create({ pkce: true, ports: page.ports({ fetch }) });
    expect(await parseHash({ hash })).toMatchObject({ idTokenPayload: { email: ada.username } });
    expect(count).toBe(2);
  });

  test("requests no keys without the scope openid", async () => {
    const { page, webAuth, hash } = await begin("email");
    expect(await webAuth.parseHash({ hash })).toMatchObject({ idToken: null });
    expect(page.requests.filter(({ url }) => url.endsWith("/jwks.json"))).toEqual([]);
  });

  test("renews in a hidden frame", async () => {
    const { page, webAuth } = await begin();
    const result = await webAuth.checkSession();
    expect(result).toMatchObject({ idTokenPayload: { email: ada.username } });
    expect(page.requests.map(({ url }) => new URL(url).pathname)).toContain("/oauth/token");
  });

  test("can be enabled and disabled for one call", async () => {
    const page = new TenantPage();
    await page.create().authorize({ pkce: true });
    await page.create({ pkce: true }).authorize({ pkce: false });
    const [chosen, left] = page.visited.map((url) => new URL(url).searchParams);
    expect(chosen?.get("response_type")).toBe("code");
    expect(left?.get("response_type")).toBe("token id_token");
    expect(left?.has("code_challenge")).toBe(false);
  });

  test("keeps a response type with a code, and the caller's own challenge", async () => {
    const page = new TenantPage();
    const { authorize } = page.create({ pkce: true });
    await authorize({ responseType: "code id_token" });
    await authorize({ codeChallenge: "own" });
    const [hybrid, own] = page.visited.map((url) => new URL(url).searchParams);
    expect(hybrid?.get("response_type")).toBe("code id_token");
    expect(own?.get("code_challenge")).toBe("own");
  });

  test("redeems a code of a query that the caller passes", async () => {
    const page = new TenantPage();
    const webAuth = page.create({ pkce: true, responseMode: "query" });
    await webAuth.authorize();
    const { hash, search } = new URL(await page.logIn());
    expect(hash).toBe("");
    expect(await webAuth.parseHash({ hash: search })).toMatchObject({
      idTokenPayload: { email: ada.username },
    });
  });

  test.each([
    [{ responseType: "code" }, {}],
    [{ pkce: true }, { responseType: "code", pkce: false }],
  ])("leaves a code to the server with %j and the call's %j", async (settings, given) => {
    const page = new TenantPage();
    const webAuth = page.create(settings);
    await webAuth.authorize({ ...given, responseMode: "fragment" });
    const { hash } = new URL(await page.logIn());
    expect(hash).toContain("code=");
    expect(await webAuth.parseHash({ hash })).toBeNull();
    expect(page.requests).toEqual([]);
  });

  test("leaves a code to a caller that created the challenge", async () => {
    const { parseHash } = new TenantPage().create({ pkce: true });
    expect(await parseHash({ hash: "#code=abc&state=own", state: "own" })).toBeNull();
  });

  test("requires a challenge in buildAuthorizeUrl", () => {
    const { client } = new TenantPage().create({ pkce: true });
    expect(() => client.buildAuthorizeUrl({ state: "s" })).toThrow(
      /^codeChallenge option is required/,
    );
    expect(client.buildAuthorizeUrl({ codeChallenge: "c" })).toContain("code_challenge=c");
  });

  test("reports a page without WebCrypto", async () => {
    const page = new TenantPage();
    const ports = page.ports({ crypto: { getRandomValues: () => null } });
    const error = await catchAuthError(page.create({ ports, pkce: true }).authorize());
    expect(error).toMatchObject({ error: "runtime_error", reason: "crypto_missing" });
  });
});
