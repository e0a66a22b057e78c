import { describe, expect, test, vi } from "vitest";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { appOrigin, createOurs, options } from "./compared.ts";
import { FakeWindow, listLogins } from "./fake-ports.ts";
import { PeerPage } from "./peer-page.ts";
import { fragment } from "./signed-tokens.ts";

// What users of the package auth0-js 10.2.1 ask for most, done to both as in peer-weaknesses.test.ts. Elsewhere: PKCE in
// pkce.test.ts, types in tests/types, keys that are cached in peer-weaknesses.test.ts, use without a window in
// web-auth.test.ts, preflights in every-method.test.ts, the size and no dependency in tests/repo and the bench.

describe("users of the package wished for", () => {
  test("promises, and methods that need no this", async () => {
    const { client, parseHash } = new PeerPage().create({ ...options });
    expect(() => callUntyped(client.userInfo.bind(client), "access-1")).toThrow(
      "cb parameter is not valid",
    );
    const response = { hash: fragment({ access_token: "a", state: "s" }), state: "s" };
    expect(() => parseHash(response, () => undefined)).toThrow(
      "Cannot read properties of undefined",
    );

    const ours = createOurs({ fetch: () => Response.json({ sub: "auth0|ada" }) });
    const { userInfo } = ours.client;
    expect(await userInfo("access-1")).toEqual({ sub: "auth0|ada" });
    const { parseHash: parse } = ours;
    expect(await parse(response)).toMatchObject({ accessToken: "a" });
  });

  test("a reason for a state that does not match", async () => {
    const hashes = {
      state_missing: fragment({ access_token: "a" }),
      state_unknown: fragment({ access_token: "a", state: "another" }),
    };
    const peer = new PeerPage();
    const webAuth = peer.create({ ...options });
    for (const [reason, hash] of Object.entries(hashes)) {
      const [call] = await peer.listenTo((done) => webAuth.parseHash({ hash }, done));
      expect(call?.error).toEqual({
        error: "invalid_token",
        errorDescription: "`state` does not match.",
      });
      const error = await catchAuthError(createOurs({}).parseHash({ hash }));
      expect(error).toMatchObject({
        error: "invalid_token",
        errorDescription: expect.stringContaining("`state` does not match. It is "),
        reason,
      });
    }
  });

  test("the real error in place of a timeout, for a redirectUri in another extension's page", async () => {
    const redirectUri = "moz-extension://another/callback.html";
    const peer = new PeerPage();
    const calls = await peer.listenTo(
      (done) => peer.create({ ...options, redirectUri }).checkSession({}, done),
      60_000,
    );
    expect(calls).toMatchObject([{ error: { error: "timeout" } }]);

    const page = new FakeWindow();
    const { checkSession } = createOurs({ frames: page, messages: page });
    const error = await catchAuthError(checkSession({ redirectUri }));
    expect(error).toMatchObject({ error: "origin_mismatch" });
    expect(error.errorDescription).toContain(appOrigin);
    expect(page.frames).toEqual([]);
  });

  test("a code for a network that is down", async () => {
    const peer = new PeerPage({ answer: () => ({ status: 0, body: "" }) });
    const [call] = await peer.listenTo((done) =>
      peer.create({ ...options }).client.userInfo("access-1", done),
    );
    expect(call?.error).toMatchObject({ code: null, description: null });

    const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await catchAuthError(createOurs({ fetch }).client.userInfo("access-1"))).toMatchObject({
      code: "request_error",
      reason: "network",
      remedy: expect.stringContaining("the network"),
    });
  });

  test("what to do about an ID token with HS256", async () => {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url");
    const payload = Buffer.from('{"iss":"https://tenant.example/"}').toString("base64url");
    const id_token = `${header}.${payload}.c2ln`;
    const response = { hash: fragment({ access_token: "a", id_token, state: "s" }), state: "s" };
    const peer = new PeerPage();
    const [call] = await peer.listenTo((done) =>
      peer.create({ ...options }).parseHash({ ...response, nonce: "n" }, done),
    );
    expect(call?.error).toMatchObject({ error: "invalid_token" });
    expect(call?.error).not.toHaveProperty("remedy");

    expect(await catchAuthError(createOurs({}).parseHash(response))).toMatchObject({
      error: "invalid_token",
      remedy: expect.stringContaining("RS256"),
    });
  });

  test("no warning for parameters that only the tenant knows", () => {
    const peer = new PeerPage();
    const given = { state: "s", ext_colour: "red" };
    expect(peer.create({ ...options }).client.buildAuthorizeUrl(given)).toContain("ext_colour=red");
    expect(peer.warnings).not.toEqual([]);

    const written: unknown[] = [];
    const spies = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...texts) => void written.push(texts)),
    );
    expect(createOurs({}).client.buildAuthorizeUrl(given)).toContain("ext_colour=red");
    for (const spy of spies) spy.mockRestore();
    expect(written).toEqual([]);
  });

  test("nothing about the library itself in the requests, and no cookie", async () => {
    const peer = new PeerPage();
    peer.create({ ...options }).authorize({});
    expect(new URL(peer.visited[0] ?? "").searchParams.has("auth0Client")).toBe(true);
    expect(peer.cookies).toMatch(/com\.auth0\.auth\./);

    const visited: string[] = [];
    const storage = new Map<string, string>();
    const goTo = (url: string) => visited.push(url);
    await createOurs({ navigation: { goTo }, storage }).authorize();
    expect([...new URL(visited[0] ?? "").searchParams.keys()].sort()).toEqual([
      "client_id",
      "redirect_uri",
      "response_type",
      "scope",
      "state",
    ]);
    expect(listLogins(storage)).toHaveLength(1);
    expect(storage.size).toBe(2);
  });
});
