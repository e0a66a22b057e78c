import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { PanelView } from "../../../../lib/messages/panel-view.ts";
import { createKeptView } from "../../../../lib/models/kept-view.ts";
import { EventFilterModel } from "../../../../lib/models/events/event-filter-model.ts";
import { PanelModel } from "../../../../lib/models/panel-model.ts";
import { createFakeWorker } from "./fake-worker.ts";

/** Opens the view of a panel; each sent change waits until the test answers it. */
function openView(stored: PanelView = {}, isPrivate = false) {
  const answers: PromiseWithResolvers<Record<string, never>>[] = [];
  const { send, sent } = createFakeWorker({
    "panel-view.keep": () => {
      const answer = Promise.withResolvers<Record<string, never>>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const changes = () => sent.map(({ request }) => request);
  return { view: createKeptView({ stored, send, isPrivate }), changes, answers };
}

test("restores a value without storing it again", async () => {
  const { view, changes } = openView({ tab: "tokens", eventTypes: ["user.created"] });
  const panel = new PanelModel();
  view.follow("tab", { read: () => panel.tab.value, restore: panel.select });
  const filter = new EventFilterModel();
  view.follow("eventTypes", {
    read: () => [...filter.types.value],
    restore: filter.toggleTypes,
  });
  expect(panel.tab.value).toBe("tokens");
  expect(filter.types.value).toEqual(["user.created"]);
  expect(changes()).toEqual([]);
  panel.select("run");
  await expect.poll(changes).toEqual([{ changes: { tab: "run" } }]);
});

test("sends one change at a time, and the last value of a drag after it", async () => {
  const { view, changes, answers } = openView();
  const share = signal(42);
  view.follow("flowShare", {
    read: () => share.value,
    restore: (kept) => void (share.value = kept),
  });
  for (const next of [43, 44, 45]) share.value = next;
  view.keep({ claimsForm: "tree" });
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.resolve({});
  await expect
    .poll(changes)
    .toEqual([{ changes: { flowShare: 43 } }, { changes: { flowShare: 45, claimsForm: "tree" } }]);
});

test("goes on after a change that could not be stored", async () => {
  const { view, changes, answers } = openView();
  view.keep({ tab: "run" });
  view.keep({ tab: "events" });
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.reject(new Error("The worker is gone."));
  await expect.poll(changes).toContainEqual({ changes: { tab: "events" } });
});

test("restores in a private window, and stores nothing", () => {
  const { view, changes } = openView({ tab: "events" }, true);
  const panel = new PanelModel();
  view.follow("tab", { read: () => panel.tab.value, restore: panel.select });
  panel.select("run");
  view.keep({ flowShare: 20 });
  expect(changes()).toEqual([]);
});
