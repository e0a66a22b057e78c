import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { findRepair, RepairModel } from "../../../../../lib/models/tenants/repair-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { createFakeWorker } from "../fake-worker.ts";

function openModel(given: Partial<CommandHandlers>, hasRoom = true) {
  const saved: { name: string; text: string }[] = [];
  const { send, sent } = createFakeWorker(given);
  const model = new RepairModel({
    send,
    now: () => Date.UTC(2026, 10, 21),
    download(name, text) {
      if (!hasRoom) throw new Error("There is no room.");
      saved.push({ name, text });
    },
  });
  return { model, saved, commands: () => sent.map(({ command }) => command) };
}

const rescue: CommandHandlers["settings.rescue"] = async () => ({ text: '{"broken":1}' });

test.each([
  ["damaged-storage", "reset-settings"],
  ["open-failed", "reset-events"],
  ["newer", "leave-events"],
  ["blocked", "reset-events"],
  ["damaged", "reset-events"],
  ["full", "store-again"],
  ["failed", "store-again"],
  ["unexpected", undefined],
  ["toString", undefined],
])("offers for %s the repair %s", (code, action) => {
  expect(findRepair({ code, message: "" })).toBe(action);
});

describe("resetting unreadable settings", () => {
  test("saves an unchanged copy, and removes them in a second step only", async () => {
    const { model, saved, commands } = openModel({
      "settings.rescue": rescue,
      "settings.reset": async () => ({}),
    });
    await model.saveCopy();
    const name = "tenant-inspector-damaged-settings-2026-11-21.json";
    expect(saved).toEqual([{ name, text: '{"broken":1}' }]);
    expect(model.copy.value).toBe(name);
    // The browser does not say if it has saved the file, or if the user cancelled.
    expect(commands()).toEqual(["settings.rescue"]);
    await model.resetSettings();
    expect(commands()).toEqual(["settings.rescue", "settings.reset"]);
    expect(model.copy.value).toBeUndefined();
    expect(model.state.value).toEqual({ kind: "repaired", message: expect.stringContaining(name) });
  });

  test("removes nothing if the copy cannot be saved", async () => {
    const { model, commands } = openModel({ "settings.rescue": rescue }, false);
    await model.saveCopy();
    await model.resetSettings();
    expect(commands()).toEqual(["settings.rescue"]);
    expect(model.state.value).toMatchObject({
      kind: "failed",
      title: "Could not save a copy of the settings.",
    });
  });

  test("runs once for repeated calls", async () => {
    const { model, commands } = openModel({
      "settings.rescue": rescue,
      "settings.reset": async () => ({}),
    });
    await Promise.all([model.saveCopy(), model.saveCopy()]);
    await Promise.all([model.resetSettings(), model.resetSettings()]);
    expect(commands()).toHaveLength(2);
  });
});

describe("restarting the streams", () => {
  test("restarts the stream of each tenant, and reports it", async () => {
    const { model, commands } = openModel({ "stream.retry": async () => ({}) });
    await model.storeAgain(["https://one.example", "https://two.example"]);
    expect(commands()).toEqual(["stream.retry", "stream.retry"]);
    expect(model.state.value).toMatchObject({ kind: "repaired" });
  });

  test("shows the reason of a failure", async () => {
    const error = new WorkerError("no-tenant", "It is gone.");
    const { model } = openModel({ "stream.retry": () => Promise.reject(error) });
    await model.storeAgain(["https://one.example"]);
    expect(model.state.value).toMatchObject({ kind: "failed", message: "It is gone." });
  });
});

describe("removing an event database that cannot be opened", () => {
  test("reports that the streams were restarted", async () => {
    const { model, commands } = openModel({ "events.reset": async () => ({}) });
    await model.resetEvents();
    expect(commands()).toEqual(["events.reset"]);
    expect(model.state.value).toMatchObject({ kind: "repaired" });
  });

  test("shows the reason of a failure", async () => {
    const error = new WorkerError("no-tenant", "It is held open.");
    const { model } = openModel({ "events.reset": () => Promise.reject(error) });
    await model.resetEvents();
    expect(model.state.value).toEqual({
      kind: "failed",
      title: "Could not remove the stored events.",
      message: "It is held open.",
    });
  });
});
