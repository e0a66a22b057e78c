import { describe, expect, test } from "vitest";
import {
  createManagementClient,
  type ManagementClient,
} from "../../../../lib/management/client.ts";
import type { RateLimit } from "../../../../lib/management/calls/rate-limit.ts";
import { catchManagementError, createClock, createNetwork, refuse } from "./fakes.ts";

const baseUrl = "https://tenant.example/api/v2";
const exchange = {
  id: "tep_1",
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_1",
  type: "custom_authentication",
};

function connect(...answers: Parameters<typeof createNetwork>) {
  const network = createNetwork(...answers);
  const rateLimits: RateLimit[] = [];
  const client = createManagementClient({
    baseUrl: baseUrl,
    accessToken: () => Promise.resolve("the.access.token"),
    clock: createClock(),
    fetch: network.fetch,
    random: () => 0.5,
    onRateLimit: (rateLimit) => rateLimits.push(rateLimit),
  });
  return { client, network, rateLimits };
}

interface Call {
  name: string;
  run: (client: ManagementClient, id: string) => Promise<unknown>;
  method: string;
  path: string;
  scope: string;
  answer: unknown;
  body?: unknown;
}

const calls: Call[] = [
  {
    name: "renaming a token exchange profile",
    run: (client, id) => client.updateTokenExchangeProfile(id, { name: "Old tokens" }),
    method: "PATCH",
    path: "/token-exchange-profiles/",
    scope: "update:token_exchange_profiles",
    answer: { ...exchange, name: "Old tokens" },
    body: { name: "Old tokens" },
  },
  {
    name: "deleting a token exchange profile",
    run: (client, id) => client.deleteTokenExchangeProfile(id),
    method: "DELETE",
    path: "/token-exchange-profiles/",
    scope: "delete:token_exchange_profiles",
    answer: undefined,
  },
];

function respond(answer: unknown): Response {
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
}

describe.each(calls)("$name", ({ run, method, path, scope, answer, body }) => {
  test("sends its request to the URL of the profile", async () => {
    const { client, network } = connect(respond(answer));
    expect(await run(client, "a/b")).toEqual(answer);
    const [request] = network.sent;
    expect(request?.url).toBe(`${baseUrl}${path}a%2Fb`);
    expect(request?.init.method).toBe(method);
    expect(request?.header("authorization")).toBe("Bearer the.access.token");
    expect(request?.body).toBe(body === undefined ? "" : JSON.stringify(body));
  });

  test("rejects an id that would change the path, without sending a request", async () => {
    const { client, network } = connect();
    const error = await catchManagementError(run(client, ".."));
    expect(error).toMatchObject({ code: "invalid-id", field: "id" });
    expect(network.sent).toEqual([]);
  });

  test.each([
    [refuse(404), { code: "not-found", field: "id" }],
    [refuse(400, { errorCode: "invalid_uri" }), { code: "invalid-id", field: "id" }],
    [refuse(401), { code: "unauthorized" }],
    [refuse(403, { errorCode: "insufficient_scope" }), { code: "insufficient-scope" }],
    [refuse(403), { code: "forbidden" }],
    [refuse(429), { code: "rate-limited" }],
    [refuse(500), { code: "server-error" }],
  ])("has a message for each rejection (%#)", async (refusal, expected) => {
    const { client } = connect(refusal);
    const error = await catchManagementError(run(client, "tep_1"));
    expect(error).toMatchObject(expected);
    expect(error.message).toMatch(/[a-z].*\.$/u);
  });

  test("names the required scope", async () => {
    const { client } = connect(refuse(403, { errorCode: "insufficient_scope" }));
    expect((await catchManagementError(run(client, "x"))).message).toContain(` ${scope}.`);
  });
});

describe("changing a token exchange profile", () => {
  test("assigns a 409 to the subject token type", async () => {
    const { client } = connect(refuse(409));
    const work = client.updateTokenExchangeProfile("tep_1", { subject_token_type: "urn:a:b:c" });
    expect(await catchManagementError(work)).toMatchObject({
      code: "conflict",
      field: "subject_token_type",
    });
  });

  test("lists the causes of a 400, including the duplicate type", async () => {
    const { client } = connect(refuse(400));
    const error = await catchManagementError(
      client.updateTokenExchangeProfile("tep_1", { name: "abc" }),
    );
    expect(error.code).toBe("invalid-body");
    expect(error.causes.map(({ field }) => field)).toEqual([undefined, "subject_token_type"]);
  });
});

describe("connection profiles", () => {
  test("accept a patch with properties that no form has", async () => {
    const { client, network } = connect(Response.json({ id: "cop_1" }));
    await client.updateConnectionProfile("cop_1", { shade: { dark: [1] } });
    expect(JSON.parse(network.sent[0]?.body ?? "")).toEqual({ shade: { dark: [1] } });
  });

  test("are not confused with the list of templates", async () => {
    const { client, network } = connect();
    const error = await catchManagementError(client.getConnectionProfile("templates"));
    expect(error.code).toBe("invalid-id");
    expect(network.sent).toEqual([]);
  });
});

describe("loading a complete list", () => {
  test("requests the largest pages, and follows each cursor", async () => {
    const { client, network } = connect(
      Response.json({ token_exchange_profiles: [exchange], next: "two" }),
      Response.json({ token_exchange_profiles: [exchange, { ...exchange, id: "tep_2" }] }),
      Response.json({ connection_profiles: [{ id: "cop_1" }], next: null }),
    );
    const { items, isComplete } = await client.listAllTokenExchangeProfiles();
    expect(items.map(({ id }) => id)).toEqual(["tep_1", "tep_2"]);
    expect(isComplete).toBe(true);
    expect(await client.listAllConnectionProfiles()).toEqual({
      items: [{ id: "cop_1" }],
      isComplete: true,
    });
    expect(network.sent.map(({ url }) => url.slice(baseUrl.length))).toEqual([
      "/token-exchange-profiles?take=100",
      "/token-exchange-profiles?from=two&take=100",
      "/connection-profiles?take=10",
    ]);
  });

  test("stops at a repeated cursor, and marks the list as incomplete", async () => {
    const page = () => Response.json({ connection_profiles: [{ id: "cop_1" }], next: "again" });
    const { client, network } = connect(page, page);
    expect(await client.listAllConnectionProfiles()).toEqual({
      items: [{ id: "cop_1" }],
      isComplete: false,
    });
    expect(network.sent).toHaveLength(2);
  });

  test("stops after fifty pages of an endless list", async () => {
    let count = 0;
    const page = () => {
      count += 1;
      return Response.json({ connection_profiles: [{ id: `cop_${count}` }], next: `${count}` });
    };
    const { client } = connect(...Array.from({ length: 50 }, () => page));
    const { items, isComplete } = await client.listAllConnectionProfiles();
    expect(items).toHaveLength(50);
    expect(isComplete).toBe(false);
  });

  test("fails if a page fails", async () => {
    const { client } = connect(
      Response.json({ connection_profiles: [{ id: "cop_1" }], next: "two" }),
      refuse(429),
    );
    const error = await catchManagementError(client.listAllConnectionProfiles());
    expect(error.code).toBe("rate-limited");
  });
});

test(
  "reports the rate limit after successes and rejections",
  { tags: ["limits.rate-limit-headers"] },
  async () => {
    const headers = {
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "9",
      "x-ratelimit-reset": "1795262430",
    };
    const { client, rateLimits } = connect(
      Response.json({ id: "cop_1" }, { headers }),
      refuse(403, {}, { ...headers, "x-ratelimit-remaining": "8" }),
      Response.json({ id: "cop_1" }),
    );
    await client.getConnectionProfile("cop_1");
    await catchManagementError(client.getConnectionProfile("cop_1"));
    await client.getConnectionProfile("cop_1");
    const reset = 1_795_262_430_000;
    expect(rateLimits).toEqual([
      { limit: 10, remaining: 9, reset },
      { limit: 10, remaining: 8, reset },
    ]);
  },
);
