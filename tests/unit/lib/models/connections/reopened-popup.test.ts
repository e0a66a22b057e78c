import { describe, expect, test } from "vitest";

import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import { gone, noAnswer, now, openWorkforce, workforce } from "./connection-harness.ts";

/** Sends another name for “workforce”; the tenant responds when the test permits it. */
async function sendHeld() {
  const late = Promise.withResolvers<ConnectionProfile>();
  const opened = await openWorkforce({ update: () => late.promise });
  opened.model.editor.set("name", "staff");
  opened.model.change.review();
  void opened.model.send();
  await expect.poll(() => opened.commands().at(-1)).toBe("update");
  return { ...opened, late };
}

/** Closes the popup and opens it again. */
async function reopen(held: Awaited<ReturnType<typeof sendHeld>>) {
  held.closePopup();
  const later = held.openPopup();
  await later.begin();
  return later;
}

describe("a popup that is opened while an update is in flight", () => {
  test("shows the update as in flight, and its outcome without a click", async () => {
    const held = await sendHeld();
    const later = await reopen(held);
    expect(later.change.state.value).toMatchObject({
      kind: "sending",
      update: { patch: { name: "staff" }, sentAt: now },
    });
    held.late.resolve({ ...workforce, name: "staff" });
    await expect.poll(() => later.change.state.value.kind).toBe("updated");
    expect(later.change.state.value).toMatchObject({ sentAt: now, isFound: false, unapplied: [] });
    expect(later.editor.isDirty.value).toBe(false);
    expect(later.change.canUndo.value).toBe(true);
    expect(held.commands()).toEqual(["list", "get", "update", "list"]);
    expect(held.memory.drafts).toEqual([]);
  });

  test("learns a refusal, and keeps the input", async () => {
    const held = await sendHeld();
    const later = await reopen(held);
    const message = "The name is taken.";
    held.late.reject(new ManagementError({ code: "invalid-body", message, field: "name" }));
    await expect.poll(() => later.change.state.value.kind).toBe("failed");
    expect(later.problems.value).toEqual({ name: message });
    expect(later.editor.form.value?.name).toBe("staff");
  });

  test("checks the profile if the response is lost", async () => {
    const held = await sendHeld();
    const later = await reopen(held);
    held.apply("cop_1", { name: "staff" });
    held.late.reject(noAnswer);
    await expect.poll(() => later.change.state.value.kind).toBe("updated");
    expect(later.change.state.value).toMatchObject({ isFound: true });
    expect(held.commands().at(-1)).toBe("get");
  });

  test("cannot send another update of that profile", async () => {
    const held = await sendHeld();
    const later = await reopen(held);
    later.editor.set("name", "other");
    later.change.review();
    await later.send();
    later.leave();
    expect(later.change.state.value.kind).toBe("sending");
    expect(held.updates()).toHaveLength(1);
  });

  test("asks whether the update was made if the worker was restarted meanwhile", async () => {
    const held = await sendHeld();
    held.restartWorker();
    const later = await reopen(held);
    expect(later.change.state.value).toMatchObject({
      kind: "lost",
      isChecking: false,
      update: { patch: { name: "staff" }, sentAt: now },
    });
    later.leave();
    expect(later.rows.value[0]).toMatchObject({ hasDraft: true, isInDoubt: true });
    later.open("cop_1");
    held.apply("cop_1", { name: "staff" });
    await later.change.check();
    expect(later.change.state.value).toMatchObject({ kind: "updated", isFound: true });
    await expect.poll(() => held.journal.text).toBeUndefined();
  });

  test("finds the update also without a draft of it", async () => {
    const held = await sendHeld();
    held.memory.drafts = [];
    held.restartWorker();
    const later = await reopen(held);
    expect(later.rows.value[0]).toMatchObject({ hasDraft: false, isInDoubt: true });
    later.open("cop_1");
    expect(later.editor.form.value?.name).toBe("staff");
    await later.change.check();
    expect(later.change.state.value.kind).toBe("reviewing");
  });
});

test("keeps an update in doubt when an update of another popup is refused", async () => {
  const held = await sendHeld();
  const other = held.openPopup();
  held.restartWorker();
  await other.list.read();
  other.open("cop_1");
  other.editor.set("name", "other");
  other.change.review();
  await other.send();
  expect(other.change.state.value).toMatchObject({
    kind: "failed",
    failure: { code: "change-pending" },
  });
  const third = await reopen(held);
  expect(third.rows.value[0]?.isInDoubt).toBe(true);
  expect(held.updates()).toHaveLength(1);
});

describe("a popup that is opened after an update ended", () => {
  test.each([
    ["updated", { ...workforce, name: "staff" }],
    ["failed", new ManagementError({ code: "invalid-body", message: "It was refused." })],
    ["gone", gone],
  ])("shows that it was %s, also if the worker was restarted", async (kind, answer) => {
    const held = await sendHeld();
    held.closePopup();
    if (answer instanceof Error) held.late.reject(answer);
    else held.late.resolve(answer);
    await expect.poll(() => held.journal.text ?? "").toContain('"result"');
    held.restartWorker();
    const later = await reopen(held);
    await expect.poll(() => later.change.state.value.kind).toBe(kind);
    await expect.poll(() => held.journal.text).toBeUndefined();
    const third = await reopen(held);
    expect(third.change.state.value.kind).not.toBe("sending");
    expect(held.updates()).toHaveLength(1);
  });

  test("compares the versions after a concurrent change", async () => {
    const late = Promise.withResolvers<ConnectionProfile>();
    const opened = await openWorkforce({ get: () => late.promise });
    opened.model.editor.set("name", "staff");
    opened.model.change.review();
    void opened.model.send();
    await expect.poll(() => opened.commands().at(-1)).toBe("get");
    opened.closePopup();
    late.resolve({ ...workforce, name: "employees" });
    await expect.poll(() => opened.journal.text ?? "").toContain('"conflict"');
    const later = opened.openPopup();
    await later.begin();
    await expect.poll(() => later.change.state.value.kind).toBe("comparing");
    expect(later.conflict.differences.value).toMatchObject([
      { kind: "conflict", base: "workforce", mine: "staff", theirs: "employees" },
    ]);
    expect(opened.updates()).toEqual([]);
  });
});
