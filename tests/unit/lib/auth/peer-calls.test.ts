import { beforeAll, describe, expect, test, vi } from "vitest";
import { Management, WebAuth } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { createWebAuth, options } from "./compared.ts";
import { start } from "./fake-ports.ts";
import { PeerPage } from "./peer-page.ts";
import { fragment, jwksUrl, Signer } from "./signed-tokens.ts";

// As peer-errors.test.ts.

describe("parseHash, unlike that of auth0-js,", () => {
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
  const keys = () => ({ keys: [signer.publicJwk] });
  const serve = () => ({ body: JSON.stringify(keys()) });

  test("fetches the keys from the tenant, not from the token's own unverified iss", async () => {
    const response = respondWith(await signer.sign({ iss: "https://evil.example/" }));
    const peer = new PeerPage({ answer: serve });
    await peer.listenTo((done) => createPeer(peer).parseHash(response, done));
    expect(peer.requests.map(({ url }) => url)).toEqual([
      "https://evil.example/.well-known/jwks.json",
    ]);

    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url);
      return Response.json(keys());
    };
    const error = await catchAuthError(createWebAuth({ fetch }).parseHash(response));
    expect(error).toMatchObject({ error: "invalid_token", reason: "iss" });
    expect(asked).toEqual([jwksUrl]);
  });

  test("calls a callback that throws once, not a second time with its own exception", async () => {
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
      createWebAuth({ fetch: () => Response.json(keys()) }).parseHash(response, (error) => {
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

  test("fetches the keys once for many calls", async () => {
    const response = respondWith(await signer.sign());
    const peer = new PeerPage({ answer: serve });
    const webAuth = createPeer(peer);
    for (const _ of [1, 2, 3]) await peer.listenTo((done) => webAuth.parseHash(response, done));
    expect(peer.requests).toHaveLength(3);

    const asked: string[] = [];
    const { parseHash } = createWebAuth({
      fetch: (url) => {
        asked.push(url);
        return Response.json(keys());
      },
    });
    for (const _ of [1, 2, 3]) await parseHash(response);
    expect(asked).toEqual([jwksUrl]);
  });
});

describe("a call, unlike one of auth0-js,", () => {
  test("returns a promise and needs no this", async () => {
    const { client, parseHash } = new PeerPage().create({ ...options });
    expect(() => callUntyped(client.userInfo.bind(client), "access-1")).toThrow(
      "cb parameter is not valid",
    );
    const response = { hash: fragment({ access_token: "a", state: "s" }), state: "s" };
    expect(() => parseHash(response, () => undefined)).toThrow(
      "Cannot read properties of undefined",
    );

    const ours = createWebAuth({ fetch: () => Response.json({ sub: "auth0|ada" }) });
    const { userInfo } = ours.client;
    expect(await userInfo("access-1")).toEqual({ sub: "auth0|ada" });
    const { parseHash: parse } = ours;
    expect(await parse(response)).toMatchObject({ accessToken: "a" });
  });

  test("logs no warning for parameters that only the tenant knows", () => {
    const peer = new PeerPage();
    const given = { state: "s", ext_colour: "red" };
    expect(peer.create({ ...options }).client.buildAuthorizeUrl(given)).toContain("ext_colour=red");
    expect(peer.warnings).not.toEqual([]);

    const written: unknown[] = [];
    const spies = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...texts) => void written.push(texts)),
    );
    expect(createWebAuth({}).client.buildAuthorizeUrl(given)).toContain("ext_colour=red");
    for (const spy of spies) spy.mockRestore();
    expect(written).toEqual([]);
  });

  test("of the constructor does not add to the caller's options", () => {
    const mine = { ...options };
    new PeerPage().create(mine);
    expect(mine).toHaveProperty("token_issuer");

    const ours = Object.freeze({ ...options });
    expect(() => new WebAuth(ours)).not.toThrow();
    expect(ours).toEqual(options);
  });

  test("does not add to the caller's options", async () => {
    const given = { connection: "email", email: "ada@example.com", send: "code" } as const;
    const answer = () => ({ body: '{"_id":"1"}' });
    const mine = { ...given };
    const peer = new PeerPage({ answer });
    await peer.listenTo((done) => peer.create({ ...options }).passwordlessStart(mine, done));
    expect(mine).not.toEqual(given);

    const ours = Object.freeze({ ...given });
    await createWebAuth({ fetch: () => Response.json({ _id: "1" }) }).passwordlessStart(ours);
    expect(ours).toEqual(given);
  });

  test("encodes a user id as one segment of the path", async () => {
    const given = { domain: "tenant.example", token: "access-token-of-ada" };
    const peer = new PeerPage({ answer: () => ({ body: "{}" }) });
    await peer.listenTo((done) => peer.createManagement(given).getUser("a/../../clients", done));
    const [reached = ""] = peer.requests.map(({ url }) => new URL(url).pathname);
    expect(reached).toBe("/api/v2/clients");

    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(new URL(url).pathname);
      return Response.json({ user_id: "u" });
    };
    const { getUser } = new Management({ ...given, ports: { fetch } });
    await getUser("a/../../clients");
    expect(asked).toEqual(["/api/v2/users/a%2F..%2F..%2Fclients"]);
  });

  test("accepts a host name that begins with http", () => {
    const given = { ...options, domain: "httpx.example" };
    const url = new PeerPage().create({ ...given }).client.buildAuthorizeUrl({ state: "s" });
    expect(url).toMatch(/^httpx\.example\/authorize\?/);

    const ours = new WebAuth(given).client.buildAuthorizeUrl({ state: "s" });
    expect(ours).toMatch(/^https:\/\/httpx\.example\/authorize\?/);
  });
});
