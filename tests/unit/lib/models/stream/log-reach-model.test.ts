import { signal } from "@preact/signals";
import { expect, onTestFinished, test } from "vitest";

import { LogReachModel } from "../../../../../lib/models/stream/log-reach-model.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

const day = 86_400_000;

function open(arrivals: { count: number; spanMs: number } | undefined, events = 50_000, days = 30) {
  const keep = signal<{ events: number; days: number } | undefined>({ events, days });
  const { send, sent } = createFakeWorker({
    "events.read-rate": async () => (arrivals === undefined ? {} : { arrivals }),
  });
  const tenant = signal(sampleTenant);
  const model = new LogReachModel({ send, tenant, keep });
  onTestFinished(() => model[Symbol.dispose]());
  return { model, keep, sent };
}

test.each([
  [
    { count: 50_000, spanMs: 72 * 60_000 },
    "About 41,667 events an hour arrived lately. At that rate, 50,000 events would reach back 1 hour.",
  ],
  [
    { count: 240_000, spanMs: day },
    "About 10,000 events an hour arrived lately. At that rate, 50,000 events would reach back 5 hours.",
  ],
  [
    { count: 24, spanMs: day },
    "About 1 event an hour arrived lately. At that rate, the maximum age of 30 days would reach back 30 days.",
  ],
])("%o is told as a rate and a reach", async (arrivals, text) => {
  const { model } = open(arrivals);
  model.load();
  await expect.poll(() => model.text.value).toBe(text);
});

test("the reach follows the limits as they are typed, and is silent while they are invalid", async () => {
  const { model, keep } = open({ count: 240_000, spanMs: day });
  model.load();
  await expect.poll(() => model.text.value).toContain("5 hours");
  keep.value = { events: 1_000_000, days: 30 };
  expect(model.text.value).toContain("1,000,000 events would reach back 4 days");
  keep.value = { events: 1_000_000, days: 1 };
  expect(model.text.value).toContain("the maximum age of 1 day would reach back 24 hours");
  keep.value = undefined;
  expect(model.text.value).toBeUndefined();
});

test("nothing is asked before the limits are shown, and nothing is told without a rate", async () => {
  const { model, sent } = open(undefined);
  expect(sent).toEqual([]);
  model.load();
  await expect.poll(() => sent.length).toBe(1);
  expect(model.text.value).toBeUndefined();
});
