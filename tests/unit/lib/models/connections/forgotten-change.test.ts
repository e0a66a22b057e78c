import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import { noAnswer, openWorkforce, workforce } from "./connection-harness.ts";

/** A patch was sent that was made all the same, its answer is lost, and the profile cannot be read to find out. */
async function loseAnswer() {
  const isReadable = [true];
  const opened = await openWorkforce({
    "connection-profile.get": async () => {
      if (isReadable.shift() === true) return workforce;
      throw new ManagementError({ code: "unreachable", message: "No network." });
    },
    "connection-profile.update": async ({ id, patch }) => {
      opened.apply(id, patch);
      throw noAnswer;
    },
  });
  opened.model.editor.setName("staff");
  opened.model.change.review();
  await opened.model.send();
  return opened;
}

describe("a change whose answer was lost and cannot be looked for", () => {
  test("is forgotten with what was entered, and the list tells what the tenant has", async () => {
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

  test("is not forgotten while it is looked for, and nothing else is ever forgotten so", async () => {
    const { model } = await loseAnswer();
    const checking = model.change.check();
    await model.forgetChange();
    expect(model.change.state.value).toEqual({ kind: "lost", isChecking: true });
    await checking;
    await model.forgetChange();
    model.open("cop_2");
    model.editor.setName("friends");
    await model.forgetChange();
    expect(model.edited.value?.profileId).toBe("cop_2");
    expect(model.rows.value[1]?.hasDraft).toBe(true);
  });
});
