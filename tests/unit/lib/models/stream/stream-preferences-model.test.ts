import { signal } from "@preact/signals";
import { expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { StreamPreferencesModel } from "../../../../../lib/models/stream/stream-preferences-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

function openPreferences(
  given: { handlers?: Partial<CommandHandlers>; answers?: boolean[]; has?: boolean } = {},
) {
  const { answers = [] } = given;
  const tenant = signal<Tenant | undefined>(sampleTenant);
  const worker = createFakeWorker({
    "stream.configure": async ({ preferences }) => {
      tenant.value = { ...sampleTenant, stream: preferences };
      return {};
    },
    ...given.handlers,
  });
  const model = new StreamPreferencesModel({
    send: worker.send,
    tenant,
    hasNotificationPermission: () => Promise.resolve(given.has === true),
    requestNotificationPermission: async () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error("Nobody was to be asked.");
      return answer;
    },
  });
  return { tenant, model, sent: worker.sent };
}

test("shows the stored preferences, except for fields with changes", () => {
  const { tenant, model } = openPreferences();
  expect(model.form.value).toMatchObject({ mode: "always", eventTypes: undefined, keepDays: "30" });
  tenant.value = { ...sampleTenant, stream: { ...defaultStreamPreferences, mode: "paused" } };
  expect(model.form.value.mode).toBe("paused");
  model.set({ keepDays: "7" });
  tenant.value = sampleTenant;
  expect(model.form.value).toMatchObject({ mode: "always", keepDays: "7" });
  model.discard();
  expect(model.form.value).toMatchObject({ mode: "always", keepDays: "30" });
});

test("sends the changes as a whole, and then shows the stored preferences", async () => {
  const { model, sent } = openPreferences();
  model.set({ mode: "while-open", eventTypes: ["user.created"], defaultRule: "quiet" });
  model.setRule("user.deleted", "notify");
  model.setRule("user.updated", "badge");
  model.setRule("user.updated", undefined);
  model.set({ hasQuietHours: true, quietFrom: "23:00", quietTo: "06:30", keepEvents: "1000" });
  await model.save();
  expect(sent.at(-1)?.request).toEqual({
    tenantId: sampleTenant.id,
    preferences: {
      mode: "while-open",
      eventTypes: ["user.created"],
      defaultRule: "quiet",
      rules: { "user.deleted": "notify" },
      quietHours: { from: "23:00", to: "06:30" },
      keep: { events: 1_000, days: 30 },
    },
  });
  expect(model.saving.value).toEqual({ kind: "saved" });
  expect(model.isChanged.value).toBe(false);
});

test("keeps the changes of another window when it saves its own", async () => {
  const { tenant, model, sent } = openPreferences();
  model.set({ keepDays: "7" });
  tenant.value = { ...sampleTenant, stream: { ...defaultStreamPreferences, mode: "paused" } };
  await model.save();
  expect(sent.at(-1)?.request).toMatchObject({
    preferences: { mode: "paused", keep: { days: 7 } },
  });
});

test("starts a change right after a save from the saved preferences, also before the worker publishes them", async () => {
  const { tenant, model, sent } = openPreferences({
    handlers: { "stream.configure": async () => ({}) },
  });
  model.set({ keepDays: "7" });
  await model.save();
  expect(model.form.value.keepDays).toBe("7");
  expect(model.isChanged.value).toBe(false);
  model.set({ defaultRule: "quiet" });
  await model.save();
  expect(sent.at(-1)?.request).toMatchObject({
    preferences: { defaultRule: "quiet", keep: { days: 7 } },
  });
  tenant.value = { ...sampleTenant, stream: { ...defaultStreamPreferences, mode: "paused" } };
  expect(model.form.value).toMatchObject({ mode: "paused", keepDays: "30" });
});

test.each([
  [{ keepEvents: "99" }, "keepEvents"],
  [{ keepEvents: "1000001" }, "keepEvents"],
  [{ keepEvents: "a lot" }, "keepEvents"],
  [{ keepDays: "0" }, "keepDays"],
  [{ keepDays: "1.5" }, "keepDays"],
  [{ eventTypes: [] }, "eventTypes"],
  [{ hasQuietHours: true, quietFrom: "" }, "quietFrom"],
  [{ hasQuietHours: true, quietFrom: "07:00", quietTo: "07:00" }, "quietTo"],
])("reports %j at its field, and does not send it", async (change, field) => {
  const { model, sent } = openPreferences();
  model.set(change);
  expect(Object.keys(model.problems.value)).toEqual([field]);
  await model.save();
  expect(sent).toEqual([]);
});

test("keeps the input after a rejection, with the reason", async () => {
  const { model } = openPreferences({
    handlers: {
      "stream.configure": async () => {
        throw new WorkerError("no-tenant", "The tenant is gone.");
      },
    },
  });
  model.set({ mode: "paused" });
  await model.save();
  expect(model.saving.value).toMatchObject({
    kind: "failed",
    failure: { message: "The tenant is gone." },
  });
  expect(model.form.value.mode).toBe("paused");
});

test("shows the input for one tenant only at that tenant", () => {
  const { tenant, model } = openPreferences();
  model.set({ keepDays: "7" });
  tenant.value = { ...sampleTenant, id: "https://other.example" };
  expect(model.form.value.keepDays).toBe("30");
  expect(model.isChanged.value).toBe(false);
});

test("keeps the input for each of two tenants, and sends it only to its own", async () => {
  const { tenant, model, sent } = openPreferences();
  const other: Tenant = { ...sampleTenant, id: "https://other.example" };
  model.set({ keepDays: "7" });
  tenant.value = other;
  await model.save();
  expect(sent, "nothing was typed for this one").toEqual([]);
  model.set({ keepDays: "8" });
  tenant.value = sampleTenant;
  expect(model.form.value.keepDays).toBe("7");
  await model.save();
  expect(sent).toMatchObject([
    { request: { tenantId: sampleTenant.id, preferences: { keep: { days: 7 } } } },
  ]);
  expect(model.saving.value).toEqual({ kind: "saved" });
  tenant.value = other;
  expect(model.saving.value, "that was another tenant's").toEqual({ kind: "idle" });
  expect(model.form.value.keepDays).toBe("8");
});

test("discards the input for every tenant when everything is forgotten", () => {
  const { tenant, model } = openPreferences();
  model.set({ keepDays: "7" });
  tenant.value = undefined;
  model.forget();
  tenant.value = sampleTenant;
  expect(model.form.value.keepDays).toBe("30");
  expect(model.isChanged.value).toBe(false);
});

test("requests the permission for notifications on a click, and remembers a denial", async () => {
  const { model } = openPreferences({ answers: [false, true] });
  model.set({ defaultRule: "notify" });
  expect(model.wantsNotifications.value).toBe(true);
  await model.checkPermission();
  expect(model.permission.value).toBe("missing");
  await model.askPermission();
  expect(model.permission.value).toBe("refused");
  await model.checkPermission();
  expect(model.permission.value).toBe("refused");
  await model.askPermission();
  expect(model.permission.value).toBe("granted");
});

test("treats a failed permission request as a denial", async () => {
  const { model } = openPreferences();
  await model.askPermission();
  expect(model.permission.value).toBe("refused");
});

test("requests no granted permission, and reports it as missing once it is revoked", async () => {
  const given = { has: true };
  const { model } = openPreferences(given);
  await model.checkPermission();
  expect(model.permission.value).toBe("granted");
  given.has = false;
  await model.checkPermission();
  expect(model.permission.value).toBe("missing");
});
