import { describe, expect, test } from "vitest";
import { createManagementClient } from "../../../../../lib/management/client.ts";
import type { AccessTokenSource } from "../../../../../lib/management/credentials/credentials.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { RateLimit } from "../../../../../lib/management/calls/rate-limit.ts";
import {
  catchManagementError,
  createClock,
  createNetwork,
  createSkippingClock,
  refuse,
} from "../fakes.ts";
import { connect as connectTenant, credentialOf, exchangeBody } from "../in-process-tenant.ts";

const body = exchangeBody();
const profile = { ...body, id: "tep_1" };
const page = { connection_profiles: [{ id: "cop_1" }] };
const down = () => new TypeError("failed to fetch");

function connect(...answers: Parameters<typeof createNetwork>) {
  const network = createNetwork(...answers);
  const clock = createSkippingClock();
  const options = {
    baseUrl: "https://tenant.example/api/v2",
    accessToken: () => Promise.resolve("the.access.token"),
    clock,
    fetch: network.fetch,
    random: () => 0.5,
  };
  return { client: createManagementClient(options), network, clock, options };
}

/** A 429 with a time to retry, in seconds from now. */
function refuseFor(seconds: number, headers: Record<string, string> = {}): Response {
  return refuse(429, {}, { "retry-after": String(seconds), ...headers });
}

describe("a rate-limited call", () => {
  test("is repeated at the time that the service names, even if it creates a resource", async () => {
    const { client, network, clock } = connect(refuseFor(2), Response.json(profile));
    expect(await client.createTokenExchangeProfile(body)).toEqual(profile);
    expect(network.sent.map((request) => request.body)).toEqual([
      JSON.stringify(body),
      JSON.stringify(body),
    ]);
    expect(clock.pauses).toEqual([2250]);
  });

  test("uses X-RateLimit-Reset without a Retry-After", async () => {
    const reset = { "x-ratelimit-reset": String(createClock().now() / 1000 + 3) };
    const { client, clock } = connect(refuse(429, {}, reset), Response.json(page));
    await client.listConnectionProfiles();
    expect(clock.pauses).toEqual([3250]);
  });

  test("measures the reset by the service's clock if the clocks differ", async () => {
    const server = createClock().now() + 120_000;
    const headers = {
      "x-ratelimit-reset": String(server / 1000 + 3),
      date: new Date(server).toUTCString(),
    };
    const { client, clock } = connect(refuse(429, {}, headers), Response.json(page));
    await client.listConnectionProfiles();
    expect(clock.pauses).toEqual([3250]);
  });

  test("is not repeated without a reset time", async () => {
    const { client, network } = connect(refuse(429));
    const error = await catchManagementError(client.listConnectionProfiles());
    expect(error.code).toBe("rate-limited");
    expect(network.sent).toHaveLength(1);
  });

  test("fails at once with the reset time if the wait is too long", async () => {
    const { client, network, clock } = connect(refuseFor(15));
    const error = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(error).toMatchObject({ code: "rate-limited", isInDoubt: false });
    expect(error.retryAt).toBe(clock.now() + 15_000);
    expect(network.sent).toHaveLength(1);
    expect(clock.pauses).toEqual([]);
  });

  test("fails after the third attempt", async () => {
    const { client, network, clock } = connect(refuseFor(1), refuseFor(1), refuseFor(1));
    const error = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(error.code).toBe("rate-limited");
    expect(network.sent).toHaveLength(3);
    expect(clock.pauses).toEqual([1250, 1500]);
  });

  test("fails if its waits exceed the total limit", async () => {
    const { client, network } = connect(refuseFor(8), refuseFor(8));
    await catchManagementError(client.listConnectionProfiles());
    expect(network.sent).toHaveLength(2);
  });

  test("reports the rate limit after each attempt", async () => {
    const rateLimits: RateLimit[] = [];
    const { options, network } = connect(
      refuseFor(1, { "x-ratelimit-remaining": "0" }),
      Response.json(page, { headers: { "x-ratelimit-remaining": "9" } }),
    );
    const onRateLimit = (rateLimit: RateLimit) => rateLimits.push(rateLimit);
    await createManagementClient({ ...options, onRateLimit }).listConnectionProfiles();
    expect(rateLimits).toEqual([{ remaining: 0 }, { remaining: 9 }]);
    expect(network.sent).toHaveLength(2);
  });

  test("succeeds at the local tenant after the rate limit window", async () => {
    const { logIn, clock } = connectTenant({ requestsPerWindow: 1, rateLimitWindow: 5000 });
    const client = logIn();
    await client.listConnectionProfiles();
    const started = clock.waiting;
    const work = client.createTokenExchangeProfile(body);
    await expect.poll(() => clock.waiting).toBe(started + 1);
    clock.advance(5250);
    expect(await work).toMatchObject(body);
  });
});

describe("a call without a response", () => {
  test("is repeated if it only reads, after random pauses whose upper bound doubles", async () => {
    const { client, network, clock } = connect(down(), down(), Response.json(page));
    expect(await client.listConnectionProfiles()).toEqual({ items: [{ id: "cop_1" }] });
    expect(network.sent).toHaveLength(3);
    expect(clock.pauses).toEqual([250, 500]);
  });

  test("is repeated without a pause if the random value is zero", async () => {
    const { options, clock } = connect(down(), Response.json(page));
    await createManagementClient({ ...options, random: () => 0 }).listConnectionProfiles();
    expect(clock.pauses).toEqual([0]);
  });

  test.each([
    [
      "a change",
      (client: ReturnType<typeof connect>["client"]) =>
        client.updateConnectionProfile("cop_1", { name: "x" }),
      Response.json({ id: "cop_1" }),
    ],
    [
      "a deletion",
      (client: ReturnType<typeof connect>["client"]) => client.deleteTokenExchangeProfile("tep_1"),
      new Response(null, { status: 204 }),
    ],
    [
      "a deletion that was already applied",
      (client: ReturnType<typeof connect>["client"]) => client.deleteTokenExchangeProfile("tep_1"),
      refuse(404),
    ],
  ])("is repeated if it is idempotent: %s", async (_, run, answer) => {
    const { client, network } = connect(down(), answer);
    await run(client);
    expect(network.sent).toHaveLength(2);
    expect(network.sent[0]).toMatchObject({
      url: network.sent[1]?.url,
      body: network.sent[1]?.body,
    });
  });

  test("is not repeated if it creates a resource, and reports that it may have been created", async () => {
    const { client, network } = connect(down());
    const error = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(error).toMatchObject({ code: "answer-lost", isInDoubt: true });
    expect(error.message).toContain("Check the tenant before you try again");
    expect(network.sent).toHaveLength(1);
  });

  test("is not repeated if it creates a resource, even after a rate limit", async () => {
    const { client, network } = connect(refuseFor(1), down());
    const error = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(error.code).toBe("answer-lost");
    expect(network.sent).toHaveLength(2);
  });

  test("is in doubt if its response is too large to read", async () => {
    const { client } = connect(new Response("x".repeat(1024 * 1024 + 1), { status: 201 }));
    const error = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(error).toMatchObject({ code: "unexpected-response", isInDoubt: true });
    expect(error.message).toContain("may have been applied");
  });

  test("is lost if the response breaks off", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError("terminated")),
    });
    const { client } = connect(new Response(broken, { status: 201 }));
    const error = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(error.code).toBe("answer-lost");
  });

  test("fails after the third attempt: unreachable for a read, in doubt for a change", async () => {
    const reading = connect(down(), down(), down());
    const unread = await catchManagementError(reading.client.getConnectionProfile("cop_1"));
    expect(unread).toMatchObject({ code: "unreachable", isInDoubt: false });
    const changing = connect(down(), down(), down());
    const unsure = await catchManagementError(
      changing.client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(unsure).toMatchObject({ code: "answer-lost", isInDoubt: true });
  });

  test("stays in doubt even if a later attempt is rejected", async () => {
    const { client } = connect(down(), refuse(403, { errorCode: "insufficient_scope" }));
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "insufficient-scope", isInDoubt: true });
    expect(error.message).toContain("may have been applied");
  });

  test.each([500, 502, 503, 504])("is not a server error: %d", async (status) => {
    const { client, network } = connect(refuse(status, {}, { "retry-after": "1" }));
    const error = await catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }),
    );
    expect(error).toMatchObject({ code: "server-error", isInDoubt: true });
    expect(network.sent).toHaveLength(1);
  });

  test("is not repeated after a timeout of 20 seconds", async () => {
    const { options, network } = connect(() => new Promise(() => undefined));
    const clock = createClock();
    const client = createManagementClient({ ...options, clock });
    const work = catchManagementError(client.listConnectionProfiles());
    await expect.poll(() => network.sent.length).toBe(1);
    clock.advance(20_000);
    expect((await work).code).toBe("timeout");
    expect(clock.waiting).toBe(0);
  });
});

describe("an aborted call", () => {
  test("ends while it waits for its next attempt, and leaves no timer behind", async () => {
    const { options, network } = connect(refuseFor(5));
    const clock = createClock();
    const caller = new AbortController();
    const client = createManagementClient({ ...options, clock });
    const work = catchManagementError(
      client.createTokenExchangeProfile(body, { signal: caller.signal }),
    );
    await expect.poll(() => network.sent.length).toBe(1);
    await expect.poll(() => clock.waiting).toBe(1);
    caller.abort();
    expect(await work).toMatchObject({ code: "cancelled", isInDoubt: false });
    expect(clock.waiting).toBe(0);
  });

  test("ends while it waits for a token", async () => {
    const { options, network } = connect();
    const caller = new AbortController();
    const accessToken: AccessTokenSource = () => new Promise(() => undefined);
    const client = createManagementClient({ ...options, accessToken });
    const work = catchManagementError(
      client.createTokenExchangeProfile(body, { signal: caller.signal }),
    );
    caller.abort();
    const error = await work;
    expect(error).toMatchObject({ code: "cancelled", isInDoubt: false });
    expect(error.message).toContain("before anything was sent");
    expect(network.sent).toEqual([]);
  });

  test("reports that the change may have been applied if the request was in flight", async () => {
    const caller = new AbortController();
    const { client } = connect(() => {
      caller.abort();
      return new Promise(() => undefined);
    });
    const error = await catchManagementError(
      client.createTokenExchangeProfile(body, { signal: caller.signal }),
    );
    expect(error).toMatchObject({ code: "cancelled", isInDoubt: true });
  });

  test("also reports the doubt if an earlier attempt was lost", async () => {
    const caller = new AbortController();
    const { options } = connect(down());
    const clock = createClock();
    const client = createManagementClient({ ...options, clock });
    const work = catchManagementError(
      client.updateConnectionProfile("cop_1", { name: "x" }, { signal: caller.signal }),
    );
    await expect.poll(() => clock.waiting).toBe(1);
    caller.abort();
    expect(await work).toMatchObject({ code: "cancelled", isInDoubt: true });
  });
});

test("a lost change stays in doubt if its token cannot be renewed for the next attempt", async () => {
  const { options } = connect(down(), refuse(401));
  const accessToken: AccessTokenSource = async ({ renew = false } = {}) => {
    if (!renew) return "the.access.token";
    throw new ManagementError({ code: "credentials-refused", message: "The secret was rotated." });
  };
  const client = createManagementClient({ ...options, accessToken });
  const error = await catchManagementError(client.updateConnectionProfile("cop_1", { name: "x" }));
  expect(error).toMatchObject({ code: "credentials-refused", isInDoubt: true });
  expect(error.message).toMatch(/^The secret was rotated\. .*may have been applied/u);
});

test("calls that are rejected together renew their token with one request", async () => {
  const { fetch, tokenOf, clock } = connectTenant();
  const source = tokenOf(credentialOf());
  const first = await source();
  // A token that is issued at the same time would be identical.
  clock.advance(1000);
  const asked: string[] = [];
  const client = createManagementClient({
    baseUrl: "http://localhost:4400/api/v2",
    accessToken: source,
    clock,
    random: () => 0.5,
    fetch: async (url, init) => {
      const { authorization = "" } = Object.fromEntries(new Headers(init.headers));
      asked.push(authorization);
      return authorization === `Bearer ${first}` ? refuse(401) : fetch(url, init);
    },
  });
  const lists = await Promise.all([1, 2, 3, 4].map(() => client.listConnectionProfiles()));
  expect(new Set(lists.map(({ items }) => items.length)).size).toBe(1);
  expect(asked).toHaveLength(8);
  expect(new Set(asked).size).toBe(2);
});
