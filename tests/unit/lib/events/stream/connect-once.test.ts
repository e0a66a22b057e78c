import { expect, test } from "vitest";

import { nextTurn } from "../../messages/next-turn.ts";
import { createHarness, frameOf, listen } from "../subscription-harness.ts";

test("closes a response that arrives after the subscription was stopped: it would use a stream of the plan", async () => {
  const h = await createHarness();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<Response>();
  const closed = Promise.withResolvers<string>();
  h.service.answer(() => {
    asked.resolve();
    return answered.promise;
  });
  h.subscription.start();
  await asked.promise;
  await h.subscription.stop();
  const body = new ReadableStream({ cancel: () => closed.resolve("closed") });
  answered.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  expect(await closed.promise).toBe("closed");
});

test("stores the first event at once, and the events of the next 16 ms in one transaction", async () => {
  const { clock, stream, ids, reported, until } = await listen({ isPausePassed: false });
  for (const id of ["2", "3", "4"]) {
    stream.send(frameOf(id));
    await nextTurn();
  }
  expect(ids()).toHaveLength(1);
  clock.advance(16);
  await until(() => ids().length === 4);
  expect(reported.map(({ stored }) => stored.length)).toEqual([1, 3]);
  clock.advance(16);
});

test("does not delay a stream that catches up", async () => {
  const { stream, ids, clock, until } = await listen({ isPausePassed: false });
  const many = Array.from({ length: 40 }, (_, index) => frameOf(`${index + 2}`));
  stream.send(many.join(""));
  await nextTurn();
  clock.advance(16);
  await until(() => ids().length === 41);
  stream.send(frameOf("42"));
  await until(() => ids().length === 42);
  expect(ids().at(-1)).toBe("42");
});

test("a pause between two reads ends with the subscription", async () => {
  const { subscription } = await listen({ isPausePassed: false });
  await subscription.stop();
  expect(subscription.state).toMatchObject({ name: "stopped", why: "asked" });
});
