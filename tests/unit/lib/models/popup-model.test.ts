import { signal } from "@preact/signals";
import { expect, test } from "vitest";

import type { RateLimit } from "../../../../lib/management/calls/rate-limit.ts";
import { PopupModel, type PopupTab } from "../../../../lib/models/popup-model.ts";
import { createBrokenDraft, createMemoryDraft } from "./memory-draft.ts";

const start = Date.UTC(2026, 10, 21, 9, 0, 0);

function open(view = createMemoryDraft<{ tab: PopupTab }>()) {
  let isOnline = true;
  let tell: () => void = () => undefined;
  let isListening = false;
  const rateLimit = signal<RateLimit | undefined>(undefined);
  const now = signal(start);
  const model = new PopupModel({
    view,
    rateLimit,
    now,
    connection: {
      isOnline: () => isOnline,
      onChange(listener) {
        tell = listener;
        isListening = true;
        return () => {
          isListening = false;
        };
      },
    },
  });
  const setOnline = (next: boolean) => {
    isOnline = next;
    tell();
  };
  return { model, view, rateLimit, now, setOnline, isListening: () => isListening };
}

test("opens on the token exchange profiles, and later on the last tab", async () => {
  const { model, view } = open();
  await model.restore();
  expect(model.tab.value).toBe("exchange");
  model.select("connections");
  expect(model.tab.value).toBe("connections");
  const next = open(view).model;
  await next.restore();
  expect(next.tab.value).toBe("connections");
});

test("prefers a tab that was selected meanwhile to the stored one", async () => {
  const { model } = open(createMemoryDraft<{ tab: PopupTab }>({ tab: "connections" }));
  const restoring = model.restore();
  model.select("exchange");
  await restoring;
  expect(model.tab.value).toBe("exchange");
});

test("keeps the tabs working if the storage fails", async () => {
  const model = new PopupModel({
    view: createBrokenDraft(),
    rateLimit: signal(undefined),
    now: signal(start),
    connection: { isOnline: () => true, onChange: () => () => undefined },
  });
  await model.restore();
  model.select("connections");
  expect(model.tab.value).toBe("connections");
});

test("shows the meter of the rate limit only while few requests remain", () => {
  const { model, rateLimit, now } = open();
  expect(model.meter.value).toBeUndefined();
  rateLimit.value = { limit: 10, remaining: 9, reset: start + 5_000 };
  expect(model.meter.value).toBeUndefined();
  rateLimit.value = { limit: 10, remaining: 1, reset: start + 5_000 };
  expect(model.meter.value).toMatchObject({ level: "low", remaining: 1 });
  rateLimit.value = { limit: 10, remaining: 0, reset: start + 5_000 };
  expect(model.meter.value).toMatchObject({ level: "empty" });
  now.value = start + 5_000;
  expect(model.meter.value).toBeUndefined();
});

test("reports a lost and a restored network until it is disposed", () => {
  const { model, setOnline, isListening } = open();
  expect(model.isOnline.value).toBe(true);
  setOnline(false);
  expect(model.isOnline.value).toBe(false);
  setOnline(true);
  expect(model.isOnline.value).toBe(true);
  model[Symbol.dispose]();
  expect(isListening()).toBe(false);
});
