import { describe, expect, test } from "vitest";
import { body, createClient, profile, testToken, failCreate } from "./client-harness.ts";
import { catchManagementError, createClock, createNetwork, refuse } from "./fakes.ts";

/** Browsers send the extension's origin with changes, and not with reads. */
const originCause = {
  what: "The tenant does not allow the origin of this extension.",
  check: expect.stringMatching(
    /If reading works.*Allowed Origins \(CORS\).*type is Native or Single Page Application/su,
  ),
};

describe("creating a token exchange profile", () => {
  test(
    "posts the body as JSON with the bearer token",
    { tags: ["management.create.profile", "authn.management.bearer-jwt"] },
    async () => {
      const network = createNetwork(Response.json(profile, { status: 201 }));
      expect(await createClient(network.fetch).createTokenExchangeProfile(body)).toEqual(profile);
      const [request] = network.sent;
      expect(request?.url).toBe("https://tenant.example/api/v2/token-exchange-profiles");
      expect(request?.init).toMatchObject({
        method: "POST",
        credentials: "omit",
        redirect: "error",
      });
      expect(request?.header("authorization")).toBe(`Bearer ${testToken}`);
      expect(request?.header("content-type")).toBe("application/json");
      expect(JSON.parse(request?.body ?? "")).toEqual(body);
    },
  );

  test.each([200, 201, 202])(
    "treats status %d as success, and keeps unknown properties",
    async (status) => {
      const network = createNetwork(Response.json({ ...profile, extra: [1] }, { status }));
      expect(await createClient(network.fetch).createTokenExchangeProfile(body)).toMatchObject({
        extra: [1],
      });
    },
  );

  test.each(["<html>", "{}", "null", ""])(
    "rejects an invalid response, and reports that the profile may exist (%#)",
    async (text) => {
      const error = await failCreate(new Response(text, { status: 201 }));
      expect(error).toMatchObject({ code: "unexpected-response", status: 201 });
      expect(error.message).toContain("Check the tenant before you try again");
    },
  );

  test(
    "lists the five causes of a 400, each with a check",
    {
      tags: [
        "management.create.400.invalid-body",
        "management.create.400.type-custom",
        "management.create.400.action-not-deployed",
        "management.create.400.action-trigger",
        "management.create.400.action-not-found",
      ],
    },
    async () => {
      const error = await failCreate(refuse(400, { message: "The action is not deployed" }));
      expect(error.code).toBe("invalid-body");
      expect(error.field).toBeUndefined();
      expect(error.causes.map(({ field }) => field)).toEqual([
        undefined,
        "type",
        "action_id",
        "action_id",
        "action_id",
      ]);
      for (const { what, check } of error.causes) expect(`${what} ${check}`).toMatch(/\. .*\.$/u);
      expect(error.serviceMessage).toBe("The action is not deployed");
    },
  );

  test("ignores the text of the service's message", async () => {
    const texts = [
      "The action is not deployed",
      "subject_token_type already exists",
      "Insufficient scope",
      "",
    ];
    const errors = await Promise.all(texts.map((message) => failCreate(refuse(400, { message }))));
    const facts = errors.map((error) => ({ ...error.toFacts(), serviceMessage: undefined }));
    expect(new Set(facts.map((fact) => JSON.stringify(fact))).size).toBe(1);
  });

  test(
    "lists the three documented causes of a 401, and that of a change",
    {
      tags: [
        "management.create.401.invalid-token",
        "management.create.401.invalid-signature",
        "management.create.401.client-not-global",
      ],
    },
    async () => {
      const error = await failCreate(refuse(401, { message: "Client is not global." }));
      expect(error).toMatchObject({ code: "unauthorized", status: 401 });
      expect(error.causes).toHaveLength(4);
      expect(error.causes[3]).toEqual(originCause);
    },
  );

  test(
    "distinguishes a missing scope from a reached limit by the error code",
    {
      tags: [
        "management.create.403.insufficient-scope",
        "management.create.403.limit-reached",
        "authn.management.scope-403",
      ],
    },
    async () => {
      const scope = await failCreate(refuse(403, { errorCode: "insufficient_scope" }));
      expect(scope.code).toBe("insufficient-scope");
      expect(scope.message).toContain("create:token_exchange_profiles");
      expect((await failCreate(refuse(403, { errorCode: "too_many_entities" }))).code).toBe(
        "entity-limit",
      );
      expect((await failCreate(refuse(403, { errorCode: "feature_not_enabled" }))).code).toBe(
        "feature-unavailable",
      );
      const either = await failCreate(refuse(403, { message: "Insufficient scope" }));
      expect(either.code).toBe("forbidden");
      expect(either.causes).toHaveLength(3);
      expect(either.causes[2]).toEqual(originCause);
    },
  );

  test("assigns a 409 to the subject token type", { tags: ["management.create.409"] }, async () => {
    expect(await failCreate(refuse(409))).toMatchObject({
      code: "conflict",
      field: "subject_token_type",
    });
  });

  test(
    "reports the limit and the retry time after a 429",
    { tags: ["management.create.429", "limits.rate-limit-headers"] },
    async () => {
      const clock = createClock();
      const reset = clock.now() / 1000 + 30;
      const headers = {
        "x-ratelimit-limit": "100",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(reset),
      };
      expect(
        await failCreate(refuse(429, { errorCode: "too_many_requests" }, headers)),
      ).toMatchObject({
        code: "rate-limited",
        rateLimit: { limit: 100, remaining: 0, reset: reset * 1000 },
        retryAt: reset * 1000,
      });
    },
  );

  test.each([
    ["16", 16_000],
    ["Sat, 21 Nov 2026 12:00:45 GMT", 45_000],
    ["99999999", 24 * 3600_000],
    ["nonsense", 30_000],
  ])("prefers Retry-After %j to X-RateLimit-Reset, up to one day", async (value, wait) => {
    const now = createClock().now();
    const headers = { "retry-after": value, "x-ratelimit-reset": String(now / 1000 + 30) };
    expect((await failCreate(refuse(429, {}, headers))).retryAt).toBe(now + wait);
  });

  test.each([
    [new Response("oops", { status: 500 }), "server-error"],
    [new Response("", { status: 503 }), "server-error"],
    [refuse(400, { errorCode: "Bearer" }), "unauthorized"],
    [refuse(404), "not-found"],
    [refuse(413), "invalid-body"],
    [refuse(418), "invalid-request"],
    [new Response(null, { status: 304 }), "unexpected-response"],
    [new TypeError("failed to fetch"), "answer-lost"],
    [new Response("x".repeat(1024 * 1024 + 1)), "unexpected-response"],
    [refuse(409, { message: "m", errorCode: 7 }), "conflict"],
    [new Response("[1]", { status: 409 }), "conflict"],
  ])("has a message for every other response (%#)", async (answer, code) => {
    const error = await failCreate(answer);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/[a-z].*\.$/u);
  });

  test("never repeats the token, and shortens the service's message", async () => {
    const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
    const message = `Bad token ${testToken} and ${jwt}: ${"x".repeat(5000)}`;
    const error = await failCreate(refuse(401, { message, errorCode: testToken }));
    const text = JSON.stringify([error.toFacts(), error.stack]);
    expect(text).not.toContain(testToken);
    expect(text).not.toContain(jwt);
    expect(error.serviceMessage?.length).toBeLessThanOrEqual(500);
  });
});

describe("loading profiles", () => {
  test("rejects a response with too many nested levels", async () => {
    const deep = `{"id":"cop_1","organization":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    const client = createClient(createNetwork(new Response(deep)).fetch);
    const error = await catchManagementError(client.getConnectionProfile("cop_1"));
    expect(error.code).toBe("unexpected-response");
  });

  test("accepts a response of one mebibyte, and rejects a larger one", async () => {
    const padded = (size: number) => new Response(`{"id":"cop_1"}`.padEnd(size));
    const client = createClient(createNetwork(padded(1024 * 1024), padded(1024 * 1024 + 1)).fetch);
    expect(await client.getConnectionProfile("cop_1")).toEqual({ id: "cop_1" });
    const error = await catchManagementError(client.getConnectionProfile("cop_1"));
    expect(error.code).toBe("unexpected-response");
    expect(error.message).toContain("exceeds 1 MiB");
  });

  test("returns one page and the cursor of the next page", async () => {
    const network = createNetwork(
      Response.json({ token_exchange_profiles: [profile], next: "c 2" }),
      Response.json({ token_exchange_profiles: [] }),
    );
    const client = createClient(network.fetch, { baseUrl: "https://tenant.example/api/v2/" });
    expect(await client.listTokenExchangeProfiles()).toEqual({ items: [profile], next: "c 2" });
    expect(await client.listTokenExchangeProfiles({ from: "c 2", take: 100 })).toEqual({
      items: [],
    });
    expect(network.sent.map(({ url }) => url)).toEqual([
      "https://tenant.example/api/v2/token-exchange-profiles",
      "https://tenant.example/api/v2/token-exchange-profiles?from=c+2&take=100",
    ]);
  });

  test("lists and loads connection profiles", async () => {
    const network = createNetwork(
      Response.json({ connection_profiles: [{ id: "cop_1" }], next: null }),
      Response.json({ id: "cop_1", name: "x" }),
    );
    const client = createClient(network.fetch);
    expect(await client.listConnectionProfiles({ take: 10 })).toEqual({ items: [{ id: "cop_1" }] });
    expect(await client.getConnectionProfile("cop_1")).toEqual({ id: "cop_1", name: "x" });
    expect(network.sent.map(({ init }) => init.method)).toEqual(["GET", "GET"]);
  });
});
