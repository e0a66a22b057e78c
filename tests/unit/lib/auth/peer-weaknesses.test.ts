import { beforeAll, describe, expect, test } from "vitest";
import { Management, WebAuth } from "../../../../lib/auth/index.ts";
import { catchAuthError, showAll } from "./caught-error.ts";
import { createOurs, options } from "./compared.ts";
import { start } from "./fake-ports.ts";
import { PeerPage, type PeerAnswer } from "./peer-page.ts";
import { fragment, jwksUrl, Signer } from "./signed-tokens.ts";

// What is weak in the package auth0-js 10.2.1, one test each: first that it is so there, then that it is not here,
// done to both in the same circumstances.

const respond = ({ status = 200, type = "application/json", body }: PeerAnswer): Response =>
  new Response(body, { status, headers: { "content-type": type } });

describe("the password in an error's description", () => {
  const refusal = { status: 403, type: "text/plain", body: "Origin is not allowed." };

  test("is gone: a refusal in plain text repeats no password", async () => {
    const credentials = { username: "ada", password: "correct-horse-1", realm: "r" };
    const peer = new PeerPage({ answer: () => refusal });
    const [call] = await peer.listenTo((done) =>
      peer.create({ ...options }).login(credentials, done),
    );
    expect(call?.error).toHaveProperty("description", expect.stringContaining("correct-horse-1"));

    const navigation = { goTo: () => undefined };
    const error = await catchAuthError(
      createOurs({ fetch: () => respond(refusal), navigation }).login(credentials),
    );
    expect(showAll(error)).not.toContain("correct-horse-1");
    expect(error.description).toContain("Origin is not allowed.");
  });

  test("is gone for one-time codes, too", async () => {
    const navigation = { goTo: () => undefined };
    const error = await catchAuthError(
      createOurs({ fetch: () => respond(refusal), navigation }).passwordlessLogin({
        connection: "email",
        email: "ada@example.com",
        verificationCode: "846153",
      }),
    );
    expect(showAll(error)).not.toContain("846153");
  });
});

describe("responses with an ID token", () => {
  let signer: Signer;
  beforeAll(async () => {
    signer = await Signer.create();
  });

  const createPeer = (peer: PeerPage) =>
    peer.create({ ...options, responseType: "token id_token", __clock: () => new Date(start) });
  const respondWith = (id_token: string) => ({
    hash: fragment({ access_token: "a", id_token, state: "s" }),
    state: "s",
    nonce: "nonce-1",
  });
  const serve = () => ({ body: JSON.stringify({ keys: [signer.publicJwk] }) });

  test("have their keys fetched from the tenant, and no longer from the token's own unverified iss", async () => {
    const response = respondWith(await signer.sign({ iss: "https://evil.example/" }));
    const peer = new PeerPage({ answer: serve });
    await peer.listenTo((done) => createPeer(peer).parseHash(response, done));
    expect(peer.requests.map(({ url }) => url)).toEqual([
      "https://evil.example/.well-known/jwks.json",
    ]);

    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url);
      return respond(serve());
    };
    const error = await catchAuthError(createOurs({ fetch }).parseHash(response));
    expect(error).toMatchObject({ error: "invalid_token", reason: "iss" });
    expect(asked).toEqual([jwksUrl]);
  });

  test("call a callback that throws once, and no longer a second time with its own exception as the error", async () => {
    const response = respondWith(await signer.sign());
    const peer = new PeerPage({ answer: serve });
    const calls = await peer.listenTo((done) =>
      createPeer(peer).parseHash(response, (...call) => {
        done(...call);
        if (call[0] === null) throw new Error("thrown by the caller's callback");
      }),
    );
    expect(calls).toMatchObject([{ error: null }, { error: { error: "invalid_token" } }]);

    const planted = new Error("thrown by the caller's callback");
    const errors: unknown[] = [];
    const watchers = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    try {
      const uncaught = new Promise((resolve) => process.once("uncaughtException", resolve));
      createOurs({ fetch: () => respond(serve()) }).parseHash(response, (error) => {
        errors.push(error);
        throw planted;
      });
      expect(await uncaught).toBe(planted);
    } finally {
      for (const watcher of watchers) process.on("uncaughtException", watcher);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([null]);
  });

  test("have their keys asked for once, and no longer with every call", async () => {
    const response = respondWith(await signer.sign());
    const peer = new PeerPage({ answer: serve });
    const webAuth = createPeer(peer);
    for (const _ of [1, 2, 3]) await peer.listenTo((done) => webAuth.parseHash(response, done));
    expect(peer.requests).toHaveLength(3);

    const asked: string[] = [];
    const { parseHash } = createOurs({
      fetch: (url) => {
        asked.push(url);
        return respond(serve());
      },
    });
    for (const _ of [1, 2, 3]) await parseHash(response);
    expect(asked).toEqual([jwksUrl]);
  });
});

describe("calls of the management interface", () => {
  const refusal = {
    statusCode: 403,
    error: "Forbidden",
    message: "Insufficient scope, expected any of: read:users",
    errorCode: "insufficient_scope",
  };
  const answer = () => ({ status: 403, body: JSON.stringify(refusal) });
  const given = { domain: "tenant.example", token: "access-token-of-ada" };

  test("keep a user id in its place of the path, and no longer reach another resource by it", async () => {
    const peer = new PeerPage({ answer });
    await peer.listenTo((done) => peer.createManagement(given).getUser("a/../../clients", done));
    const [reached = ""] = peer.requests.map(({ url }) => new URL(url).pathname);
    expect(reached).toBe("/api/v2/clients");

    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(new URL(url).pathname);
      return respond(answer());
    };
    const { getUser } = new Management({ ...given, ports: { fetch } });
    await catchAuthError(getUser("a/../../clients"));
    expect(asked).toEqual(["/api/v2/users/a%2F..%2F..%2Fclients"]);
  });

  test("tell the message and the errorCode of a refusal, and no longer lose both", async () => {
    const peer = new PeerPage({ answer });
    const [call] = await peer.listenTo((done) => peer.createManagement(given).getUser("u", done));
    expect(call?.error).toMatchObject({ code: "Forbidden", description: "Forbidden" });
    expect(call?.error).not.toHaveProperty("errorCode");

    const { getUser } = new Management({ ...given, ports: { fetch: () => respond(answer()) } });
    expect(await catchAuthError(getUser("u"))).toMatchObject({
      error: refusal.error,
      description: refusal.message,
      errorCode: refusal.errorCode,
      statusCode: 403,
    });
  });
});

describe("the caller's options", () => {
  test("of the constructor are left as they are, and no longer added to", () => {
    const mine = { ...options };
    new PeerPage().create(mine);
    expect(mine).toHaveProperty("token_issuer");

    const ours = Object.freeze({ ...options });
    expect(() => new WebAuth(ours)).not.toThrow();
    expect(ours).toEqual(options);
  });

  test("of a call are left as they are, and no longer added to", async () => {
    const given = { connection: "email", email: "ada@example.com", send: "code" } as const;
    const answer = () => ({ body: '{"_id":"1"}' });
    const mine = { ...given };
    const peer = new PeerPage({ answer });
    await peer.listenTo((done) => peer.create({ ...options }).passwordlessStart(mine, done));
    expect(mine).not.toEqual(given);

    const ours = Object.freeze({ ...given });
    await createOurs({ fetch: () => respond(answer()) }).passwordlessStart(ours);
    expect(ours).toEqual(given);
  });
});

describe("a tenant whose name begins with http", () => {
  test("is a host like any other, and no longer taken for an address without https", () => {
    const given = { ...options, domain: "httpx.example" };
    const url = new PeerPage().create({ ...given }).client.buildAuthorizeUrl({ state: "s" });
    expect(url).toMatch(/^httpx\.example\/authorize\?/);

    const ours = new WebAuth(given).client.buildAuthorizeUrl({ state: "s" });
    expect(ours).toMatch(/^https:\/\/httpx\.example\/authorize\?/);
  });
});
