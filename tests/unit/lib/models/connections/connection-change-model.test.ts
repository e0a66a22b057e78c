import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import {
  acme,
  gone,
  local,
  noAnswer,
  now,
  openWorkforce,
  workforce,
} from "./connection-harness.ts";

type Update = CommandHandlers["connection-profile.update"];

async function rename(given: Partial<CommandHandlers> = {}, name = "staff") {
  const opened = await openWorkforce(given);
  opened.model.editor.setName(name);
  opened.model.change.review();
  return opened;
}

describe("sending", () => {
  test("reads the profile anew, sends the changed properties alone, and shows the answer [management.patch.body-optional]", async () => {
    const { model, commands, updates } = await rename();
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
  });

  test("keeps what an answer leaves out", async () => {
    const { model } = await rename({
      "connection-profile.update": async () => ({ id: "cop_1", name: "staff" }),
    });
    await model.send();
    expect(model.editor.base.value).toEqual({ ...workforce, name: "staff" });
  });

  test("tells what the service answered otherwise, in spite of its success", async () => {
    const { model } = await rename({ "connection-profile.update": async () => workforce });
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "updated",
      unapplied: [{ path: ["name"], before: "workforce", after: "staff" }],
    });
    expect(model.change.lastSent.value, "nothing is there to be taken back").toBeUndefined();
  });

  test("happens once, and nothing can be entered meanwhile", async () => {
    const late = Promise.withResolvers<typeof workforce>();
    const { model, updates } = await rename({ "connection-profile.update": () => late.promise });
    const sending = model.send();
    await model.send();
    model.editor.setName("other");
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

  test("does not happen without a review, or without a change", async () => {
    const { model, commands } = await openWorkforce();
    model.change.review();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    await model.send();
    model.editor.setName("staff");
    await model.send();
    model.change.review();
    model.editor.setName("");
    expect(model.change.state.value).toEqual({ kind: "editing" });
    model.change.review();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(commands()).toEqual(["list"]);
  });

  test("the review can be left with everything as it was entered", async () => {
    const { model } = await rename();
    model.change.backToInput();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(model.editor.form.value?.name).toBe("staff");
  });
});

describe("a tenant that is read-only", () => {
  test("gets its name with the change, as it was typed", async () => {
    const { model, updates, questions, answers } = await rename();
    answers.push({ confirmation: "local" });
    await model.send();
    expect(questions).toEqual([
      {
        tenant: local,
        title: 'Change the connection profile "workforce"?',
        button: "Send changes",
      },
    ]);
    expect(updates()).toEqual([
      { tenantId: local.id, confirmation: "local", id: "cop_1", patch: { name: "staff" } },
    ]);
  });

  test("gets nothing, not even a question about the profile, when the user thinks better of it", async () => {
    const { model, commands, answers } = await rename();
    answers.push(undefined);
    await model.send();
    expect(model.change.state.value).toEqual({ kind: "reviewing" });
    expect(commands()).toEqual(["list"]);
  });
});

describe("a refusal", () => {
  test("is told, and what was entered stays, to be corrected or sent again", async () => {
    const refusal = new ManagementError({
      code: "invalid-body",
      message: "The name is taken.",
      field: "name",
    });
    let update: Update = () => Promise.reject(refusal);
    const { model } = await rename({ "connection-profile.update": (request) => update(request) });
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

  test("is over with the next edit", async () => {
    const { model } = await rename({ "connection-profile.update": () => Promise.reject(gone) });
    await model.send();
    expect(model.change.state.value.kind).toBe("gone");
    const { model: other } = await rename({
      "connection-profile.get": () =>
        Promise.reject(new ManagementError({ code: "rate-limited", message: "Wait." })),
    });
    await other.send();
    expect(other.change.state.value.kind).toBe("failed");
    other.editor.setName("staff 2");
    expect(other.change.state.value).toEqual({ kind: "editing" });
  });

  test("while the profile is read anew means that nothing was sent", async () => {
    const { model, commands } = await rename({
      "connection-profile.get": () =>
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

describe("a profile that was deleted meanwhile", () => {
  test("keeps what was entered, which can no longer be sent, and stays in the list until it is dropped", async () => {
    const { model, remove, updates } = await rename();
    remove("cop_1");
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "gone",
      failure: { code: "not-found" },
    });
    model.editor.setName("staff 2");
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

describe("somebody else's change", () => {
  test("is noticed before anything is sent, and a change elsewhere goes with one's own", async () => {
    const { model, apply, updates } = await rename();
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

  test("of the same property wants a choice, and mine goes over theirs by choice alone", async () => {
    const { model, apply, updates } = await rename();
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

  test("can be taken, property by property, until nothing of one's own is left", async () => {
    const { model, apply, commands } = await rename();
    apply("cop_1", { name: "employees" });
    await model.send();
    model.conflict.choose('["name"]', "theirs");
    model.change.resolve();
    expect(model.change.state.value).toMatchObject({ kind: "editing", note: expect.any(String) });
    expect(model.editor.form.value?.name).toBe("employees");
    expect(commands().filter((command) => command === "update")).toEqual([]);
  });

  test("can be taken as a whole", async () => {
    const { model, apply } = await rename();
    apply("cop_1", { name: "employees" });
    await model.send();
    model.takeTheirs();
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(model.editor.base.value?.name).toBe("employees");
    expect(model.editor.isDirty.value).toBe(false);
  });

  test("can be left for a while: what was entered is still there, and sending meets it again", async () => {
    const { model, apply } = await rename();
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

describe("an answer that was lost", () => {
  test("is no refusal: nothing can be entered or sent until it is known what the tenant has", async () => {
    const { model, updates } = await rename({
      "connection-profile.update": () => Promise.reject(noAnswer),
    });
    await model.send();
    expect(model.change.state.value).toMatchObject({ kind: "lost", isChecking: false });
    expect(model.change.underWay.value).toEqual({
      patch: { name: "staff" },
      sentAt: now,
      isUndo: false,
    });
    model.editor.setName("other");
    model.change.review();
    await model.send();
    model.discard();
    expect(model.change.state.value.kind).toBe("lost");
    expect(updates()).toHaveLength(1);
  });

  test("of a change that was made is as good as the answer", async () => {
    const { model, apply } = await rename({
      "connection-profile.update": async ({ id, patch }) => {
        apply(id, patch);
        throw noAnswer;
      },
    });
    await model.send();
    await model.change.check();
    expect(model.change.state.value).toMatchObject({ kind: "updated", isFound: true });
    expect(model.editor.base.value?.name).toBe("staff");
    expect(model.change.underWay.value).toBeUndefined();
    expect(model.change.canUndo.value).toBe(true);
  });

  test("of a change that was not made leads back to the review, and it can be sent again", async () => {
    let isLost = true;
    const { model, updates } = await rename({
      "connection-profile.update": async ({ patch }) => {
        if (isLost) throw noAnswer;
        return { ...workforce, ...patch };
      },
    });
    await model.send();
    await model.change.check();
    expect(model.change.state.value).toMatchObject({
      kind: "reviewing",
      note: expect.stringContaining("not made"),
    });
    isLost = false;
    await model.send();
    expect(updates()).toHaveLength(2);
    expect(model.change.state.value.kind).toBe("updated");
  });

  test("of a change that somebody else's crossed leads to the comparison", async () => {
    const { model, apply } = await rename({
      "connection-profile.update": () => Promise.reject(noAnswer),
    });
    await model.send();
    apply("cop_1", { name: "employees" });
    await model.change.check();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    expect(model.conflict.differences.value).toMatchObject([
      { kind: "conflict", base: "workforce", mine: "staff", theirs: "employees" },
    ]);
  });

  test("that cannot be looked for now stays a question, and can be looked for later", async () => {
    const isReached = [true, false, true];
    const { model } = await rename({
      "connection-profile.get": async () => {
        if (isReached.shift() === true) return workforce;
        throw new ManagementError({ code: "unreachable", message: "No network." });
      },
      "connection-profile.update": () => Promise.reject(noAnswer),
    });
    await model.send();
    await model.change.check();
    expect(model.change.state.value).toMatchObject({
      kind: "lost",
      isChecking: false,
      failure: { code: "unreachable" },
    });
    await model.change.check();
    expect(model.change.state.value.kind).toBe("reviewing");
  });

  test("about a profile that is gone since ends the question", async () => {
    const { model, remove } = await rename({
      "connection-profile.update": () => Promise.reject(noAnswer),
    });
    await model.send();
    remove("cop_1");
    await model.change.check();
    expect(model.change.state.value.kind).toBe("gone");
    expect(model.change.underWay.value).toBeUndefined();
  });

  test("of a success that could not be read is looked up at once", async () => {
    const { model, apply, commands } = await rename({
      "connection-profile.update": async ({ id, patch }) => {
        apply(id, patch);
        throw new ManagementError({
          code: "unexpected-response",
          status: 204,
          message: "Empty.",
          isInDoubt: true,
        });
      },
    });
    await model.send();
    expect(commands()).toEqual(["list", "get", "update", "get"]);
    expect(model.change.state.value).toMatchObject({ kind: "updated", isFound: true });
  });
});

describe("undo", () => {
  test("takes the newest change back with one call, and can be taken back itself", async () => {
    const { model, updates } = await rename();
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

  test("gives back what the form does not know", async () => {
    const { model, stored } = await openWorkforce();
    model.editor.show("raw");
    model.editor.setRawText(model.editor.rawText.value.replace('"red"', '"blue"'));
    model.change.review();
    await model.send();
    expect(stored.get("cop_1")).toMatchObject({ branding: { colour: "blue" } });
    await model.undo();
    expect(stored.get("cop_1")).toEqual(workforce);
  });

  test("does not go over the head of what is entered", async () => {
    const { model, updates } = await rename();
    await model.send();
    model.editor.setName("staff 2");
    expect(model.change.canUndo.value).toBe(false);
    await model.undo();
    expect(updates()).toHaveLength(1);
    expect(model.editor.form.value?.name).toBe("staff 2");
  });

  test("meets what somebody else changed since with the comparison", async () => {
    const { model, apply, updates } = await rename();
    await model.send();
    apply("cop_1", { name: "employees" });
    await model.undo();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    expect(model.conflict.differences.value).toMatchObject([
      { kind: "conflict", base: "staff", mine: "workforce", theirs: "employees" },
    ]);
    expect(updates()).toHaveLength(1);
  });

  test("keeps what somebody else changed since, also when that was read with the list meanwhile", async () => {
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

  test("that is not confirmed leaves the newest version on show", async () => {
    const { model, apply, answers } = await rename();
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

  test("asks for the tenant's name where that is read-only, and leaves everything when it is not given", async () => {
    const { model, questions, answers, updates } = await rename();
    await model.send();
    answers.push(undefined);
    await model.undo();
    expect(questions[1]?.title).toBe('Take back the change of "staff"?');
    expect(updates()).toHaveLength(1);
    expect(model.editor.isDirty.value).toBe(false);
    expect(model.change.canUndo.value).toBe(true);
  });

  test("is there again when the profile is opened again", async () => {
    const { model } = await rename();
    await model.send();
    model.leave();
    model.open("cop_2");
    expect(model.change.canUndo.value).toBe(false);
    model.leave();
    model.open("cop_1");
    expect(model.change.canUndo.value).toBe(true);
  });

  test("says what no patch takes away again", async () => {
    const opened = await openWorkforce({
      "connection-profile.list": async () => ({ profiles: [{ id: "cop_3" }] }),
      "connection-profile.get": async () => ({ id: "cop_3" }),
      "connection-profile.update": async ({ patch }) => ({ id: "cop_3", ...patch }),
    });
    opened.model.open("cop_3");
    opened.model.editor.setName("first name");
    opened.model.change.review();
    await opened.model.send();
    expect(opened.model.change.lastSent.value?.undo).toEqual({ patch: {}, lost: ["name"] });
    expect(opened.model.change.canUndo.value).toBe(false);
  });
});

test("nothing is sent for a tenant that is no longer the one on show", async () => {
  const { model, selected, commands } = await rename();
  selected.value = acme;
  await model.send();
  expect(commands()).toEqual(["list"]);
});
