import { expect, test } from "vitest";
import { createRatePacer } from "../../../../../lib/management/calls/rate-pacer.ts";
import { createSkippingClock } from "../fakes.ts";
import { connect, exchangeBody } from "../in-process-tenant.ts";

test("sends at once while nothing is known of the limit", () => {
  const pacer = createRatePacer();
  expect([1, 2, 3].map(() => pacer.reserve(0))).toEqual([0, 0, 0]);
});

test("waits for the reset once nothing is left", () => {
  const pacer = createRatePacer();
  pacer.settle({ limit: 2, remaining: 1, reset: 1_000 });
  expect([1, 2, 3].map(() => pacer.reserve(400))).toEqual([0, 600, 600]);
});

test("sends the full number at once after the reset, and the rest a second later", () => {
  const pacer = createRatePacer();
  pacer.settle({ limit: 2, remaining: 0, reset: 1_000 });
  expect([1, 2, 3].map(() => pacer.reserve(1_000))).toEqual([0, 0, 1_000]);
});

test("does not wait longer than three seconds: the refusal then says until when", () => {
  const pacer = createRatePacer();
  pacer.settle({ limit: 2, remaining: 0, reset: 60_000 });
  expect(pacer.reserve(0)).toBe(0);
});

test("learns another limit at once, such as after a change of the plan", () => {
  const pacer = createRatePacer();
  pacer.settle({ limit: 1_000, remaining: 900, reset: 60_000 });
  pacer.settle({ limit: 2, remaining: 0, reset: 1_000 });
  expect(pacer.reserve(0)).toBe(1_000);
});

test("counts the requests under way when the limit becomes known", () => {
  const pacer = createRatePacer();
  expect([1, 2].map(() => pacer.reserve(0))).toEqual([0, 0]);
  pacer.settle({ limit: 2, remaining: 1, reset: 1_000 });
  expect(pacer.reserve(400)).toBe(600);
});

test("counts a request no longer that ended without a response", () => {
  const pacer = createRatePacer();
  expect([1, 2].map(() => pacer.reserve(0))).toEqual([0, 0]);
  pacer.settle(undefined);
  pacer.settle({ limit: 2, remaining: 1, reset: 1_000 });
  expect([1, 2].map(() => pacer.reserve(400))).toEqual([0, 600]);
});

test("keeps the smaller number of two responses of one window, in whatever order they arrive", () => {
  const pacer = createRatePacer();
  pacer.settle({ limit: 10, remaining: 0, reset: 1_000 });
  pacer.settle({ limit: 10, remaining: 5, reset: 1_000 });
  expect(pacer.reserve(0)).toBe(1_000);
});

test("a free tenant's two requests a second are never exceeded by a list of many pages", async () => {
  const clock = createSkippingClock();
  const statuses: number[] = [];
  const { logIn, fetch } = connect({ requestsPerWindow: 2, rateLimitWindow: 1_000 }, clock);
  const client = logIn(undefined, async (url, init) => {
    const response = await fetch(url, init);
    statuses.push(response.status);
    return response;
  });
  for (let number = 1; number <= 6; number += 1) {
    await client.createTokenExchangeProfile(exchangeBody(number));
  }
  expect((await client.listAllConnectionProfiles()).isComplete).toBe(true);
  await Promise.all([1, 2, 3, 4].map(() => client.listAllTokenExchangeProfiles()));
  expect(statuses).not.toContain(429);
  expect(clock.pauses.length).toBeGreaterThan(3);
});
