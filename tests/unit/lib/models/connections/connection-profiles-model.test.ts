import { describe, expect, test } from "vitest";

import { acme, local, openProfiles, openWorkforce, workforce } from "./connection-harness.ts";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";

describe("the list", () => {
  test("is unread, then reading, then read, and opens no profile", async () => {
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

  test("reports a failure, keeps the known profiles, and is loaded again by the next begin", async () => {
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

  test("of another tenant is never shown: a late response is discarded", async () => {
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

  test("is not requested without a tenant, and opens only listed profiles", async () => {
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

describe("unsent input", () => {
  test("is saved with each change, and restored when the popup is opened again", async () => {
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

  test("with invalid JSON is restored as it was typed", async () => {
    const { model, openPopup } = await openWorkforce();
    model.editor.show("raw");
    model.editor.setRawText('{"name": "sta');
    const later = openPopup();
    await later.begin();
    expect(later.editor.view.value).toBe("raw");
    expect(later.editor.rawText.value).toBe('{"name": "sta');
  });

  test("is kept for each profile while another one is shown, and marked in the list", async () => {
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

  test("is compared with the version that it started from, also much later", async () => {
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

  test("is removed once it is sent, reverted by hand, or discarded", async () => {
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

  test("stays with its tenant: another tenant does not show it, and the tenant shows it again", async () => {
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

  test("restores a comparison with its choices", async () => {
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

  test("of a profile beyond the loaded part of a list is not marked as deleted", async () => {
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

  test("of a deleted profile is marked as such", async () => {
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

  test("that cannot be saved is reported, and can be sent", async () => {
    const { model, memory } = await openWorkforce();
    memory.isWritable = false;
    model.editor.set("name", "staff");
    await expect.poll(() => model.draftProblem.value).toContain("Could not save the draft");
    model.change.review();
    await model.send();
    expect(model.change.state.value.kind).toBe("updated");
  });

  test("longer than any profile is not saved, so that the others can be restored", async () => {
    const { model, memory } = await openWorkforce();
    model.editor.set("name", "staff");
    model.editor.setConfigText(`"${"x".repeat(300_000)}"`);
    expect(model.draftProblem.value).toContain("too long");
    expect(memory.drafts).toMatchObject([{ input: { document: { name: "staff" } } }]);
  });

  test("is no longer reported as unsaved once it is saved", async () => {
    const { model, memory } = await openWorkforce();
    memory.isWritable = false;
    model.editor.set("name", "staff");
    await expect.poll(() => model.draftProblem.value).toContain("Could not save the draft");
    memory.isWritable = true;
    model.editor.set("name", "staff 2");
    await expect.poll(() => model.draftProblem.value).toBeUndefined();
    model.editor.setConfigText(`"${"x".repeat(300_000)}"`);
    expect(model.draftProblem.value).toContain("too long");
    model.editor.setConfigText("{}");
    await expect.poll(() => model.draftProblem.value).toBeUndefined();
  });

  test("that cannot be restored is reported, and does not block the list", async () => {
    const { model, memory } = openProfiles();
    memory.isReadable = false;
    await model.begin();
    expect(model.draftProblem.value).toContain("Could not restore");
    expect(model.rows.value).toHaveLength(2);
  });

  test("is limited: the oldest draft is removed first", async () => {
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

test("of a deleted profile is reported once the list is loaded", async () => {
  const { model, remove, openPopup } = await openWorkforce();
  model.editor.set("name", "staff");
  remove("cop_1");
  const later = openPopup();
  await later.begin();
  expect(later.edited.value?.profileId).toBe("cop_1");
  expect(later.change.state.value).toEqual({ kind: "gone" });
  expect(later.editor.form.value?.name).toBe("staff");
});
