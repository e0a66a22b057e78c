import { describe, expect, test } from "vitest";
import { openTenant, authorizePath, logIn, readJson } from "../open-tenant.ts";

describe("a tenant with the default limits", () => {
  test("allows sixty silent renewals of a session in a row, and rejects the next", async () => {
    const open = openTenant();
    await logIn(open);
    const renew = async (): Promise<number> =>
      (await open.send(authorizePath({ prompt: "none", response_mode: "web_message" }))).status;
    for (let count = 1; count <= 60; count += 1)
      expect([count, await renew()]).toEqual([count, 200]);
    expect(await renew()).toBe(429);
  });

  test("allows eight open event streams, and rejects the next", async () => {
    const open = openTenant();
    const token = await open.getToken("read:events");
    const connect = async (): Promise<Response> => await open.call(token, "GET", "/api/v2/events");
    const streams = [];
    for (let count = 1; count <= 8; count += 1) streams.push(await connect());
    expect(streams.map((stream) => stream.status)).toEqual(Array(8).fill(200));
    expect((await connect()).status).toBe(403);
    await Promise.all(streams.map(async (stream) => await stream.body?.cancel()));
  });

  test("stores a hundred token exchange profiles, and rejects the next", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const create = async (number: number): Promise<Response> =>
      await open.call(token, "POST", "/api/v2/token-exchange-profiles", {
        name: `Profile ${number}`,
        subject_token_type: `urn:acme:type-${number}`,
        action_id: "act_demo_legacy",
        type: "custom_authentication",
      });
    for (let number = 1; number <= 100; number += 1) {
      expect([number, (await create(number)).status]).toEqual([number, 201]);
    }
    expect(await readJson(await create(101))).toMatchObject({ errorCode: "too_many_entities" });
  });

  test("accepts a thousand management requests in a minute, and rejects the next", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const list = async (): Promise<number> =>
      (await open.call(token, "GET", "/api/v2/connection-profiles")).status;
    for (let count = 1; count <= 1000; count += 1)
      expect([count, await list()]).toEqual([count, 200]);
    expect(await list()).toBe(429);
    open.clock.time += 60_000;
    expect(await list()).toBe(200);
  });

  test("has the documented numbers", async () => {
    expect(await openTenant().control("GET", "limits")).toEqual({
      requestsPerWindow: 1000,
      rateLimitWindow: 60_000,
      tokenExchangeProfiles: 100,
      connectionProfiles: 1000,
      eventStreams: 8,
      retainedEvents: 20_000,
      retainedEventBytes: 67_108_864,
      failedLoginsPerAccount: 10,
      failedLoginsPerAddress: 100,
      failedExchanges: 10,
      userinfoRequests: 10,
      silentRenewals: 60,
      streamHeartbeat: 10_000,
      streamRetry: 2000,
      streamLifetime: 300_000,
      idTokenLifetime: 36_000_000,
      userTokenLifetime: 7_200_000,
      clientTokenLifetime: 86_400_000,
    });
  });
});
