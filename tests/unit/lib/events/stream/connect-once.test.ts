import { expect, test } from "vitest";

import { createHarness } from "../subscription-harness.ts";

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
