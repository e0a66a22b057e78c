import { describe, expect, test } from "vitest";
import { Management } from "../../../../lib/auth/index.ts";
import { catchAuthError, showAll } from "./caught-error.ts";
import { appOrigin, createWebAuth, options } from "./compared.ts";
import { FakeWindow } from "./fake-ports.ts";
import { PeerPage } from "./peer-page.ts";
import { fragment } from "./signed-tokens.ts";

// Each difference from auth0-js 10.2.1 is shown on both libraries in the same circumstances: first
// the behaviour of the peer, then ours. Files of this kind: peer-calls, peer-errors,
// peer-windows.

describe("an error, unlike one of auth0-js,", () => {
  test("does not repeat the password of a request that the service rejected in plain text", async () => {
    const refusal = { status: 403, type: "text/plain", body: "Origin is not allowed." };
    const credentials = { username: "ada", password: "correct-horse-1", realm: "r" };
    const peer = new PeerPage({ answer: () => refusal });
    const [call] = await peer.listenTo((done) =>
      peer.create({ ...options }).login(credentials, done),
    );
    expect(call?.error).toHaveProperty("description", expect.stringContaining("correct-horse-1"));

    const navigation = { goTo: () => undefined };
    const error = await catchAuthError(
      createWebAuth({ fetch: () => new Response(refusal.body, { status: 403 }), navigation }).login(
        credentials,
      ),
    );
    expect(showAll(error)).not.toContain("correct-horse-1");
    expect(error.description).toContain("Origin is not allowed.");
  });

  test("has the message and the errorCode of a rejected management call", async () => {
    const refusal = {
      statusCode: 403,
      error: "Forbidden",
      message: "Insufficient scope, expected any of: read:users",
      errorCode: "insufficient_scope",
    };
    const answer = () => ({ status: 403, body: JSON.stringify(refusal) });
    const given = { domain: "tenant.example", token: "access-token-of-ada" };

    const peer = new PeerPage({ answer });
    const [call] = await peer.listenTo((done) => peer.createManagement(given).getUser("u", done));
    expect(call?.error).toMatchObject({ code: "Forbidden", description: "Forbidden" });
    expect(call?.error).not.toHaveProperty("errorCode");

    const { getUser } = new Management({
      ...given,
      ports: { fetch: () => Response.json(refusal, { status: 403 }) },
    });
    expect(await catchAuthError(getUser("u"))).toMatchObject({
      error: refusal.error,
      description: refusal.message,
      errorCode: refusal.errorCode,
      statusCode: 403,
    });
  });

  test("has a reason if the state does not match", async () => {
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
      const error = await catchAuthError(createWebAuth({}).parseHash({ hash }));
      expect(error).toMatchObject({
        error: "invalid_token",
        errorDescription: expect.stringContaining("`state` does not match. It is "),
        reason,
      });
    }
  });

  test("names the wrong origin of a redirectUri, instead of a timeout", async () => {
    const redirectUri = "moz-extension://another/callback.html";
    const peer = new PeerPage();
    const calls = await peer.listenTo(
      (done) => peer.create({ ...options, redirectUri }).checkSession({}, done),
      60_000,
    );
    expect(calls).toMatchObject([{ error: { error: "timeout" } }]);

    const page = new FakeWindow();
    const { checkSession } = createWebAuth({ frames: page, messages: page });
    const error = await catchAuthError(checkSession({ redirectUri }));
    expect(error).toMatchObject({ error: "origin_mismatch" });
    expect(error.errorDescription).toContain(appOrigin);
    expect(page.frames).toEqual([]);
  });

  test("has a code and a remedy if the network is down", async () => {
    const peer = new PeerPage({ answer: () => ({ status: 0, body: "" }) });
    const [call] = await peer.listenTo((done) =>
      peer.create({ ...options }).client.userInfo("access-1", done),
    );
    expect(call?.error).toMatchObject({ code: null, description: null });

    const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(
      await catchAuthError(createWebAuth({ fetch }).client.userInfo("access-1")),
    ).toMatchObject({
      code: "request_error",
      reason: "network",
      remedy: expect.stringContaining("the network"),
    });
  });

  test("has a remedy if an ID token is signed with HS256", async () => {
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

    expect(await catchAuthError(createWebAuth({}).parseHash(response))).toMatchObject({
      error: "invalid_token",
      remedy: expect.stringContaining("RS256"),
    });
  });
});
