import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import { noAnswer, now, openWorkforce, renameWorkforce, workforce } from "./connection-harness.ts";

describe("a lost response", () => {
  test("blocks input and requests until the outcome is known", async () => {
    const { model, updates } = await renameWorkforce({
      update: () => Promise.reject(noAnswer),
    });
    await model.send();
    expect(model.change.state.value).toMatchObject({
      kind: "lost",
      isChecking: false,
      update: { patch: { name: "staff" }, sentAt: now, isUndo: false },
    });
    model.editor.set("name", "other");
    model.change.review();
    await model.send();
    model.discard();
    expect(model.change.state.value.kind).toBe("lost");
    expect(updates()).toHaveLength(1);
  });

  test("of an applied change is treated as the response", async () => {
    const { model, apply, journal } = await renameWorkforce({
      update: async ({ id, patch }) => {
        apply(id, patch);
        throw noAnswer;
      },
    });
    await model.send();
    await model.change.check();
    expect(model.change.state.value).toMatchObject({ kind: "updated", isFound: true });
    expect(model.editor.base.value?.name).toBe("staff");
    await expect.poll(() => journal.text).toBeUndefined();
    expect(model.change.canUndo.value).toBe(true);
  });

  test("of a change that was not applied returns to the review, which can be sent again", async () => {
    let isLost = true;
    const { model, updates } = await renameWorkforce({
      update: async ({ patch }) => {
        if (isLost) throw noAnswer;
        return { ...workforce, ...patch };
      },
    });
    await model.send();
    await model.change.check();
    expect(model.change.state.value).toMatchObject({
      kind: "reviewing",
      note: expect.stringContaining("not applied"),
    });
    isLost = false;
    await model.send();
    expect(updates()).toHaveLength(2);
    expect(model.change.state.value.kind).toBe("updated");
  });

  test("of a change that conflicts with another one opens the comparison", async () => {
    const { model, apply } = await renameWorkforce({
      update: () => Promise.reject(noAnswer),
    });
    await model.send();
    apply("cop_1", { name: "employees" });
    await model.change.check();
    expect(model.change.state.value).toEqual({ kind: "comparing" });
    expect(model.conflict.differences.value).toMatchObject([
      { kind: "conflict", base: "workforce", mine: "staff", theirs: "employees" },
    ]);
  });

  test("stays in doubt if the check fails, and can be checked later", async () => {
    const isReached = [true, false, true];
    const { model } = await renameWorkforce({
      get: async () => {
        if (isReached.shift() === true) return workforce;
        throw new ManagementError({ code: "unreachable", message: "No network." });
      },
      update: () => Promise.reject(noAnswer),
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

  test("about a profile that was deleted ends the doubt", async () => {
    const { model, remove, journal } = await renameWorkforce({
      update: () => Promise.reject(noAnswer),
    });
    await model.send();
    remove("cop_1");
    await model.change.check();
    expect(model.change.state.value.kind).toBe("gone");
    await expect.poll(() => journal.text).toBeUndefined();
  });

  test("of a success with an invalid body is checked at once", async () => {
    const { model, apply, commands } = await renameWorkforce({
      update: async ({ id, patch }) => {
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

/** Sends a patch that is applied; its response is lost, and the check of the profile fails. */
async function loseAnswer() {
  const isReadable = [true];
  const opened = await openWorkforce({
    get: async () => {
      if (isReadable.shift() === true) return workforce;
      throw new ManagementError({ code: "unreachable", message: "No network." });
    },
    update: async ({ id, patch }) => {
      opened.apply(id, patch);
      throw noAnswer;
    },
  });
  opened.model.editor.set("name", "staff");
  opened.model.change.review();
  await opened.model.send();
  return opened;
}

describe("a lost change that cannot be checked", () => {
  test("is discarded with its input, and the list shows the tenant's state", async () => {
    const { model, memory, openPopup, commands } = await loseAnswer();
    await model.change.check();
    expect(model.rows.value[0]?.isInDoubt).toBe(true);
    await model.forgetChange();
    expect(model.edited.value).toBeUndefined();
    expect(model.rows.value[0]).toMatchObject({ name: "staff", hasDraft: false, isInDoubt: false });
    expect(commands().at(-1)).toBe("list");
    expect(memory.drafts).toEqual([]);
    model.open("cop_1");
    expect(model.change.state.value).toEqual({ kind: "editing" });
    expect(model.editor.isDirty.value).toBe(false);
    const later = openPopup();
    await later.begin();
    expect(later.edited.value).toBeUndefined();
  });

  test("is not discarded during a check, and no other change can be discarded this way", async () => {
    const { model } = await loseAnswer();
    const checking = model.change.check();
    await model.forgetChange();
    expect(model.change.state.value).toMatchObject({ kind: "lost", isChecking: true });
    await checking;
    await model.forgetChange();
    model.open("cop_2");
    model.editor.set("name", "friends");
    await model.forgetChange();
    expect(model.edited.value?.profileId).toBe("cop_2");
    expect(model.rows.value[1]?.hasDraft).toBe(true);
  });
});
