import { describe, expect, test } from "vitest";

import { acme, local, openProfiles, openWorkforce, workforce } from "./connection-harness.ts";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";

describe("the list", () => {
  test("is unread, then reading, then read, and no profile is opened by itself", async () => {
    const { model } = openProfiles();
    expect(model.list.state.value).toEqual({ kind: "unread" });
    expect(model.count.value).toBeUndefined();
    const reading = model.list.read();
    expect(model.list.state.value).toEqual({ kind: "reading" });
    await reading;
    expect(model.list.state.value).toEqual({ kind: "read" });
    expect(model.count.value).toBe(2);
    expect(model.rows.value).toEqual([
      {
        id: "cop_1",
        name: "workforce",
        features: ["scim"],
        text: expect.stringContaining("acme-{org_id}"),
        hasDraft: false,
        isInDoubt: false,
        isGone: false,
      },
      {
        id: "cop_2",
        name: "partners",
        features: [],
        text: expect.stringContaining("partners"),
        hasDraft: false,
        isInDoubt: false,
        isGone: false,
      },
    ]);
    expect(model.edited.value).toBeUndefined();
  });

  test("that cannot be read says why, keeps what was known, and is read again with the next begin", async () => {
    let isReached = true;
    const { model } = openProfiles({
      list: async () => {
        if (isReached) return { profiles: [{ id: "cop_1" }] };
        throw new ManagementError({ code: "unreachable", message: "No network." });
      },
    });
    await model.begin();
    isReached = false;
    await model.list.read();
    expect(model.list.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "unreachable" },
    });
    expect(model.rows.value.map(({ name }) => name)).toEqual(["cop_1"]);
    isReached = true;
    await model.begin();
    expect(model.list.state.value).toEqual({ kind: "read" });
    await model.begin();
  });

  test("of another tenant is never shown: a late answer is dropped", async () => {
    const late = Promise.withResolvers<{ profiles: ConnectionProfile[] }>();
    const { model, selected } = openProfiles({
      list: async ({ tenantId }) =>
        tenantId === local.id ? await late.promise : { profiles: [{ id: "cop_7" }] },
    });
    const reading = model.list.read();
    selected.value = acme;
    expect(model.rows.value).toEqual([]);
    await model.begin();
    late.resolve({ profiles: [{ id: "cop_1" }] });
    await reading;
    expect(model.rows.value.map(({ id }) => id)).toEqual(["cop_7"]);
  });

  test("is not asked for without a tenant, and a profile that is not in it cannot be opened", async () => {
    const { model, selected, commands } = openProfiles();
    selected.value = undefined;
    await model.begin();
    await model.list.read();
    await model.send();
    await model.undo();
    model.open("cop_1");
    expect(commands()).toEqual([]);
    selected.value = local;
    await model.begin();
    model.open("cop_9");
    expect(model.edited.value).toBeUndefined();
  });
});

describe("what is entered and not sent", () => {
  test("is written down with each change, and the popup goes on there when it is opened again", async () => {
    const { model, memory, openPopup } = await openWorkforce();
    expect(memory.drafts).toEqual([]);
    model.editor.set("name", "staff");
    model.editor.setConfigText("{ half");
    expect(memory.drafts).toMatchObject([
      { tenantId: local.id, profileId: "cop_1", isOpen: true, base: { name: "workforce" } },
    ]);
    const later = openPopup();
    await later.begin();
    expect(later.edited.value).toEqual({ tenantId: local.id, profileId: "cop_1" });
    expect(later.editor.form.value).toMatchObject({ name: "staff", connection_config: "{ half" });
    expect(later.change.state.value).toEqual({ kind: "editing" });
  });

  test("as JSON that cannot be read yet comes back as it was typed", async () => {
    const { model, openPopup } = await openWorkforce();
    model.editor.show("raw");
    model.editor.setRawText('{"name": "sta');
    const later = openPopup();
    await later.begin();
    expect(later.editor.view.value).toBe("raw");
    expect(later.editor.rawText.value).toBe('{"name": "sta');
  });

  test("is kept for each profile while another one is looked at, and the list says so", async () => {
    const { model, openPopup } = await openWorkforce();
    model.editor.set("name", "staff");
    model.leave();
    expect(model.edited.value).toBeUndefined();
    model.open("cop_2");
    model.editor.set("name", "allies");
    model.leave();
    expect(model.rows.value.map(({ hasDraft }) => hasDraft)).toEqual([true, true]);
    const later = openPopup();
    await later.begin();
    expect(later.edited.value).toBeUndefined();
    later.open("cop_1");
    expect(later.editor.form.value?.name).toBe("staff");
    later.open("cop_2");
    expect(later.editor.form.value?.name).toBe("allies");
  });

  test("is compared with the version that it began with, however much later it is sent", async () => {
    const { model, apply, openPopup } = await openWorkforce();
    model.editor.set("name", "staff");
    apply("cop_1", { name: "employees" });
    const later = openPopup();
    await later.begin();
    later.change.review();
    await later.send();
    expect(later.change.state.value).toEqual({ kind: "comparing" });
    expect(later.conflict.differences.value).toMatchObject([{ base: "workforce" }]);
  });

  test("is gone once it is sent, taken back by hand, or dropped", async () => {
    const { model, memory } = await openWorkforce();
    model.editor.set("name", "staff");
    model.editor.set("name", "workforce");
    expect(memory.drafts).toEqual([]);
    model.editor.set("name", "staff");
    model.discard();
    expect(memory.drafts).toEqual([]);
    expect(model.editor.form.value?.name).toBe("workforce");
    model.editor.set("name", "staff");
    model.change.review();
    await model.send();
    expect(memory.drafts).toEqual([]);
  });

  test("stays with its tenant: another one shows nothing of it, and coming back does", async () => {
    const { model, selected } = await openWorkforce();
    model.editor.set("name", "staff");
    selected.value = acme;
    expect(model.edited.value).toBeUndefined();
    await model.begin();
    expect(model.rows.value.map(({ hasDraft }) => hasDraft)).toEqual([false, false]);
    model.open("cop_1");
    expect(model.editor.form.value?.name).toBe("workforce");
    selected.value = local;
    await model.begin();
    expect(model.editor.form.value?.name).toBe("staff");
  });

  test("a comparison comes back with the choices that were made", async () => {
    const { model, apply, openPopup } = await openWorkforce();
    model.editor.set("name", "staff");
    model.change.review();
    apply("cop_1", { name: "employees", enabled_features: [] });
    await model.send();
    model.conflict.choose('["name"]', "theirs");
    const later = openPopup();
    await later.begin();
    expect(later.change.state.value).toEqual({ kind: "comparing" });
    expect(later.conflict.differences.value.map(({ choice }) => choice)).toEqual([
      "theirs",
      undefined,
    ]);
    later.change.resolve();
    expect(later.editor.base.value?.name).toBe("employees");
  });

  test("of a profile that is not in what was read of a longer list is not said to be gone", async () => {
    let isPartial = false;
    const { model, openPopup } = await openWorkforce({
      list: async () =>
        isPartial ? { profiles: [{ id: "cop_2" }], isPartial } : { profiles: [workforce] },
    });
    model.editor.set("name", "staff");
    model.leave();
    isPartial = true;
    const later = openPopup();
    await later.begin();
    expect(later.list.isPartial.value).toBe(true);
    expect(later.rows.value.at(-1)).toMatchObject({ name: "workforce", isGone: false });
    later.open("cop_1");
    expect(later.change.state.value).toEqual({ kind: "editing" });
  });

  test("of a profile that is no more is shown as what it is", async () => {
    const { model, remove, openPopup } = await openWorkforce();
    model.editor.set("name", "staff");
    model.leave();
    remove("cop_1");
    const later = openPopup();
    await later.begin();
    expect(later.rows.value.map(({ name, isGone }) => [name, isGone])).toEqual([
      ["partners", false],
      ["workforce", true],
    ]);
    later.open("cop_1");
    expect(later.change.state.value).toEqual({ kind: "gone" });
    expect(later.editor.form.value?.name).toBe("staff");
  });

  test("that cannot be kept says so, and can be sent all the same", async () => {
    const { model, memory } = await openWorkforce();
    memory.isWritable = false;
    model.editor.set("name", "staff");
    await expect.poll(() => model.draftProblem.value).toContain("cannot be saved");
    model.change.review();
    await model.send();
    expect(model.change.state.value.kind).toBe("updated");
  });

  test("and is longer than any profile is not kept, so that the others can be read again", async () => {
    const { model, memory } = await openWorkforce();
    model.editor.set("name", "staff");
    model.editor.setConfigText(`"${"x".repeat(300_000)}"`);
    expect(model.draftProblem.value).toContain("too long");
    expect(memory.drafts).toMatchObject([{ input: { document: { name: "staff" } } }]);
  });

  test("is no longer said to be lost once it is kept after all", async () => {
    const { model, memory } = await openWorkforce();
    memory.isWritable = false;
    model.editor.set("name", "staff");
    await expect.poll(() => model.draftProblem.value).toContain("cannot be saved");
    memory.isWritable = true;
    model.editor.set("name", "staff 2");
    await expect.poll(() => model.draftProblem.value).toBeUndefined();
    model.editor.setConfigText(`"${"x".repeat(300_000)}"`);
    expect(model.draftProblem.value).toContain("too long");
    model.editor.setConfigText("{}");
    await expect.poll(() => model.draftProblem.value).toBeUndefined();
  });

  test("that cannot be read is told, and does not keep the list from being read", async () => {
    const { model, memory } = openProfiles();
    memory.isReadable = false;
    await model.begin();
    expect(model.draftProblem.value).toContain("Could not restore");
    expect(model.rows.value).toHaveLength(2);
  });

  test("is bounded: the oldest goes first", async () => {
    const profiles = Array.from({ length: 31 }, (_, index) => ({ id: `cop_${index}` }));
    const { model, memory } = openProfiles({
      list: async () => ({ profiles }),
    });
    await model.begin();
    for (const { id } of profiles) {
      model.open(id);
      model.editor.set("name", `new ${id}`);
    }
    expect(memory.drafts).toHaveLength(30);
    expect(memory.drafts[0]?.profileId).toBe("cop_1");
  });
});

test("a popup that goes on with a profile that is no more says so once the list is read", async () => {
  const { model, remove, openPopup } = await openWorkforce();
  model.editor.set("name", "staff");
  remove("cop_1");
  const later = openPopup();
  await later.begin();
  expect(later.edited.value?.profileId).toBe("cop_1");
  expect(later.change.state.value).toEqual({ kind: "gone" });
  expect(later.editor.form.value?.name).toBe("staff");
});
