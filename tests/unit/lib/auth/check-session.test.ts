import { beforeAll, describe, expect, test } from "vitest";
import {
  WebAuth,
  type AuthError,
  type AuthResult,
  type WebAuthOptions,
} from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { FakeClock, fakePorts, FakeWindow } from "./fake-ports.ts";
import { options, serveKeys, Signer } from "./signed-tokens.ts";

const appOrigin = "https://app.example";
const tenantOrigin = "https://tenant.example";

let signer: Signer;

beforeAll(async () => {
  signer = await Signer.create();
});

function setUp(given: Partial<WebAuthOptions> = {}, origin = appOrigin) {
  const page = new FakeWindow();
  const clock = new FakeClock();
  const webAuth = new WebAuth({
    ...options,
    redirectUri: `${appOrigin}/cb`,
    responseType: "token id_token",
    ...given,
    ports: fakePorts({
      frames: { open: page.open },
      messages: { listen: page.listen },
      location: { origin: () => origin, hash: () => "" },
      fetch: serveKeys(signer).fetch,
      clock,
    }),
  });
  const sentBy = (index = 0) =>
    Object.fromEntries(page.frames[index]?.url.searchParams ?? new URLSearchParams());
  /** Returns the tenant's response to the frame of a call. */
  const answerOf = async (index = 0, claims: Record<string, unknown> = {}) => ({
    access_token: `access-${index}`,
    id_token: await signer.sign({ nonce: sentBy(index)["nonce"], ...claims }),
    expires_in: 7200,
    token_type: "Bearer",
    state: sentBy(index)["state"],
  });
  const post = (
    response: unknown,
    changes: { origin?: string; source?: unknown; index?: number } = {},
  ) =>
    page.post({
      origin: tenantOrigin,
      source: page.frames[changes.index ?? 0]?.window,
      data: { type: "authorization_response", response },
      ...changes,
    });
  return { checkSession: webAuth.checkSession, page, clock, sentBy, answerOf, post };
}

describe("checkSession", () => {
  test(
    "returns new tokens from a hidden frame, and removes the frame",
    { tags: ["library.check-session.new-tokens", "library.check-session.iframe"] },
    async () => {
      const { checkSession, page, clock, answerOf, post } = setUp();
      const outcome = checkSession();
      expect(page.frames).toHaveLength(1);
      const response = await answerOf();
      post(response);
      expect(await outcome).toMatchObject({
        accessToken: "access-0",
        idToken: response.id_token,
        idTokenPayload: { sub: "auth0|ada" },
        expiresIn: "7200",
        state: response.state,
        appState: response.state,
      });
      expect(page.isClean).toBe(true);
      expect(clock.pending).toBe(0);
    },
  );

  test("requests a response by message without a page, with its own state and nonce", async () => {
    const { checkSession, page, sentBy, answerOf, post } = setUp();
    const outcome = checkSession({ prompt: "login", responseMode: "fragment", timeout: 5000 });
    expect(page.frames[0]?.url.href).toMatch(/^https:\/\/tenant\.example\/authorize\?/);
    expect(sentBy()).toMatchObject({ prompt: "none", response_mode: "web_message" });
    expect(sentBy()["state"]).toMatch(/^[\w-]{43}$/);
    expect(sentBy()["nonce"]).toMatch(/^[\w-]{43}$/);
    expect(sentBy()).not.toHaveProperty("timeout");
    post(await answerOf());
    await outcome;
  });

  test(
    "accepts any parameter of authorize, and reads the others from the constructor",
    { tags: ["library.check-session.defaults", "library.check-session.other-api"] },
    async () => {
      const { checkSession, sentBy, answerOf, post } = setUp({ audience: "https://a.example/" });
      const first = checkSession();
      expect(sentBy(0)).toMatchObject({
        client_id: "client-1",
        redirect_uri: `${appOrigin}/cb`,
        response_type: "token id_token",
        scope: "openid profile email",
        audience: "https://a.example/",
      });
      post(await answerOf(0), { index: 0 });
      await first;
      const second = checkSession({
        audience: "https://b.example/",
        scope: "read:b",
        login_hint: "x",
      });
      expect(sentBy(1)).toMatchObject({
        audience: "https://b.example/",
        scope: "read:b",
        login_hint: "x",
      });
      post(await answerOf(1), { index: 1 });
      await second;
    },
  );

  test(
    "checks a nonce of the caller's, without a state of the caller's",
    { tags: ["library.check-session.nonce"] },
    async () => {
      const good = setUp();
      const accepted = good.checkSession({ nonce: "mine" });
      good.post(await good.answerOf(0, { nonce: "mine" }));
      expect((await accepted).idTokenPayload?.["nonce"]).toBe("mine");
      const bad = setUp();
      const refused = bad.checkSession({ nonce: "mine" });
      bad.post(await bad.answerOf(0, { nonce: "other" }));
      expect(await catchAuthError(refused)).toMatchObject({
        error: "invalid_token",
        reason: "nonce",
      });
    },
  );

  test.each(["login_required", "consent_required", "interaction_required"])(
    "reports the service's %s at once, and removes the frame",
    async (code) => {
      const { checkSession, page, clock, sentBy, post } = setUp();
      const outcome = checkSession();
      post({ error: code, error_description: "Login required", state: sentBy()["state"] });
      const error = await catchAuthError(outcome);
      expect(error).toMatchObject({
        error: code,
        errorDescription: "Login required",
        state: sentBy()["state"],
      });
      expect(page.isClean).toBe(true);
      expect(clock.pending).toBe(0);
    },
  );

  test("fails after 60 seconds, and removes the frame", async () => {
    const { checkSession, page, clock } = setUp();
    const outcome = checkSession();
    clock.advance(59_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(page.isClean).toBe(false);
    clock.advance(1);
    expect(await catchAuthError(outcome)).toMatchObject({ error: "timeout" });
    expect(page.isClean).toBe(true);
  });

  test("fails after the timeout of the call", async () => {
    const { checkSession, clock } = setUp();
    const outcome = checkSession({ timeout: 1000 });
    clock.advance(1000);
    expect((await catchAuthError(outcome)).error).toBe("timeout");
  });

  test.each([
    [{ responseType: "code" }, "error", "response_type"],
    [{ redirectUri: "https://other.example/cb" }, "origin_mismatch", "origin_different"],
    [{ redirectUri: "https://app.example.evil.example/cb" }, "origin_mismatch", "origin_different"],
    [{ redirectUri: "/cb" }, "origin_mismatch", "origin_different"],
    [{ redirectUri: "chrome-extension://abc/cb" }, "origin_mismatch", "origin_different"],
  ])("for %j fails with %s, without a frame", async (given, code, reason) => {
    const { checkSession, page } = setUp();
    expect(await catchAuthError(checkSession(given))).toMatchObject({ error: code, reason });
    expect(page.frames).toEqual([]);
  });

  test(
    "requires a redirectUri of the call if the constructor has none",
    { tags: ["library.init.per-method"] },
    async () => {
      const { checkSession, page, answerOf, post } = setUp({ redirectUri: "" });
      const error = await catchAuthError(checkSession());
      expect(error).toMatchObject({ error: "error", reason: "redirect_uri_missing" });
      expect(page.frames).toEqual([]);
      const outcome = checkSession({ redirectUri: `${appOrigin}/silent` });
      post(await answerOf());
      expect((await outcome).accessToken).toBe("access-0");
    },
  );

  test.each(["chrome-extension://abc", "moz-extension://f00-ba"])(
    "derives the origin of pages of %s",
    async (origin) => {
      const { checkSession, answerOf, post } = setUp({ redirectUri: `${origin}/cb.html` }, origin);
      const outcome = checkSession();
      post(await answerOf());
      expect((await outcome).accessToken).toBe("access-0");
    },
  );

  test("keeps parallel calls separate, in any order of their responses", async () => {
    const { checkSession, page, answerOf, post } = setUp();
    const outcomes = [checkSession(), checkSession(), checkSession()];
    for (const index of [2, 0, 1]) post(await answerOf(index), { index });
    const results = await Promise.all(outcomes);
    expect(results.map(({ accessToken }) => accessToken)).toEqual([
      "access-0",
      "access-1",
      "access-2",
    ]);
    expect(page.isClean).toBe(true);
  });

  test("fails only one of two parallel calls", async () => {
    const { checkSession, page, answerOf, sentBy, post } = setUp();
    const [first, second] = [checkSession(), checkSession()];
    post({ error: "login_required", state: sentBy(0)["state"] }, { index: 0 });
    expect((await catchAuthError(first)).error).toBe("login_required");
    expect(page.frames[1]?.isOpen).toBe(true);
    post(await answerOf(1), { index: 1 });
    expect((await second).accessToken).toBe("access-1");
  });

  test(
    "calls back with an error, then a result",
    { tags: ["library.callbacks.err-result"] },
    async () => {
      const { checkSession, answerOf, post } = setUp();
      const answered = new Promise<[AuthError | null, AuthResult | null]>((resolve) => {
        expect(checkSession({}, (...call) => resolve(call))).toBeUndefined();
      });
      post(await answerOf());
      const [error, result] = await answered;
      expect([error, result?.accessToken]).toEqual([null, "access-0"]);
    },
  );

  test.each(["frames", "messages", "clock"] as const)(
    "reports a page whose %s fail, and removes the frame",
    async (broken) => {
      const page = new FakeWindow();
      const { checkSession } = new WebAuth({
        ...options,
        redirectUri: `${appOrigin}/cb`,
        responseType: "token",
        ports: fakePorts({
          frames: page,
          messages: page,
          clock: new FakeClock(),
          location: { origin: () => appOrigin, hash: () => "" },
          [broken]: fakePorts()[broken],
        }),
      });
      const error = await catchAuthError(checkSession());
      expect(error).toMatchObject({ error: "runtime_error", reason: "port_failed" });
      expect(page.frames).toHaveLength(broken === "frames" ? 0 : 1);
      expect(page.isClean).toBe(true);
    },
  );

  test.each([
    [{ timeout: 0 }, /^timeout option is not valid/],
    [{ timeout: "60" }, /^timeout option is not valid/],
    // Browsers fire longer timers at once.
    [{ timeout: 2 ** 31 }, /^timeout option is not valid/],
    [{ scope: {} }, /^scope option is not valid/],
    [{ clientSecret: "s" }, /^clientSecret option is not valid/],
    ["text", /^options parameter is not valid/],
  ])("rejects %j at once", (given, message) => {
    expect(() => callUntyped(setUp().checkSession, given)).toThrow(message);
  });
});

describe("checkSession and foreign messages", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["the tenant's origin without its scheme", { origin: "http://tenant.example" }],
    ["another window", { source: {} }],
    ["no window", { source: null }],
  ])("ignores the correct response from %s", async (_who, changes) => {
    const { checkSession, page, answerOf, post } = setUp();
    const outcome = checkSession();
    const response = await answerOf();
    post({ error: "forged", state: response.state }, changes);
    post(response, changes);
    expect(page.isClean).toBe(false);
    post(response);
    expect((await outcome).accessToken).toBe("access-0");
  });

  test.each([
    null,
    "text",
    7,
    [],
    {},
    { type: "authorization_response" },
    { type: "authorization_response", response: "text" },
    { type: "other", response: { error: "x" } },
  ])("continues to wait after the message %j from its own frame", async (data) => {
    const { checkSession, page, answerOf, post } = setUp();
    const outcome = checkSession();
    page.post({ origin: tenantOrigin, source: page.frames[0]?.window, data });
    post(await answerOf());
    expect((await outcome).accessToken).toBe("access-0");
  });

  test.each([
    ["access_token", undefined, "token_missing"],
    ["id_token", undefined, "token_missing"],
    ["id_token", "a.b.c", "token_malformed"],
    ["id_token", 7, "token_malformed"],
  ])(
    "rejects a response whose %s is %j, and accepts the unchanged response",
    async (member, value, reason) => {
      const good = setUp();
      const accepted = good.checkSession();
      good.post(await good.answerOf());
      expect((await accepted).accessToken).toBe("access-0");

      const bad = setUp();
      const refused = bad.checkSession();
      bad.post({ ...(await bad.answerOf()), [member]: value });
      const error = reason === "token_missing" ? "invalid_hash" : "invalid_token";
      expect(await catchAuthError(refused)).toMatchObject({ error, reason });
      expect(bad.page.isClean).toBe(true);
    },
  );

  test.each([
    ["another state", "other"],
    ["no state", undefined],
    ["an empty state", ""],
  ])("waits for its own response after tokens with %s from its own frame", async (_what, state) => {
    const { checkSession, page, answerOf, post } = setUp();
    const outcome = checkSession();
    post({ ...(await answerOf()), access_token: "forged", state });
    await new Promise((resolve) => setImmediate(resolve));
    expect(page.isClean).toBe(false);
    post(await answerOf());
    expect((await outcome).accessToken).toBe("access-0");
    expect(page.isClean).toBe(true);
  });

  test("ignores an error with another state, and accepts an error without a state", async () => {
    const { checkSession, answerOf, post } = setUp();
    const [first, second] = [checkSession(), checkSession()];
    post({ error: "login_required", state: "other" }, { index: 0 });
    post(await answerOf(0), { index: 0 });
    expect((await first).accessToken).toBe("access-0");
    post({ error: "login_required" }, { index: 1 });
    expect((await catchAuthError(second)).error).toBe("login_required");
  });

  test("ignores the response to another call in its frame", async () => {
    const { checkSession, answerOf, post } = setUp();
    const [first, second] = [checkSession(), checkSession()];
    post(await answerOf(1), { index: 0 });
    post(await answerOf(0), { index: 0 });
    expect((await first).accessToken).toBe("access-0");
    post(await answerOf(1), { index: 1 });
    expect((await second).accessToken).toBe("access-1");
  });

  test("counts the ignored responses in the error of its time limit", async () => {
    const { checkSession, clock, post, page } = setUp();
    const outcome = checkSession({ timeout: 5000 });
    for (const state of ["other", "stale"]) post({ access_token: "a", state });
    clock.advance(5000);
    const error = await catchAuthError(outcome);
    expect(error).toMatchObject({ error: "timeout", reason: "time_limit" });
    expect(error.errorDescription).toContain("2 responses with another state");
    expect(error.errorDescription).not.toMatch(/other\b.*stale/);
    expect(page.isClean).toBe(true);
  });
});
