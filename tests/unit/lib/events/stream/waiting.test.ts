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

describe("computeRetryDelay", () => {
  test.each([
    ["after progress, uses only the minimum", 0, undefined, 0.999, 1_000],
    ["after progress, uses the service's retry", 0, 2_000, 0.999, 2_000],
    ["with full jitter, starts at the minimum", 6, undefined, 0, 1_000],
    ["with full jitter, is random", 6, undefined, 0.5, 15_000],
    ["with full jitter, reaches 30 s", 6, undefined, 1, 30_000],
    ["doubles the back-off", 3, undefined, 1, 4_000],
    ["limits the back-off to 30 s", 40, undefined, 1, 30_000],
    ["uses the service's retry as the minimum of the back-off", 6, 20_000, 0.1, 20_000],
    ["uses a back-off above the service's retry", 6, 2_000, 0.5, 15_000],
    ["ignores a retry of zero", 0, 0, 0, 1_000],
    ["limits a retry of a day to five minutes", 0, 86_400_000, 0, 300_000],
  ])("%s", (_, failures, retryMs, random, wanted) => {
    expect(computeRetryDelay(failures, retryMs, random)).toBe(wanted);
  });
});

describe("the service's retry", () => {
  test("applies to the connections after the one that sent it", async () => {
    const h = await waitAfterRetry("4000");
    expect(lengthOf(h.subscription.state)).toBe(4_000);
    h.service.openStream().end();
    h.passWait();
    await h.until(() => h.service.requests.length === 2);
    await h.reach("waiting:rotation");
    expect(lengthOf(h.subscription.state)).toBe(4_000);
  });

  test("is the minimum for attempts without progress", async () => {
    const h = await waitAfterRetry("4000", { random: () => 0 });
    h.service.answer(refuse(503));
    h.passWait();
    await h.reach("waiting:server-error");
    expect(lengthOf(h.subscription.state)).toBe(4_000);
  });

  test.each([
    ["1", 4_000],
    ["9", 9_000],
  ])("is the minimum for a Retry-After of %s s", async (seconds, wanted) => {
    const h = await waitAfterRetry("4000");
    h.service.answer(refuse(429, {}, { "retry-after": seconds }));
    h.passWait();
    await h.reach("waiting:rate-limited");
    expect(lengthOf(h.subscription.state)).toBe(wanted);
  });
});

test("reports activity at most once a second, and the state has the latest activity", async () => {
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

test("a person can skip the wait that a failing tenant requests, but not a rate limit", async () => {
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
