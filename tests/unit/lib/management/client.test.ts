import { describe, expect, test } from "vitest";
import { createManagementClient } from "../../../../lib/management/client.ts";
import type { AccessTokenSource } from "../../../../lib/management/credentials/credentials.ts";
import type { Fetch } from "../../../../lib/management/ports.ts";
import {
  catchManagementError,
  createClock,
  createNetwork,
  createSilentNetwork,
  refuse,
} from "./fakes.ts";

const TOKEN = "the.access.token";
const body = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication" as const,
};
const profile = {
  ...body,
  id: "tep_1",
  created_at: "2026-11-21T12:00:00.000Z",
  updated_at: "2026-11-21T12:00:00.000Z",
};

function createClient(
  fetch: Fetch,
  options: {
    accessToken?: AccessTokenSource;
    baseUrl?: string;
    clock?: ReturnType<typeof createClock>;
  } = {},
) {
  return createManagementClient({
    baseUrl: "https://tenant.example/api/v2",
    accessToken: () => Promise.resolve(TOKEN),
    clock: createClock(),
    fetch,
    random: () => 0.5,
    ...options,
  });
}

/** What an attempt to create a profile fails with, when the tenant answers like this. */
async function failCreate(answer: Response | Error) {
  return catchManagementError(
    createClient(createNetwork(answer).fetch).createTokenExchangeProfile(body),
  );
}

describe("creating a token exchange profile", () => {
  test("posts the body as JSON with the bearer token [management.create.profile] [authn.management.bearer-jwt]", async () => {
    const network = createNetwork(Response.json(profile, { status: 201 }));
    expect(await createClient(network.fetch).createTokenExchangeProfile(body)).toEqual(profile);
    const [request] = network.sent;
    expect(request?.url).toBe("https://tenant.example/api/v2/token-exchange-profiles");
    expect(request?.init).toMatchObject({ method: "POST", credentials: "omit", redirect: "error" });
    expect(request?.header("authorization")).toBe(`Bearer ${TOKEN}`);
    expect(request?.header("content-type")).toBe("application/json");
    expect(JSON.parse(request?.body ?? "")).toEqual(body);
  });

  test.each([200, 201, 202])(
    "takes status %d for success, and keeps unknown properties",
    async (status) => {
      const network = createNetwork(Response.json({ ...profile, extra: [1] }, { status }));
      expect(await createClient(network.fetch).createTokenExchangeProfile(body)).toMatchObject({
        extra: [1],
      });
    },
  );

  test.each(["<html>", "{}", "null", ""])(
    "does not take an answer of another form for a profile, and says that it may exist (%#)",
    async (text) => {
      const error = await failCreate(new Response(text, { status: 201 }));
      expect(error).toMatchObject({ code: "unexpected-response", status: 201 });
      expect(error.message).toContain("look at the tenant before you try again");
    },
  );

  test("lists the five meanings of a 400, each with the way to check it [management.create.400.invalid-body] [management.create.400.type-custom] [management.create.400.action-not-deployed] [management.create.400.action-trigger] [management.create.400.action-not-found]", async () => {
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
  });

  test("decides nothing by the service's words", async () => {
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

  test("names the three meanings of a 401 [management.create.401.invalid-token] [management.create.401.invalid-signature] [management.create.401.client-not-global]", async () => {
    const error = await failCreate(refuse(401, { message: "Client is not global." }));
    expect(error).toMatchObject({ code: "unauthorized", status: 401 });
    expect(error.causes).toHaveLength(3);
  });

  test("tells a missing scope from a full tenant by the error code [management.create.403.insufficient-scope] [management.create.403.limit-reached] [authn.management.scope-403]", async () => {
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
    expect(either.causes).toHaveLength(2);
  });

  test("binds a 409 to the subject token type [management.create.409]", async () => {
    expect(await failCreate(refuse(409))).toMatchObject({
      code: "conflict",
      field: "subject_token_type",
    });
  });

  test("says after a 429 what the limit is and when to come back [management.create.429] [limits.rate-limit-headers]", async () => {
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
  });

  test.each([
    ["16", 16_000],
    ["Sat, 21 Nov 2026 12:00:45 GMT", 45_000],
    ["99999999", 24 * 3600_000],
    ["nonsense", 30_000],
  ])("takes Retry-After %j before X-RateLimit-Reset, within a day", async (value, wait) => {
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
  ])("has a sentence for every other answer (%#)", async (answer, code) => {
    const error = await failCreate(answer);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/[a-z].*\.$/u);
  });

  test("never repeats the token, and shortens what the service says", async () => {
    const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
    const message = `Bad token ${TOKEN} and ${jwt}: ${"x".repeat(5000)}`;
    const error = await failCreate(refuse(401, { message, errorCode: TOKEN }));
    const text = JSON.stringify([error.toFacts(), error.stack]);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(jwt);
    expect(error.serviceMessage?.length).toBeLessThanOrEqual(500);
  });
});

describe("updating a connection profile", () => {
  const patch = { name: "staff" };

  test("sends the patch alone to the profile's address [management.patch.profile] [management.patch.path-id]", async () => {
    const network = createNetwork(
      Response.json({ id: "cop_1", name: "staff", strategy_overrides: null }),
    );
    const updated = await createClient(network.fetch).updateConnectionProfile("cop_1", patch);
    expect(updated).toEqual({ id: "cop_1", name: "staff", strategy_overrides: null });
    expect(network.sent[0]).toMatchObject({
      url: "https://tenant.example/api/v2/connection-profiles/cop_1",
    });
    expect(network.sent[0]?.init.method).toBe("PATCH");
    expect(JSON.parse(network.sent[0]?.body ?? "")).toEqual(patch);
  });

  test.each([
    ["a/../b", "a%2F..%2Fb"],
    ["a?b#c", "a%3Fb%23c"],
    ["%2e%2e", "%252e%252e"],
    ["cop|1", "cop%7C1"],
  ])("puts the id %j into the path as one segment", async (id, segment) => {
    const network = createNetwork(Response.json({ id }));
    await createClient(network.fetch).updateConnectionProfile(id, patch);
    expect(network.sent[0]?.url).toBe(
      `https://tenant.example/api/v2/connection-profiles/${segment}`,
    );
  });

  test.each(["", ".", "..", "\ud800"])(
    "refuses the id %j, which would reach something else",
    async (id) => {
      const network = createNetwork();
      const error = await catchManagementError(
        createClient(network.fetch).updateConnectionProfile(id, patch),
      );
      expect(error).toMatchObject({ code: "invalid-id", field: "id" });
      expect(network.sent).toEqual([]);
    },
  );

  test.each([
    [refuse(404), { code: "not-found", field: "id" }],
    [refuse(400, { errorCode: "invalid_uri" }), { code: "invalid-id", field: "id" }],
    [refuse(400, { errorCode: "invalid_body" }), { code: "invalid-body" }],
    [refuse(409), { code: "conflict" }],
  ])("binds a refusal to the field that status and code name (%#)", async (answer, expected) => {
    const client = createClient(createNetwork(answer).fetch);
    const error = await catchManagementError(client.updateConnectionProfile("cop_1", patch));
    expect(error).toMatchObject(expected);
  });
});

describe("a refusal that names a property in a member of its own", () => {
  const refuseFor = (property: unknown, errorCode = "invalid_body") =>
    Response.json({ statusCode: "400", message: "no", errorCode, property }, { status: 400 });

  test("goes to that field", async () => {
    const error = await failCreate(refuseFor("action_id"));
    expect(error).toMatchObject({
      code: "invalid-body",
      field: "action_id",
      property: "action_id",
    });
    expect(error.causes).toEqual([]);
    expect(error.message).toContain("action_id");
    const patching = createClient(createNetwork(refuseFor("strategy_overrides.okta")).fetch);
    const work = patching.updateConnectionProfile("cop_1", { name: "x" });
    expect(await catchManagementError(work)).toMatchObject({ field: "strategy_overrides.okta" });
  });

  test.each(["constructor", "enabled_features", "", 7, null, ["name"]])(
    "goes to no field when no form has it: %j",
    async (property) => {
      const error = await failCreate(refuseFor(property));
      expect(error.field).toBeUndefined();
      expect(error.causes).toHaveLength(5);
    },
  );

  test("lists what else a refused change of a connection profile can mean", async () => {
    const client = createClient(createNetwork(refuse(400, { errorCode: "invalid_body" })).fetch);
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error.causes.map(({ field }) => field)).toEqual([
      undefined,
      undefined,
      "connection_config",
    ]);
  });
});

describe("a change that is answered without a body", () => {
  test.each([200, 202, 204])("is a success, and the profile is read: %d", async (status) => {
    const network = createNetwork(
      new Response(null, { status }),
      Response.json({ id: "cop_1", name: "x" }),
    );
    const client = createClient(network.fetch);
    expect(await client.updateConnectionProfile("cop_1", { name: "x" })).toEqual({
      id: "cop_1",
      name: "x",
    });
    expect(network.sent.map(({ init }) => init.method)).toEqual(["PATCH", "GET"]);
  });

  test("is still a change when the profile cannot be read: it is in doubt, and not refused", async () => {
    const client = createClient(
      createNetwork(
        new Response(null, { status: 204 }),
        refuse(403, { errorCode: "insufficient_scope" }),
      ).fetch,
    );
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "insufficient-scope", isInDoubt: true });
    expect(error.message).toContain("read:connection_profiles");
    expect(error.message).toContain("may have been made");
  });

  test("is none when something else than a profile stands there", async () => {
    const client = createClient(createNetwork(new Response("<html>")).fetch);
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "unexpected-response", isInDoubt: true });
  });
});

describe("reading profiles", () => {
  test("survives an answer that is nested without end", async () => {
    const deep = `{"id":"cop_1","organization":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    const client = createClient(createNetwork(new Response(deep)).fetch);
    const error = await catchManagementError(client.getConnectionProfile("cop_1"));
    expect(error.code).toBe("unexpected-response");
  });

  test("takes an answer of one mebibyte, and none that is larger", async () => {
    const padded = (size: number) => new Response(`{"id":"cop_1"}`.padEnd(size));
    const client = createClient(createNetwork(padded(1024 * 1024), padded(1024 * 1024 + 1)).fetch);
    expect(await client.getConnectionProfile("cop_1")).toEqual({ id: "cop_1" });
    const error = await catchManagementError(client.getConnectionProfile("cop_1"));
    expect(error.code).toBe("unexpected-response");
    expect(error.message).toContain("larger than 1 MiB");
  });

  test("gives one page and the cursor of the next", async () => {
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

  test("lists and reads connection profiles", async () => {
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

describe("every call", () => {
  test("renews its token once after a 401", async () => {
    const asked: unknown[] = [];
    const tokens = ["old", "new"];
    const accessToken: AccessTokenSource = (options) => {
      asked.push(options);
      return Promise.resolve(tokens.shift() ?? "");
    };
    const network = createNetwork(refuse(401), Response.json(profile, { status: 201 }));
    await createClient(network.fetch, { accessToken }).createTokenExchangeProfile(body);
    expect(asked).toEqual([undefined, { renew: true, refused: "old" }]);
    expect(network.sent.map((request) => request.header("authorization"))).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });

  test("gives up after the second 401", async () => {
    const tokens = ["old", "new"];
    const accessToken = () => Promise.resolve(tokens.shift() ?? "");
    const network = createNetwork(refuse(401), refuse(401));
    const work = createClient(network.fetch, { accessToken }).createTokenExchangeProfile(body);
    expect((await catchManagementError(work)).code).toBe("unauthorized");
  });

  test("does not repeat a 401 with the token that was just refused", async () => {
    const network = createNetwork(refuse(401));
    const work = createClient(network.fetch).createTokenExchangeProfile(body);
    expect((await catchManagementError(work)).code).toBe("unauthorized");
    expect(network.sent).toHaveLength(1);
  });

  test("is given up after 20 seconds, and says that a change may have been made", async () => {
    const clock = createClock();
    const network = createSilentNetwork();
    const work = catchManagementError(
      createClient(network.fetch, { clock }).createTokenExchangeProfile(body),
    );
    await network.asked;
    clock.advance(19_999);
    expect(clock.waiting).toBe(1);
    clock.advance(1);
    const error = await work;
    expect(error).toMatchObject({ code: "answer-lost", isInDoubt: true });
    expect(error.message).toContain("may have been made");
  });

  test("is given up in the middle of an answer that never ends", async () => {
    const clock = createClock();
    const started = Promise.withResolvers<void>();
    const stream = new ReadableStream({ pull: () => started.resolve() }, { highWaterMark: 0 });
    const network = createNetwork(new Response(stream));
    const work = catchManagementError(
      createClient(network.fetch, { clock }).listConnectionProfiles(),
    );
    await started.promise;
    clock.advance(20_000);
    expect((await work).code).toBe("timeout");
  });

  test("ends when its caller says so, before or during the request", async () => {
    const network = createSilentNetwork();
    const clock = createClock();
    const client = createClient(network.fetch, { clock });
    const caller = new AbortController();
    const work = catchManagementError(client.listConnectionProfiles({ signal: caller.signal }));
    await network.asked;
    caller.abort();
    expect((await work).code).toBe("cancelled");
    const late = client.listConnectionProfiles({ signal: caller.signal });
    expect((await catchManagementError(late)).code).toBe("cancelled");
    expect(clock.waiting).toBe(0);
  });

  test.each([
    "http://tenant.example/api/v2",
    "ftp://tenant.example",
    "tenant.example",
    "https://a:b@tenant.example",
  ])("is not sent where a token could be read on the way: %s", async (baseUrl) => {
    const network = createNetwork();
    const accessToken = () => Promise.reject(new Error("no token should be asked for"));
    const client = createClient(network.fetch, { baseUrl, accessToken });
    expect((await catchManagementError(client.listConnectionProfiles())).code).toBe(
      "invalid-address",
    );
    expect(network.sent).toEqual([]);
  });
});
