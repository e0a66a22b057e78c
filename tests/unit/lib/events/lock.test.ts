import { expect, test } from "vitest";

import type { WithLock } from "../../../../lib/events/ports.ts";
import { createHarness, listen, readQuery, tenantId } from "./subscription-harness.ts";

/** Creates named locks that are granted in the order of the requests. */
function createLocks() {
  const tails = new Map<string, Promise<void>>();
  const held: string[] = [];
  const withLock: WithLock = async (name, signal, run) => {
    const before = tails.get(name) ?? Promise.resolve();
    const mine = Promise.withResolvers<void>();
    tails.set(
      name,
      before.then(() => mine.promise),
    );
    const aborted = new Promise<"aborted">((resolve) => {
      signal.addEventListener("abort", () => resolve("aborted"), { once: true });
    });
    if ((await Promise.race([before, aborted])) === "aborted") {
      mine.resolve();
      throw new DOMException("Given up.", "AbortError");
    }
    held.push(name);
    try {
      await run();
    } finally {
      mine.resolve();
    }
  };
  return { withLock, held };
}

test("a second subscription for the tenant waits, with a message, until the first has ended", async () => {
  const { withLock, held } = createLocks();
  const first = await listen({ withLock });
  const second = await createHarness({ withLock, log: first.log });
  second.subscription.start();
  await second.reach("parked:other-connection");
  expect(second.subscription.state).toMatchObject({
    message: expect.stringContaining("Another connection"),
  });
  expect(second.service.requests).toEqual([]);
  second.service.openStream();
  await first.subscription.stop();
  await second.reach("listening");
  expect(readQuery(second.service.requests[0]?.url)).toEqual({ from: "o1" });
  expect(new Set(held)).toEqual(new Set([`events of ${tenantId}`]));
});

test("a subscription that is stopped while it waits for the lock leaves the queue", async () => {
  const { withLock } = createLocks();
  const first = await listen({ withLock });
  const second = await createHarness({ withLock, log: first.log });
  second.subscription.start();
  await second.reach("parked:other-connection");
  await second.subscription.stop();
  expect(second.subscription.state).toMatchObject({ name: "stopped", why: "asked" });
  first.service.openStream();
  await first.subscription.stop();
  first.subscription.start();
  await first.reach("listening");
});

test("a lock that fails leads to a state with a message", async () => {
  const h = await createHarness({ withLock: () => Promise.reject(new Error("no locks here")) });
  h.subscription.start();
  expect(await h.reach("stopped:internal")).toMatchObject({
    message: expect.stringContaining("internal error"),
  });
});
