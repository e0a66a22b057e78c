import { expect, test } from "vitest";

import { ForgetModel } from "../../../../../lib/models/tenants/forget-model.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";

test("clears the input of the page as well", async () => {
  const { send, sent } = createFakeWorker({ "everything.forget": async () => ({}) });
  let wiped = 0;
  const model = new ForgetModel({ send, wipe: () => void (wiped += 1) });
  await Promise.all([model.forgetEverything(), model.forgetEverything()]);
  expect(sent).toEqual([{ command: "everything.forget", request: {} }]);
  expect(model.state.value).toEqual({ kind: "forgotten" });
  expect(wiped).toBe(1);
});

test("reports a failure, and keeps the input of the page", async () => {
  let wiped = 0;
  const model = new ForgetModel({ send: createLostWorker(), wipe: () => void (wiped += 1) });
  await model.forgetEverything();
  expect(model.state.value).toMatchObject({
    kind: "failed",
    failure: { code: "worker-unreachable" },
  });
  expect(wiped).toBe(0);
});
