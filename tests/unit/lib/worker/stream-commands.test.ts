import { expect, test } from "vitest";

import { catchRemoteError, openWorker, tenantOrigin } from "./inspector-harness.ts";

test("retrying the stream restarts a stream that had stopped", async () => {
  const worker = openWorker();
  await worker.setUp();
  worker.browser.intercept = ({ url }) =>
    url.pathname === "/api/v2/events"
      ? Response.json({ statusCode: 400, message: "no" }, { status: 400 })
      : undefined;
  await worker.restart();
  await worker.inspector.wake();
  await worker.reach("stopped:bad-request");
  worker.browser.intercept = () => undefined;
  worker.clock.advance(1_000);
  expect(await worker.send("stream.retry", { tenantId: tenantOrigin })).toEqual({});
  await worker.reach("listening");
});

test("marking as viewed requires a tenant", async () => {
  const error = await catchRemoteError(
    openWorker().send("events.mark-viewed", { tenantId: tenantOrigin, through: 1 }),
  );
  expect(error.code).toBe("no-tenant");
});
