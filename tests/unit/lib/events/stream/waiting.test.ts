import { describe, expect, test } from "vitest";

import { computeRetryDelay } from "../../../../../lib/events/stream/retry-delay.ts";
import type { SubscriptionState } from "../../../../../lib/events/stream/subscription-state.ts";
import { start } from "../fake-clock.ts";
import { refuse } from "../fake-service.ts";
import { frameEvent, frameHeartbeat, makeUserEvent } from "../sample-events.ts";
import { createHarness } from "../subscription-harness.ts";

const lengthOf = (state: SubscriptionState) =>
  state.name === "waiting" ? state.until - state.since : undefined;

/** Creates a subscription that waits after a connection with a `retry:` field. */
async function waitAfterRetry(retry: string, over: Parameters<typeof createHarness>[0] = {}) {
  const h = await createHarness(over);
  const stream = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  // Only the first of the two reads contains `retry:`.
  stream.send(`retry: ${retry}\n\n`);
  stream.send(frameHeartbeat("o1"));
  stream.end();
  await h.reach("waiting:rotation");
  return h;
}

describe("how long to wait", () => {
  test.each([
    ["after progress, the floor alone", 0, undefined, 0.999, 1_000],
    ["after progress, the service's retry", 0, 2_000, 0.999, 2_000],
    ["full jitter: from nothing but the floor", 6, undefined, 0, 1_000],
    ["full jitter: by the dice", 6, undefined, 0.5, 15_000],
    ["full jitter: up to 30 s", 6, undefined, 1, 30_000],
    ["the back-off doubles", 3, undefined, 1, 4_000],
    ["it grows no further", 40, undefined, 1, 30_000],
    ["the service's retry is the floor of the back-off too", 6, 20_000, 0.1, 20_000],
    ["a back-off beyond the service's retry", 6, 2_000, 0.5, 15_000],
    ["a retry of nothing is not believed", 0, 0, 0, 1_000],
    ["a retry of a day is believed up to five minutes", 0, 86_400_000, 0, 300_000],
  ])("%s", (_, failures, retryMs, random, wanted) => {
    expect(computeRetryDelay(failures, retryMs, random)).toBe(wanted);
  });
});

describe("the service's retry", () => {
  test("holds for the connections after the one that named it", async () => {
    const h = await waitAfterRetry("4000");
    expect(lengthOf(h.subscription.state)).toBe(4_000);
    h.service.openStream().end();
    h.passWait();
    await h.until(() => h.service.requests.length === 2);
    await h.reach("waiting:rotation");
    expect(lengthOf(h.subscription.state)).toBe(4_000);
  });

  test("is the floor of attempts that bring nothing", async () => {
    const h = await waitAfterRetry("4000", { random: () => 0 });
    h.service.answer(refuse(503));
    h.passWait();
    await h.reach("waiting:server-error");
    expect(lengthOf(h.subscription.state)).toBe(4_000);
  });

  test.each([
    ["1", 4_000],
    ["9", 9_000],
  ])("is the floor of a Retry-After of %s s", async (seconds, wanted) => {
    const h = await waitAfterRetry("4000");
    h.service.answer(refuse(429, {}, { "retry-after": seconds }));
    h.passWait();
    await h.reach("waiting:rate-limited");
    expect(lengthOf(h.subscription.state)).toBe(wanted);
  });
});

test("signs of life are told at most once a second, and the state knows the last of them all the same", async () => {
  const h = await createHarness();
  const stream = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  const told = h.states.length;
  for (let count = 1; count <= 30; count += 1) {
    h.clock.advance(100);
    stream.send(frameEvent(`o${count}`, makeUserEvent(String(count))));
    await h.until(() => h.ids().length === count);
  }
  expect(h.states.slice(told)).toMatchObject(
    [1_000, 2_000, 3_000].map((ms) => ({ name: "listening", lastHeardAt: start + ms })),
  );
  h.clock.advance(100);
  stream.send(frameEvent("o31", makeUserEvent("31")));
  await h.until(() => h.ids().length === 31);
  expect(h.states.slice(told)).toHaveLength(3);
  expect(h.subscription.state).toMatchObject({ lastHeardAt: start + 3_100 });
});

test("a person steps over what a tenant in trouble asks for, and over no rate limit", async () => {
  const h = await createHarness();
  const asked = { "retry-after": "60" };
  h.service.answer(refuse(503, {}, asked), refuse(429, {}, asked));
  h.subscription.start();
  await h.reach("waiting:server-error");
  await h.subscription.nudge("person");
  // The next connection must keep the minimum spacing of one second.
  await h.until(
    () => "until" in h.subscription.state && h.subscription.state.until === start + 1_000,
  );
  expect(h.service.requests).toHaveLength(1);
  h.passWait();
  await h.reach("waiting:rate-limited");
  await h.subscription.nudge("person");
  expect(h.clock.pending, "the wait's timer still runs").toBe(1);
  expect(h.subscription.state).toMatchObject({ why: "rate-limited", until: start + 61_000 });
  expect(h.service.requests).toHaveLength(2);
});
