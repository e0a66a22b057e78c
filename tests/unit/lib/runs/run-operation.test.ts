import { describe, expect, test } from "vitest";
import { authorize } from "../../../../lib/runs/catalogue/authorize.ts";
import { origin, startTime } from "../../tenant/open-tenant.ts";
import { openLogin, redirectUrl, sampleSetting, tokensOf } from "./login-harness.ts";

const comeBack = (url: string) => openLogin({ leave: async () => ({ url }) });

describe("an accepted login", () => {
  test.each([
    { responseType: "code pkce", carries: ["idToken", "accessToken"] },
    { responseType: "token id_token", carries: ["idToken", "accessToken"] },
    { responseType: "id_token", carries: ["idToken"] },
    { responseType: "token", carries: ["accessToken"] },
    { responseType: "code", carries: ["code"] },
    { responseType: "code id_token", carries: ["idToken", "code"] },
    { responseType: "code token", carries: ["accessToken", "code"] },
    { responseType: "code token id_token", carries: ["idToken", "accessToken", "code"] },
  ])("with $responseType returns the requested tokens", async ({ responseType, carries }) => {
    const { run } = openLogin();
    const outcome = await run({ responseType });
    expect(outcome).toMatchObject({ kind: "succeeded" });
    expect(Object.keys(tokensOf(outcome))).toEqual(carries);
  });

  test("returns the request and the issuer to check its tokens against", async () => {
    const { run, opened } = openLogin();
    expect(await run()).toMatchObject({
      login: {
        exchange: {
          issuer: `${origin}/`,
          request: { client_id: "demo-spa", nonce: opened[0]?.searchParams.get("nonce") },
          receivedAt: startTime,
        },
      },
    });
    expect(opened[0]?.searchParams.get("nonce")).toMatch(/.{16,}/);
  });

  test("returns the result exactly as the promise got it", async () => {
    const { run } = openLogin();
    const outcome = await run();
    expect(outcome).toMatchObject({
      kind: "succeeded",
      result: {
        accessToken: tokensOf(outcome).accessToken,
        idToken: tokensOf(outcome).idToken,
        idTokenPayload: { sub: "auth0|65f1c0ada000000000000001" },
        refreshToken: null,
        tokenType: "Bearer",
      },
    });
  });

  test("reports each step as it happens, with its time and its duration", async () => {
    const { run, steps } = openLogin();
    await run({ responseType: "code pkce" });
    expect(steps().map(({ kind, at, ms }) => [kind, at, ms])).toEqual([
      ["callback", startTime, 0],
      ["departure", startTime, 0],
      ["arrival", startTime, 0],
      ["callback", startTime, 0],
      ["request", startTime, 0],
      ["request", startTime, 0],
    ]);
    expect(steps().slice(4)).toMatchObject([
      { method: "POST", url: `${origin}/oauth/token`, status: 200 },
      { method: "GET", url: `${origin}/.well-known/jwks.json`, status: 200 },
    ]);
  });

  test("with an empty scope requests the library's default scopes", async () => {
    const { run, opened } = openLogin();
    await run({ scope: "" });
    expect(opened[0]?.searchParams.get("scope")).toBe("openid profile email");
  });

  test("sends the trimmed fields of the form, and omits empty ones", async () => {
    const { run, opened } = openLogin();
    const form = {
      audience: "https://reports.demo.example/",
      connection: "Username-Password-Authentication",
      prompt: "login",
      scope: "openid email",
    };
    await run({ ...form, scope: " openid email ", clientID: " demo-hs256 " });
    await run();
    expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject({
      ...form,
      client_id: "demo-hs256",
      redirect_uri: redirectUrl,
      response_type: "token id_token",
    });
    expect(opened[1]?.searchParams.get("client_id")).toBe("demo-spa");
    for (const name of ["audience", "connection", "prompt"])
      expect(opened[1]?.searchParams.has(name)).toBe(false);
  });

  test("sends added parameters, even empty and repeated ones", async () => {
    const { run, opened } = openLogin();
    await run(
      {},
      {
        parameters: [
          ["ui_locales", "fr en"],
          ["x", ""],
          ["x", "2"],
        ],
      },
    );
    expect(opened[0]?.searchParams.get("ui_locales")).toBe("fr en");
    expect(opened[0]?.searchParams.getAll("x")).toEqual(["", "2"]);
  });

  test("creates a new state and a new nonce each time", async () => {
    const { run, opened } = openLogin();
    await run();
    await run();
    const values = opened.flatMap(({ searchParams }) => [
      searchParams.get("state"),
      searchParams.get("nonce"),
    ]);
    expect(new Set(values).size).toBe(4);
  });
});

describe("a rejected login", () => {
  test(
    "rejects an HS256 ID token with a remedy, and returns the tokens to be decoded",
    { tags: ["authn.library.hs256-refused"] },
    async () => {
      const { run, steps } = openLogin();
      expect(await run({ clientID: "demo-hs256" })).toMatchObject({
        kind: "refused",
        error: {
          error: "invalid_token",
          remedy: expect.stringContaining("RS256"),
        },
        tokens: { idToken: expect.stringMatching(/^ey/), accessToken: expect.any(String) },
        login: {
          exchange: { request: { client_id: "demo-hs256", nonce: expect.any(String) } },
          verdict: { isAccepted: false, reason: "alg" },
        },
      });
      expect(steps().at(-1)).toMatchObject({
        kind: "callback",
        method: "parseHash",
        isAccepted: false,
        error: "invalid_token",
      });
    },
  );

  test("rejects the response to another request, and returns its tokens", async () => {
    const { run } = comeBack(`${redirectUrl}#access_token=a&id_token=b&state=foreign`);
    expect(await run()).toMatchObject({
      kind: "refused",
      error: { error: "invalid_token" },
      tokens: { accessToken: "a", idToken: "b" },
    });
  });

  test.each([
    ["fragment", "#"],
    ["query", "?"],
  ])("returns the service's error from the %s", async (_where, mark) => {
    const { run } = comeBack(`${redirectUrl}${mark}error=access_denied&error_description=Not+you`);
    expect(await run()).toMatchObject({
      kind: "refused",
      error: { error: "access_denied", errorDescription: "Not you" },
      tokens: {},
    });
  });

  test.each([redirectUrl, `${redirectUrl}#`, `${redirectUrl}#scope=openid`, `${redirectUrl}?x=1`])(
    "returns a remedy for a response with neither tokens nor an error (%s)",
    async (answer) => {
      const { run } = comeBack(answer);
      expect(await run()).toMatchObject({
        kind: "refused",
        error: { error: "invalid_hash", remedy: expect.stringMatching(/^Check /) },
        tokens: {},
      });
    },
  );

  test("rejects a response without one of the tokens, and returns the other token", async () => {
    const { run } = comeBack(`${redirectUrl}#access_token=a&state=s`);
    expect(await run()).toMatchObject({
      kind: "refused",
      error: { error: "invalid_hash" },
      tokens: { accessToken: "a" },
    });
  });

  test("shows the tenant's reason if the tenant cannot redirect back", async () => {
    const { run } = openLogin();
    expect(await run({ prompt: "none" })).toMatchObject({
      kind: "refused",
      error: { error: "login_required" },
    });
  });

  test("reports a wrong option as the library's TypeError", async () => {
    const { run, opened } = openLogin();
    expect(await run({ responseType: "tokens" })).toMatchObject({
      kind: "refused",
      error: { error: "TypeError", errorDescription: expect.stringContaining("responseType") },
    });
    expect(opened).toEqual([]);
  });
});

describe("a run without a response", () => {
  test("returns the problem of a closed login window", async () => {
    const problem = "The login window was closed before it came back.";
    const { run, steps } = openLogin({ leave: async () => ({ problem }) });
    expect(await run()).toEqual({ kind: "unanswered", problem });
    expect(steps().map(({ kind }) => kind)).toEqual(["callback", "departure"]);
  });

  test("reports an invalid redirect URL without repeating it", async () => {
    const { run, steps } = comeBack("access_token=hunter2");
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: "unanswered", problem: expect.stringMatching(/again/) });
    expect(JSON.stringify([outcome, steps()])).not.toContain("hunter2");
  });

  test("returns the failure of its place", async () => {
    const { run } = openLogin({
      leave: () => Promise.reject(new Error("The page is gone. Reload it.")),
    });
    expect(await run()).toEqual({ kind: "unanswered", problem: "The page is gone. Reload it." });
  });

  test("that is cancelled is reported as cancelled", async () => {
    const controller = new AbortController();
    const { run } = openLogin({
      leave: async () => {
        controller.abort();
        return { url: `${redirectUrl}#error=x` };
      },
    });
    expect(
      await run({}, { operation: authorize, setting: sampleSetting }, controller.signal),
    ).toEqual({
      kind: "cancelled",
    });
  });
});
