import { describe, expect, test } from "vitest";

import { local, now, openWorkforce, renameWorkforce, workforce } from "./connection-harness.ts";

describe("undo", () => {
  test("reverts the newest change with one request, and can be reverted itself", async () => {
    const { model, updates } = await renameWorkforce();
    model.editor.toggleFeature("universal_logout");
    model.change.review();
    expect(model.change.canUndo.value).toBe(false);
    await model.send();
    expect(model.change.lastSent.value).toMatchObject({ at: now, isUndo: false });
    expect(model.change.canUndo.value).toBe(true);
    await model.undo();
    expect(updates()[1]).toEqual({
      tenantId: local.id,
      id: "cop_1",
      patch: { name: "workforce", enabled_features: ["scim"] },
    });
    expect(model.change.state.value).toMatchObject({ kind: "updated", isUndo: true });
    expect(model.editor.base.value).toEqual(workforce);
    await model.undo();
    expect(model.editor.base.value).toMatchObject({ name: "staff" });
  });

  test("restores properties that the form does not know", async () => {
    const { model, stored } = await openWorkforce();
    model.editor.show("raw");
    model.editor.setRawText(model.editor.rawText.value.replace('"red"', '"blue"'));
    model.change.review();
    await model.send();
    expect(stored.get("cop_1")).toMatchObject({ branding: { colour: "blue" } });
    await model.undo();
    expect(stored.get("cop_1")).toEqual(workforce);
  });

  test("is blocked while there is unsent input", async () => {
    const { model, updates } = await renameWorkforce();
    await model.send();
    model.editor.set("name", "staff 2");
    expect(model.change.canUndo.value).toBe(false);
    await model.undo();
    expect(updates()).toHaveLength(1);
    expect(model.editor.form.value?.name).toBe("staff 2");
  });

  test("opens the comparison if someone else changed the same property", async () => {
    const { model, apply, updates } = await renameWorkforce();
    await model.send();
    apply("cop_1", { name: "employees" });
    await model.undo();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    expect(model.conflict.differences.value).toMatchObject([
      { kind: "conflict", base: "staff", mine: "workforce", theirs: "employees" },
    ]);
    expect(updates()).toHaveLength(1);
  });

  test("keeps other changes by someone else, also if the list loaded them meanwhile", async () => {
    const { model, apply, updates } = await openWorkforce();
    model.editor.setOverride("okta", "scim", true);
    model.change.review();
    await model.send();
    model.leave();
    const adfs = { enabled_features: ["universal_logout"] };
    apply("cop_1", { strategy_overrides: { okta: { enabled_features: ["scim"] }, adfs } });
    await model.list.read();
    model.open("cop_1");
    await model.undo();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    model.change.resolve();
    await model.send();
    expect(updates()[1]).toMatchObject({ patch: { strategy_overrides: { adfs } } });
    expect(updates()[1]).not.toHaveProperty("patch.strategy_overrides.okta");
  });

  test("keeps the newest version if it is not confirmed", async () => {
    const { model, apply, answers } = await renameWorkforce();
    await model.send();
    model.leave();
    apply("cop_1", { name: "employees" });
    await model.list.read();
    model.open("cop_1");
    answers.push(undefined);
    await model.undo();
    expect(model.editor.base.value?.name).toBe("employees");
    expect(model.editor.isDirty.value).toBe(false);
  });

  test("requires the name of a read-only tenant, and changes nothing without it", async () => {
    const { model, questions, answers, updates } = await renameWorkforce();
    await model.send();
    answers.push(undefined);
    await model.undo();
    expect(questions[1]?.title).toBe('Undo the change of "staff"?');
    expect(updates()).toHaveLength(1);
    expect(model.editor.isDirty.value).toBe(false);
    expect(model.change.canUndo.value).toBe(true);
  });

  test("is available again when the profile is opened again", async () => {
    const { model } = await renameWorkforce();
    await model.send();
    model.leave();
    model.open("cop_2");
    expect(model.change.canUndo.value).toBe(false);
    model.leave();
    model.open("cop_1");
    expect(model.change.canUndo.value).toBe(true);
  });

  test("names the properties that no patch can remove", async () => {
    const opened = await openWorkforce({
      list: async () => ({ profiles: [{ id: "cop_3" }] }),
      get: async () => ({ id: "cop_3" }),
      update: async ({ patch }) => ({ id: "cop_3", ...patch }),
    });
    opened.model.open("cop_3");
    opened.model.editor.set("name", "first name");
    opened.model.change.review();
    await opened.model.send();
    expect(opened.model.change.lastSent.value?.undo).toEqual({ patch: {}, lost: ["name"] });
    expect(opened.model.change.canUndo.value).toBe(false);
  });
});
