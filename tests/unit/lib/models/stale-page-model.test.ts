import { signal } from "@preact/signals";
import { expect, test } from "vitest";

import { StalePageModel } from "../../../../lib/models/stale-page-model.ts";

function openModel() {
  const link = signal<"connecting" | "live" | "interrupted">("live");
  const now = signal(0);
  const own = { isLoaded: true };
  const model = new StalePageModel({
    link,
    now,
    isExtensionLoaded: () => own.isLoaded,
    reload: () => undefined,
  });
  return { link, now, own, model };
}

test("a page is not stale while it is connected, or while only the worker has ended", () => {
  const { link, own, model } = openModel();
  expect(model.isStale.value).toBe(false);
  link.value = "interrupted";
  expect(model.isStale.value).toBe(false);
  own.isLoaded = false;
  link.value = "live";
  expect(model.isStale.value).toBe(false);
});

test("a page becomes stale within a second after its extension ended", () => {
  const { link, now, own, model } = openModel();
  link.value = "interrupted";
  expect(model.isStale.value).toBe(false);
  own.isLoaded = false;
  now.value = 1_000;
  expect(model.isStale.value).toBe(true);
});
