import { describe, expect, test } from "vitest";

import { runLogin, type LoginRun } from "../../../../lib/runs/run-login.ts";
import { origin, startTime } from "../../tenant/open-tenant.ts";
import { openLogin, redirectUrl, sampleRun } from "./login-harness.ts";

const comeBack = (answer: string) =>
  openLogin({ openLoginWindow: async () => ({ redirectedTo: answer }) });

describe("an accepted login", () => {
  test.each([
    { responseType: "token id_token", carries: ["idToken", "accessToken"] },
    { responseType: "id_token", carries: ["idToken"] },
    { responseType: "token", carries: ["accessToken"] },
  ] as const)(
    "with $responseType returns the requested tokens",
    async ({ responseType, carries }) => {
      const { ports, onStep } = openLogin();
      const outcome = await runLogin({ ...sampleRun, responseType }, ports, onStep);
      expect(outcome).toMatchObject({ kind: "succeeded" });
      const tokens = outcome.kind === "succeeded" ? outcome.tokens : {};
      expect(Object.keys(tokens)).toEqual(carries);
    },
  );

  test("returns the request and the issuer to check its tokens against", async () => {
    const { ports, onStep, opened } = openLogin();
    const outcome = await runLogin(sampleRun, ports, onStep);
    expect(outcome).toMatchObject({
      exchange: {
        issuer: `${origin}/`,
        request: { client_id: "demo-spa", nonce: opened[0]?.searchParams.get("nonce") },
        receivedAt: startTime,
      },
    });
    expect(opened[0]?.searchParams.get("nonce")).toMatch(/.{16,}/);
  });

  test("reports each step as it happens, with its time", async () => {
    const { ports, onStep, steps } = openLogin();
    await runLogin(sampleRun, ports, onStep);
    expect(steps.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
      `Authorization request to ${origin}/authorize: done`,
      `Response at ${redirectUrl}: done`,
      "parseHash accepted the response: done",
    ]);
    expect(steps.every(({ at }) => at === startTime)).toBe(true);
  });

  test("with an empty scope requests the library's default scopes", async () => {
    const { ports, onStep, opened } = openLogin();
    await runLogin({ ...sampleRun, scope: "" }, ports, onStep);
    expect(opened[0]?.searchParams.get("scope")).toBe("openid profile email");
  });

  test("sends the fields of the form, and omits empty ones", async () => {
    const { ports, onStep, opened } = openLogin();
    const form: Partial<LoginRun> = {
      audience: "https://reports.demo.example/",
      connection: "Username-Password-Authentication",
      prompt: "login",
      scope: "openid email",
    };
    await runLogin({ ...sampleRun, ...form }, ports, onStep);
    await runLogin(sampleRun, ports, onStep);
    expect(Object.fromEntries(opened[0]?.searchParams ?? [])).toMatchObject({
      ...form,
      client_id: "demo-spa",
      redirect_uri: redirectUrl,
      response_type: "token id_token",
    });
    for (const name of ["audience", "connection", "prompt"])
      expect(opened[1]?.searchParams.has(name)).toBe(false);
  });

  test("creates a new state and a new nonce each time", async () => {
    const { ports, onStep, opened } = openLogin();
    await runLogin(sampleRun, ports, onStep);
    await runLogin(sampleRun, ports, onStep);
    const values = opened.flatMap(({ searchParams }) => [
      searchParams.get("state"),
      searchParams.get("nonce"),
    ]);
    expect(new Set(values).size).toBe(4);
  });

  test("keeps its tokens out of every title and every fact that is not masked", async () => {
    const { ports, onStep, steps, opened } = openLogin();
    const outcome = await runLogin(sampleRun, ports, onStep);
    const { idToken = "", accessToken = "" } = outcome.kind === "succeeded" ? outcome.tokens : {};
    const { searchParams } = opened[0] ?? new URL(origin);
    const secrets = [
      idToken,
      accessToken,
      searchParams.get("state") ?? "",
      searchParams.get("nonce") ?? "",
    ];
    const facts = steps.flatMap((step) => step.facts);
    const inTheClear = JSON.stringify([
      steps.map(({ title }) => title),
      facts.filter(({ isSecret }) => !isSecret),
    ]);
    expect(secrets.filter((secret) => inTheClear.includes(secret))).toEqual([]);
    const masked = facts.filter(({ isSecret }) => isSecret).map(({ value }) => value);
    expect(secrets).not.toContain("");
    expect(masked).toEqual(expect.arrayContaining(secrets));
  });
});

describe("a rejected login", () => {
  test(
    "rejects an HS256 ID token with a remedy, and returns the tokens to be decoded",
    { tags: ["authn.library.hs256-refused"] },
    async () => {
      const { ports, onStep, steps } = openLogin();
      const outcome = await runLogin({ ...sampleRun, clientId: "demo-hs256" }, ports, onStep);
      expect(outcome).toMatchObject({
        kind: "refused",
        error: "invalid_token",
        remedy: expect.stringContaining("RS256"),
        tokens: { idToken: expect.stringMatching(/^ey/), accessToken: expect.any(String) },
        exchange: { request: { client_id: "demo-hs256", nonce: expect.any(String) } },
      });
      expect(steps.at(-1)).toMatchObject({
        title: "parseHash rejected the response",
        outcome: "failed",
        facts: [{ name: "error", value: "invalid_token", isSecret: false }],
      });
    },
  );

  test("rejects the response to another request, and returns its tokens", async () => {
    const { ports, onStep } = comeBack(`${redirectUrl}#access_token=a&id_token=b&state=foreign`);
    expect(await runLogin(sampleRun, ports, onStep)).toMatchObject({
      kind: "refused",
      error: "invalid_token",
      tokens: { accessToken: "a", idToken: "b" },
    });
  });

  test.each([
    ["fragment", "#"],
    ["query", "?"],
  ])("returns the service's error from the %s", async (_where, mark) => {
    const { ports, onStep, steps } = comeBack(
      `${redirectUrl}${mark}error=access_denied&error_description=Not+you`,
    );
    expect(await runLogin(sampleRun, ports, onStep)).toMatchObject({
      kind: "refused",
      error: "access_denied",
      errorDescription: "Not you",
      tokens: {},
    });
    expect(steps[1]).toMatchObject({ title: `Response at ${redirectUrl}`, outcome: "failed" });
  });

  test.each([redirectUrl, `${redirectUrl}#`, `${redirectUrl}#scope=openid`, `${redirectUrl}?x=1`])(
    "returns a remedy for a response with neither tokens nor an error (%s)",
    async (answer) => {
      const { ports, onStep } = comeBack(answer);
      expect(await runLogin(sampleRun, ports, onStep)).toMatchObject({
        kind: "refused",
        error: "invalid_hash",
        remedy: expect.stringMatching(/^Check /),
        tokens: {},
      });
    },
  );

  test("rejects a response without one of the tokens, and returns the other token", async () => {
    const { ports, onStep } = comeBack(`${redirectUrl}#access_token=a&state=s`);
    expect(await runLogin(sampleRun, ports, onStep)).toMatchObject({
      kind: "refused",
      error: "invalid_hash",
      tokens: { accessToken: "a" },
    });
  });

  test("shows the tenant's reason if the tenant cannot redirect back", async () => {
    const { ports, onStep } = openLogin();
    const outcome = await runLogin({ ...sampleRun, prompt: "none" }, ports, onStep);
    expect(outcome).toMatchObject({ kind: "refused", error: "login_required" });
  });
});

describe("a login without a response", () => {
  test("returns the problem of a closed login window", async () => {
    const problem = "The login window was closed before it came back.";
    const { ports, onStep, steps } = openLogin({ openLoginWindow: async () => ({ problem }) });
    expect(await runLogin(sampleRun, ports, onStep)).toEqual({ kind: "unanswered", problem });
    expect(steps.map(({ outcome }) => outcome)).toEqual(["done", "failed"]);
  });

  test("returns the problem of a run that cannot start, and opens no window", async () => {
    const { ports, onStep, steps, opened } = openLogin({
      redirectUrl: () => Promise.reject(new Error("The background worker did not respond.")),
    });
    expect(await runLogin(sampleRun, ports, onStep)).toEqual({
      kind: "unanswered",
      problem: "The background worker did not respond.",
    });
    expect(steps).toMatchObject([{ title: "Could not start the run", outcome: "failed" }]);
    expect(opened).toEqual([]);
  });

  test("reports an invalid redirect URL without repeating it", async () => {
    const { ports, onStep, steps } = comeBack("access_token=hunter2");
    const outcome = await runLogin(sampleRun, ports, onStep);
    expect(outcome).toMatchObject({ kind: "unanswered", problem: expect.stringMatching(/again/) });
    expect(JSON.stringify([outcome, steps])).not.toContain("hunter2");
    expect(steps.at(-1)).toMatchObject({ title: "No response", outcome: "failed" });
  });
});
