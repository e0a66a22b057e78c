import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../lib/management/management-error.ts";
import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";
import { ConnectionFormModel } from "../../../../lib/models/connection-form-model.ts";
import { createFakeWorker, createLostWorker } from "./fake-worker.ts";

const workforce = {
  id: "cop_1",
  name: "workforce",
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim", "universal_logout"],
  organization: { show_as_button: "required" },
};
const partners = { id: "cop_2", name: "partners" };
const listProfiles: CommandHandlers["connection-profile.list"] = async () => ({
  profiles: [workforce, partners],
});
const renameProfile: CommandHandlers["connection-profile.update"] = async ({ patch }) => ({
  ...workforce,
  name: patch.name ?? "not renamed",
});

async function openForm(given: Partial<CommandHandlers> = {}) {
  const { send, sent } = createFakeWorker({ "connection-profile.list": listProfiles, ...given });
  const model = new ConnectionFormModel({ send });
  await model.read();
  return { model, updates: () => sent.slice(1) };
}

describe("the list of profiles", () => {
  test("is unread, then reading, then read, and the first profile is shown", async () => {
    const { send } = createFakeWorker({ "connection-profile.list": listProfiles });
    const model = new ConnectionFormModel({ send });
    expect(model.list.value).toEqual({ kind: "unread" });
    const reading = model.read();
    expect(model.list.value).toEqual({ kind: "reading" });
    await reading;
    expect(model.list.value).toEqual({ kind: "read" });
    expect(model.selectedId.value).toBe("cop_1");
    expect(model.form.value).toEqual({
      name: "workforce",
      prefixTemplate: "acme-{org_id}",
      features: ["scim", "universal_logout"],
    });
  });

  test("may be empty", async () => {
    const { model } = await openForm({ "connection-profile.list": async () => ({ profiles: [] }) });
    expect(model.list.value).toEqual({ kind: "read" });
    expect(model.selectedId.value).toBeUndefined();
    expect(model.canReview.value).toBe(false);
  });

  test("that cannot be read is told in words", async () => {
    const model = new ConnectionFormModel({ send: createLostWorker() });
    await model.read();
    expect(model.list.value).toMatchObject({
      kind: "failed",
      failure: { code: "worker-unreachable" },
    });
  });

  test("read again keeps the profile that is chosen", async () => {
    const { model } = await openForm();
    model.select("cop_2");
    await model.read();
    expect(model.selectedId.value).toBe("cop_2");
  });

  test("a profile without values shows empty fields", async () => {
    const { model } = await openForm();
    model.select("cop_2");
    expect(model.form.value).toEqual({ name: "partners", prefixTemplate: "", features: [] });
    expect(model.changes.value).toEqual([]);
  });

  test("a profile that is not in it cannot be chosen", async () => {
    const { model } = await openForm();
    model.select("cop_9");
    expect(model.selectedId.value).toBe("cop_1");
  });
});

describe("editing", () => {
  test("shows what sending would change, and nothing else", async () => {
    const { model } = await openForm();
    expect(model.canReview.value).toBe(false);
    model.set({ prefixTemplate: "acme2-{org_id}" });
    model.toggleFeature("scim");
    expect(model.changes.value).toEqual([
      {
        path: ["connection_name_prefix_template"],
        before: "acme-{org_id}",
        after: "acme2-{org_id}",
      },
      {
        path: ["enabled_features"],
        before: ["scim", "universal_logout"],
        after: ["universal_logout"],
      },
    ]);
    expect(model.canReview.value).toBe(true);
  });

  test("a change that is taken back is none", async () => {
    const { model } = await openForm();
    model.toggleFeature("scim");
    model.toggleFeature("scim");
    expect(model.changes.value).toEqual([]);
  });

  test("shows what the template makes of an example", async () => {
    const { model } = await openForm();
    model.set({ prefixTemplate: "{org_name}-x" });
    expect(model.prefixExample.value).toBe("initech-x");
  });

  test("tells problems at their fields, and cannot be reviewed with them", async () => {
    const { model } = await openForm();
    model.set({ name: "", prefixTemplate: "--" });
    expect(model.problems.value).toEqual({
      name: expect.stringContaining("missing"),
      connection_name_prefix_template: expect.stringContaining("hyphen"),
    });
    expect(model.canReview.value).toBe(false);
  });

  test("another profile replaces what was typed", async () => {
    const { model } = await openForm();
    model.set({ name: "x" });
    model.select("cop_2");
    model.select("cop_1");
    expect(model.form.value.name).toBe("workforce");
  });
});

describe("reviewing and sending", () => {
  test("sends the changed fields alone, and shows the profile as the service has it then", async () => {
    const { model, updates } = await openForm({ "connection-profile.update": renameProfile });
    model.set({ name: "staff" });
    model.review();
    expect(model.state.value).toEqual({ kind: "reviewing" });
    await model.send();
    expect(updates()).toEqual([
      { command: "connection-profile.update", request: { id: "cop_1", patch: { name: "staff" } } },
    ]);
    const updated = { ...workforce, name: "staff" };
    expect(model.state.value).toEqual({ kind: "updated", profile: updated });
    expect(model.profiles.value).toEqual([updated, partners]);
    expect(model.changes.value).toEqual([]);
  });

  test("editing again leaves the review", async () => {
    const { model } = await openForm();
    model.set({ name: "staff" });
    model.review();
    model.set({ name: "staff 2" });
    expect(model.state.value).toEqual({ kind: "editing" });
    model.review();
    model.backToForm();
    expect(model.state.value).toEqual({ kind: "editing" });
  });

  test("a refusal is told, and what was typed stays", async () => {
    const refusal = new ManagementError({ code: "not-found", message: "It is gone.", field: "id" });
    const { model } = await openForm({
      "connection-profile.update": () => Promise.reject(refusal),
    });
    model.set({ name: "staff" });
    model.review();
    await model.send();
    expect(model.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "not-found", message: "It is gone." },
    });
    expect(model.form.value.name).toBe("staff");
    expect(model.changes.value).toHaveLength(1);
  });

  test("where nothing differs nothing is sent", async () => {
    const { model, updates } = await openForm();
    await model.send();
    expect(updates()).toEqual([]);
  });

  test("while it is being sent nothing else can be done to the form", async () => {
    const late = Promise.withResolvers<typeof workforce>();
    const { model, updates } = await openForm({ "connection-profile.update": () => late.promise });
    model.set({ name: "staff" });
    model.review();
    const sending = model.send();
    model.set({ name: "other" });
    model.toggleFeature("scim");
    model.select("cop_2");
    model.review();
    model.backToForm();
    await model.send();
    expect(model.state.value).toEqual({ kind: "sending" });
    late.resolve({ ...workforce, name: "staff" });
    await sending;
    expect(updates()).toHaveLength(1);
    expect(model.selectedId.value).toBe("cop_1");
    expect(model.form.value.name).toBe("staff");
  });
});
