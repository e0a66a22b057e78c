import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import {
  acme,
  type GivenAnswers,
  gone,
  local,
  now,
  openWorkforce,
  renameWorkforce,
  workforce,
} from "./connection-harness.ts";

type Update = NonNullable<GivenAnswers["update"]>;

describe("sending", () => {
  test(
    "reads the profile again, sends only the changed properties, and shows the response",
    { tags: ["management.patch.body-optional"] },
    async () => {
      const { model, commands, updates } = await renameWorkforce();
      expect(model.change.state.value).toEqual({ kind: "reviewing" });
      await model.send();
      expect(commands()).toEqual(["list", "get", "update"]);
      expect(updates()).toEqual([{ tenantId: local.id, id: "cop_1", patch: { name: "staff" } }]);
      const profile = { ...workforce, name: "staff" };
      expect(model.change.state.value).toEqual({
        kind: "updated",
        profile,
        sentAt: now,
        isUndo: false,
        isFound: false,
        unapplied: [],
      });
      expect(model.editor.base.value).toEqual(profile);
      expect(model.editor.changes.value).toEqual([]);
      expect(model.rows.value[0]?.name).toBe("staff");
    },
  );

  test("keeps the properties that a response omits", async () => {
    const { model } = await renameWorkforce({
      update: async () => ({ id: "cop_1", name: "staff" }),
    });
    await model.send();
    expect(model.editor.base.value).toEqual({ ...workforce, name: "staff" });
  });

  test("reports the changes that a successful response lacks", async () => {
    const { model } = await renameWorkforce({ update: async () => workforce });
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "updated",
      unapplied: [{ path: ["name"], before: "workforce", after: "staff" }],
    });
    expect(model.change.lastSent.value, "nothing is there to be taken back").toBeUndefined();
  });

  test("runs once, and blocks the input meanwhile", async () => {
    const late = Promise.withResolvers<typeof workforce>();
    const { model, updates } = await renameWorkforce({
      update: () => late.promise,
    });
    const sending = model.send();
    await model.send();
    model.editor.set("name", "other");
    model.open("cop_2");
    model.leave();
    model.discard();
    model.change.review();
    model.change.backToInput();
    await model.undo();
    await model.change.check();
    late.resolve({ ...workforce, name: "staff" });
    await sending;
    expect(updates()).toHaveLength(1);
    expect(model.edited.value?.profileId).toBe("cop_1");
    expect(model.editor.form.value?.name).toBe("staff");
  });

  test("requires a review and a change", async () => {
    const { model, commands } = await openWorkforce();
    model.change.review();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    await model.send();
    model.editor.set("name", "staff");
    await model.send();
    model.change.review();
    model.editor.set("name", "");
    expect(model.change.state.value).toEqual({ kind: "editing" });
    model.change.review();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(commands()).toEqual(["list"]);
  });

  test("keeps the input if the review is left", async () => {
    const { model } = await renameWorkforce();
    model.change.backToInput();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(model.editor.form.value?.name).toBe("staff");
  });
});

describe("a read-only tenant", () => {
  test("gets its name with the change, as it was typed", async () => {
    const { model, updates, questions, answers } = await renameWorkforce();
    answers.push({ confirmation: "local" });
    await model.send();
    expect(questions).toEqual([
      {
        tenant: local,
        title: 'Update the connection profile "workforce"?',
        button: "Send changes",
      },
    ]);
    expect(updates()).toEqual([
      { tenantId: local.id, confirmation: "local", id: "cop_1", patch: { name: "staff" } },
    ]);
  });

  test("gets no request, not even for the profile, if the user cancels", async () => {
    const { model, commands, answers } = await renameWorkforce();
    answers.push(undefined);
    await model.send();
    expect(model.change.state.value).toEqual({ kind: "reviewing" });
    expect(commands()).toEqual(["list"]);
  });
});

describe("a rejection", () => {
  test("is reported and keeps the input, for a correction or a retry", async () => {
    const refusal = new ManagementError({
      code: "invalid-body",
      message: "The name is taken.",
      field: "name",
    });
    let update: Update = () => Promise.reject(refusal);
    const { model } = await renameWorkforce({
      update: (request) => update(request),
    });
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "invalid-body" },
    });
    expect(model.problems.value).toEqual({ name: "The name is taken." });
    expect(model.editor.form.value?.name).toBe("staff");
    update = async ({ patch }) => ({ ...workforce, ...patch });
    await model.send();
    expect(model.change.state.value.kind).toBe("updated");
  });

  test("is cleared by the next edit", async () => {
    const { model } = await renameWorkforce({
      update: () => Promise.reject(gone),
    });
    await model.send();
    expect(model.change.state.value.kind).toBe("gone");
    const { model: other } = await renameWorkforce({
      get: () => Promise.reject(new ManagementError({ code: "rate-limited", message: "Wait." })),
    });
    await other.send();
    expect(other.change.state.value.kind).toBe("failed");
    other.editor.set("name", "staff 2");
    expect(other.change.state.value).toEqual({ kind: "editing" });
  });

  test("of the read before the update means that nothing was sent", async () => {
    const { model, commands } = await renameWorkforce({
      get: () =>
        Promise.reject(new ManagementError({ code: "unreachable", message: "No network." })),
    });
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "unreachable" },
    });
    expect(commands()).toEqual(["list", "get"]);
  });
});

describe("a profile that was deleted", () => {
  test("keeps its input, which can no longer be sent, and stays in the list until it is discarded", async () => {
    const { model, remove, updates } = await renameWorkforce();
    remove("cop_1");
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "gone",
      failure: { code: "not-found" },
    });
    model.editor.set("name", "staff 2");
    expect(model.editor.form.value?.name).toBe("staff 2");
    model.change.review();
    await model.send();
    expect(updates()).toEqual([]);

    model.leave();
    await model.list.read();
    expect(model.rows.value.map(({ id, isGone }) => [id, isGone])).toEqual([
      ["cop_2", false],
      ["cop_1", true],
    ]);
    model.open("cop_1");
    expect(model.change.state.value).toEqual({ kind: "gone" });
    expect(model.editor.form.value?.name).toBe("staff 2");
    model.discard();
    expect(model.edited.value).toBeUndefined();
    expect(model.rows.value.map(({ id }) => id)).toEqual(["cop_2"]);
  });
});

describe("a concurrent change", () => {
  test("is detected before the request, and a change of another property is merged", async () => {
    const { model, apply, updates } = await renameWorkforce();
    apply("cop_1", { enabled_features: [] });
    await model.send();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    expect(updates()).toEqual([]);
    expect(
      model.conflict.differences.value.map(({ path, kind, choice }) => [path, kind, choice]),
    ).toEqual([
      [["name"], "mine", "mine"],
      [["enabled_features"], "theirs", undefined],
    ]);
    model.change.resolve();
    expect(model.change.state.value).toEqual({ kind: "reviewing" });
    await model.send();
    expect(updates()).toMatchObject([{ patch: { name: "staff" } }]);
    expect(model.editor.base.value).toMatchObject({ name: "staff", enabled_features: [] });
  });

  test("of the same property is a conflict, and my value wins only by choice", async () => {
    const { model, apply, updates } = await renameWorkforce();
    apply("cop_1", { name: "employees" });
    await model.send();
    expect(model.conflict.isDecided.value).toBe(false);
    model.change.resolve();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    model.conflict.choose('["name"]', "mine");
    model.change.resolve();
    expect(model.editor.changes.value).toEqual([
      { path: ["name"], before: "employees", after: "staff" },
    ]);
    await model.send();
    expect(updates()).toMatchObject([{ patch: { name: "staff" } }]);
  });

  test("can be accepted property by property, until no own change is left", async () => {
    const { model, apply, commands } = await renameWorkforce();
    apply("cop_1", { name: "employees" });
    await model.send();
    model.conflict.choose('["name"]', "theirs");
    model.change.resolve();
    expect(model.change.state.value).toMatchObject({ kind: "editing", note: expect.any(String) });
    expect(model.editor.form.value?.name).toBe("employees");
    expect(commands().filter((command) => command === "update")).toEqual([]);
  });

  test("can be accepted as a whole", async () => {
    const { model, apply } = await renameWorkforce();
    apply("cop_1", { name: "employees" });
    await model.send();
    model.takeTheirs();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(model.editor.base.value?.name).toBe("employees");
    expect(model.editor.isDirty.value).toBe(false);
  });

  test("can be left for later: the input is kept, and sending detects it again", async () => {
    const { model, apply } = await renameWorkforce();
    apply("cop_1", { name: "employees" });
    await model.send();
    model.change.backToInput();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(model.editor.form.value?.name).toBe("staff");
    model.change.review();
    await model.send();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
  });
});

test("sends nothing for a tenant that is no longer shown", async () => {
  const { model, selected, commands } = await renameWorkforce();
  selected.value = acme;
  await model.send();
  expect(commands()).toEqual(["list"]);
});
