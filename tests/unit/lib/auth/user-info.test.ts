import { describe, expect, test } from "vitest";
import { WebAuth, type AuthError, type UserInfo } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { FakeClock, fakePorts, FakeTenant } from "./fake-ports.ts";

const url = "https://tenant.example/userinfo";
const accessToken = "access-token-of-ada";
const ada = {
  sub: "auth0|ada",
  nickname: "ada",
  name: "Ada",
  picture: "https://img.example/ada.png",
  updated_at: "2026-09-21T10:00:00.000Z",
  email: "ada@example.com",
  email_verified: true,
  "https://app.example/roles": ["admin"],
};

function setUp(answer: () => Response) {
  const tenant = new FakeTenant().answer(url, answer);
  const webAuth = new WebAuth({
    domain: "tenant.example",
    clientID: "client-1",
    ports: fakePorts({ fetch: tenant.fetch, clock: new FakeClock() }),
  });
  return { userInfo: webAuth.client.userInfo, tenant };
}

describe("client.userInfo", () => {
  test(
    "requests user info with the access token",
    { tags: ["library.user-info.request", "library.routes.userinfo"] },
    async () => {
      const { userInfo, tenant } = setUp(() => Response.json(ada));
      await userInfo(accessToken);
      expect(tenant.requests).toEqual([
        {
          url,
          request: {
            method: "GET",
            // Each other header would need a preflight.
            headers: { Authorization: `Bearer ${accessToken}` },
            credentials: "omit",
            redirect: "error",
            signal: expect.any(AbortSignal),
          },
        },
      ]);
    },
  );

  test(
    "returns all claims of the service, including unknown ones",
    {
      tags: [
        "library.user-info.sub",
        "library.user-info.nickname",
        "library.user-info.name",
        "library.user-info.picture",
        "library.user-info.updated-at",
        "library.user-info.email",
      ],
    },
    async () => {
      const { userInfo } = setUp(() => Response.json(ada));
      expect(await userInfo(accessToken)).toEqual(ada);
    },
  );

  test.each([true, false, "true", "false"])(
    "returns email_verified unchanged: %j",
    { tags: ["library.user-info.email-verified"] },
    async (verified) => {
      const { userInfo } = setUp(() => Response.json({ ...ada, email_verified: verified }));
      expect((await userInfo(accessToken)).email_verified).toBe(verified);
    },
  );

  test(
    "calls back with null and the result",
    { tags: ["library.callbacks.err-result"] },
    async () => {
      const { userInfo } = setUp(() => Response.json(ada));
      const calls = await new Promise<[AuthError | null, UserInfo | null]>((resolve) => {
        expect(userInfo(accessToken, (...call) => resolve(call))).toBeUndefined();
      });
      expect(calls).toEqual([null, ada]);
    },
  );

  test("calls back with the error and null", async () => {
    const { userInfo } = setUp(() => new Response("Unauthorized", { status: 401 }));
    const [error, result] = await new Promise<[AuthError | null, UserInfo | null]>((resolve) => {
      userInfo(accessToken, (...call) => resolve(call));
    });
    expect(error).toMatchObject({ error: "request_error", statusCode: 401 });
    expect(result).toBeNull();
  });

  test("calls a throwing callback once, and its exception is uncaught", async () => {
    const { userInfo } = setUp(() => Response.json(ada));
    const planted = new Error("thrown by the caller's callback");
    const watchers = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    let calls = 0;
    try {
      const uncaught = new Promise((resolve) => {
        process.once("uncaughtException", resolve);
      });
      userInfo(accessToken, () => {
        calls += 1;
        throw planted;
      });
      expect(await uncaught).toBe(planted);
    } finally {
      for (const watcher of watchers) process.on("uncaughtException", watcher);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(1);
  });

  test.each([
    [
      "an OAuth error",
      () => Response.json({ error: "invalid_token", error_description: "Gone." }, { status: 401 }),
      { error: "invalid_token", errorDescription: "Gone.", statusCode: 401 },
    ],
    [
      "the envelope of the Management API",
      () =>
        Response.json(
          { statusCode: 403, error: "Forbidden", message: "No.", errorCode: "x" },
          { status: 403 },
        ),
      { error: "Forbidden", errorDescription: "No.", statusCode: 403 },
    ],
    [
      "a limit in plain text",
      () => new Response("Rate limit exceed", { status: 429 }),
      { error: "too_many_requests", statusCode: 429, reason: "http_status" },
    ],
    [
      "an error page",
      () => new Response("<html>", { status: 502 }),
      { error: "request_error", statusCode: 502, reason: "http_status" },
    ],
    [
      "a page in place of JSON",
      () => new Response("<html>"),
      { error: "request_error", statusCode: 200, reason: "body_malformed" },
    ],
    [
      "JSON that is no user info",
      () => Response.json(["auth0|ada"]),
      { error: "request_error", reason: "body_malformed" },
    ],
    [
      "no answer at all",
      () => {
        throw new TypeError(`Failed to fetch with ${accessToken}`);
      },
      { error: "request_error", reason: "network" },
    ],
  ])("reports %s in the common shape", async (_what, answer, parts) => {
    const { userInfo } = setUp(answer);
    const error = await catchAuthError(userInfo(accessToken));
    expect(error).toMatchObject(parts);
    expect(error.code).toBe(error.error);
    expect(error.description).toBe(error.errorDescription);
    expect(error.error_description).toBe(error.errorDescription);
    expect(error.message).toBe(error.errorDescription);
    expect(showAll(error)).not.toContain(accessToken);
  });

  test.each([
    ["in plain text", () => new Response(`Bad token: ${accessToken}`, { status: 400 })],
    [
      "in a description",
      () => Response.json({ error: accessToken, error_description: accessToken }, { status: 400 }),
    ],
    [
      "deep inside, under names of their own",
      () =>
        Response.json(
          { error: "x", details: [{ [accessToken]: { refresh_token: "other-secret" } }] },
          { status: 400 },
        ),
    ],
  ])("does not repeat a secret that the response echoes %s", async (_where, answer) => {
    const { userInfo } = setUp(answer);
    const error = await catchAuthError(userInfo(accessToken));
    expect(showAll(error)).not.toContain(accessToken);
    expect(showAll(error)).not.toContain("other-secret");
    expect(error.original).toMatchObject({ statusCode: 400 });
  });

  test("shortens a long response in the error", async () => {
    const page = setUp(() => new Response("a".repeat(5000), { status: 500 }));
    const error = await catchAuthError(page.userInfo(accessToken));
    expect(error.errorDescription.length).toBeLessThan(300);
    const code = "a".repeat(61);
    const { userInfo } = setUp(() => Response.json({ code }, { status: 500 }));
    expect(await catchAuthError(userInfo(accessToken))).toMatchObject({ error: "request_error" });
  });

  test.each([
    ["sub", 7],
    ["sub", undefined],
    ["email", {}],
    ["name", 1],
    ["email_verified", "yes"],
    ["email_verified", 1],
    ["updated_at", {}],
  ])(
    "rejects user info whose %s is %j, and accepts the unchanged response",
    async (claim, value) => {
      const good = setUp(() => Response.json(ada));
      expect(await good.userInfo(accessToken)).toEqual(ada);
      const { userInfo } = setUp(() => Response.json({ ...ada, [claim]: value }));
      const error = await catchAuthError(userInfo(accessToken));
      expect(error).toMatchObject({ error: "request_error", reason: "body_malformed" });
    },
  );

  test.each([undefined, null, "", 7, "two words", "line\nbreak"])(
    "rejects %j in place of an access token, and sends no request",
    (token) => {
      const { userInfo, tenant } = setUp(() => Response.json(ada));
      expect(() => callUntyped(userInfo, token)).toThrow(/^accessToken parameter is not valid/);
      expect(tenant.requests).toEqual([]);
    },
  );

  test("rejects a callback that is not a function, and sends no request", () => {
    const { userInfo, tenant } = setUp(() => Response.json(ada));
    expect(() => callUntyped(userInfo, accessToken, "cb")).toThrow(/^cb parameter is not valid/);
    expect(tenant.requests).toEqual([]);
  });
});
