import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { presetSchema, type Preset } from "../../../../../lib/messages/preset.ts";
import type { ChosenFile } from "../../../../../lib/models/read-chosen-file.ts";
import { PresetsModel } from "../../../../../lib/models/runs/presets-model.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";
import { countIds, otherTenant, sampleDraft, selectTenant } from "./sample-runs.ts";

const secret = "hunter2-hunter2";

/** A worker that stores presets, and panels that use it. */
function openPresets(given: Partial<CommandHandlers> = {}) {
  const stored = new Map<string, Preset[]>();
  const read = (tenantId: string) => stored.get(tenantId) ?? [];
  const { send, sent } = createFakeWorker({
    "preset.list": async ({ tenantId }) => ({ presets: read(tenantId) }),
    "preset.save": async ({ tenantId, presets }) => {
      const others = read(tenantId).filter((one) => presets.every(({ id }) => id !== one.id));
      stored.set(tenantId, [...others, ...presets]);
      return { presets: read(tenantId) };
    },
    "preset.delete": async ({ tenantId, id }) => {
      stored.set(
        tenantId,
        read(tenantId).filter((one) => one.id !== id),
      );
      return { presets: read(tenantId) };
    },
    ...given,
  });
  const tenant = selectTenant();
  const files: { name: string; text: string }[] = [];
  const createId = countIds();
  const model = new PresetsModel({
    send,
    tenant,
    operations: catalogue,
    createId,
    download: (name, text) => files.push({ name, text }),
    now: () => Date.UTC(2026, 10, 21),
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    model,
    tenant,
    sent,
    files,
    stored,
    read,
    settled,
    names: () => model.presets.value.map(({ name }) => name),
  };
}

async function openWith(...names: string[]) {
  const opened = openPresets();
  await opened.settled();
  for (const name of names) await opened.model.save(name, sampleDraft);
  return opened;
}

function makeFile(content: unknown): ChosenFile {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { name: "presets.json", size: text.length, text: async () => text };
}

const file = { kind: "tenant-inspector-presets", version: 1, exportedAt: "2026-11-21T00:00:00Z" };
const entry = { name: "Shared", ...sampleDraft };

describe("presets", () => {
  test("are saved under a trimmed name, listed by name, and equal the run", async () => {
    const { model, names } = await openWith(" b ", "a");
    expect(names()).toEqual(["a", "b"]);
    expect(model.presets.value[0]).toEqual({ id: "2", name: "a", ...sampleDraft });
    expect(model.notice.value).toEqual({
      hasSucceeded: true,
      title: "“a” was saved.",
      details: [],
    });
  });

  test("of another tenant are shown after it is selected", async () => {
    const { tenant, names, model, settled } = await openWith("a");
    tenant.value = otherTenant;
    await settled();
    expect(names()).toEqual([]);
    await model.save("a", sampleDraft);
    tenant.value = sampleTenant;
    await settled();
    expect(model.presets.value.map(({ id }) => id)).toEqual(["1"]);
    tenant.value = undefined;
    expect(names()).toEqual([]);
    expect(await model.save("b", sampleDraft)).toBe(false);
  });

  test("are renamed and replaced", async () => {
    const { model, names } = await openWith("a", "b");
    expect(await model.rename("1", " c ")).toBe(true);
    expect(await model.rename("1", "c"), "the same name").toBe(true);
    const way = "page";
    expect(await model.overwrite("1", { ...sampleDraft, way })).toBe(true);
    expect(names()).toEqual(["b", "c"]);
    expect(model.presets.value[1]).toMatchObject({ id: "1", name: "c", way });
    expect(await model.rename("gone", "d")).toBe(false);
    expect(await model.overwrite("gone", sampleDraft)).toBe(false);
  });

  test.each([
    ["no name", " ", "Enter a name."],
    ["a long name", "x".repeat(81), "81 characters, and the limit is 80"],
    ["the name of another", "a", "Another preset has the name “a”."],
  ])("with %s are not saved", async (_case, name, problem) => {
    const { model, names } = await openWith("a", "b");
    expect(await model.save(name, sampleDraft)).toBe(false);
    expect(model.notice.value?.details[0]).toContain(problem);
    expect(await model.rename("2", name)).toBe(false);
    expect(names()).toEqual(["a", "b"]);
  });

  test("with values that are too long are not saved", async () => {
    const { model, names } = await openWith();
    const values = { scope: "x".repeat(20_001) };
    expect(await model.save("a", { ...sampleDraft, values })).toBe(false);
    expect(model.notice.value).toMatchObject({ title: "The preset was not saved." });
    expect(names()).toEqual([]);
  });

  test("of an unknown operation are not saved", async () => {
    const { model } = await openWith();
    expect(await model.save("a", { ...sampleDraft, operation: "later" })).toBe(false);
  });

  test("that are deleted can be restored until the next is saved", async () => {
    const { model, names, read } = await openWith("a", "b");
    await model.remove("1");
    expect([names(), model.removed.value?.name]).toEqual([["b"], "a"]);
    await model.restore();
    expect([names(), model.removed.value]).toEqual([["a", "b"], undefined]);
    expect(read(sampleTenant.id)).toHaveLength(2);
    await model.remove("1");
    await model.save("c", sampleDraft);
    expect(model.removed.value).toBeUndefined();
    await model.restore();
    await model.remove("gone");
    expect(names()).toEqual(["b", "c"]);
  });

  test("that are replaced can be restored until another action", async () => {
    const { model, read } = await openWith("a", "b");
    const [first] = model.presets.value;
    const changed = { ...sampleDraft, operation: "login", values: { username: "ada" } };
    expect(await model.overwrite("1", changed)).toBe(true);
    expect(model.notice.value).toEqual({
      hasSucceeded: true,
      title: "“a” was replaced.",
      details: [],
      replaced: { tenantId: sampleTenant.id, preset: first },
    });
    await model.restore();
    expect(model.presets.value[0]).toEqual(first);
    expect(read(sampleTenant.id)).toHaveLength(2);
    expect(model.notice.value).toBeUndefined();
    await model.overwrite("1", changed);
    model.exportFile();
    await model.restore();
    expect(model.presets.value[0], "another notice offers no Undo").toMatchObject(changed);
  });

  test("that were replaced at a tenant are not restored at another one", async () => {
    const { model, tenant, settled, names } = await openWith("a");
    await model.overwrite("1", { ...sampleDraft, way: "page" });
    tenant.value = otherTenant;
    await settled();
    await model.restore();
    expect(names()).toEqual([]);
    expect(model.notice.value).toBeUndefined();
  });

  test("that could not be replaced offer no Undo", async () => {
    const { model } = await openWith("a");
    expect(await model.overwrite("1", { ...sampleDraft, operation: "later" })).toBe(false);
    expect(model.notice.value?.replaced).toBeUndefined();
    expect(model.notice.value?.title).toBe("The preset was not saved.");
  });

  test("beyond the limit are refused with the worker's message", async () => {
    const refuse = () => Promise.reject(new WorkerError("too-many-presets", "Delete some."));
    const { model, settled } = openPresets({ "preset.save": refuse });
    await settled();
    expect(await model.save("a", sampleDraft)).toBe(false);
    const details = ["Delete some."];
    expect(model.notice.value).toEqual({
      hasSucceeded: false,
      title: "The preset was not saved.",
      details,
    });
    model.dismissNotice();
    expect(model.notice.value).toBeUndefined();
  });
});

describe("a secret", () => {
  const login = {
    ...sampleDraft,
    operation: "login",
    values: { username: "ada", password: secret, realm: "db" },
    parameters: [["id_token_hint", secret]] as const,
  };

  test("is never sent to the worker or exported, and the notice names its field", async () => {
    const { model, sent, files } = await openWith();
    await model.save("a", login);
    await model.overwrite("1", login);
    model.exportFile();
    expect(JSON.stringify([sent, files])).toContain("ada");
    expect(JSON.stringify([sent, files])).not.toContain(secret);
    expect(model.presets.value[0]?.values).toEqual({ username: "ada", realm: "db" });
    await model.overwrite("1", login);
    expect(model.notice.value?.details).toEqual([
      "Left out, because a preset contains no secrets: Password, id_token_hint.",
    ]);
  });

  test("in a file is refused", async () => {
    const { model, names } = await openWith();
    const presets = [{ ...login, name: "Leak" }];
    await model.importFile(makeFile({ ...file, presets }));
    expect(names()).toEqual([]);
    expect(model.notice.value).toMatchObject({
      hasSucceeded: false,
      title: "Nothing was imported.",
    });
    expect(model.notice.value?.details[0]).toContain("a secret (password, id_token_hint)");
    expect(JSON.stringify(model.notice.value)).not.toContain(secret);
  });
});

test("a change of the tenant's settings keeps Undo, and loses no command", async () => {
  const { model, tenant, names, sent } = await openWith("a", "b");
  await model.remove("1");
  const lists = sent.filter(({ command }) => command === "preset.list").length;
  tenant.value = { ...sampleTenant, name: "Renamed" };
  const saving = model.save("c", sampleDraft);
  tenant.value = { ...sampleTenant, name: "Renamed again" };
  expect(await saving).toBe(true);
  expect(names()).toEqual(["b", "c"]);
  await model.remove("2");
  tenant.value = { ...sampleTenant, name: "Renamed at last" };
  await model.restore();
  expect(names()).toEqual(["b", "c"]);
  expect(sent.filter(({ command }) => command === "preset.list")).toHaveLength(lists);
});

test("reading the presets again loses no command of the user", async () => {
  const { model, names } = await openWith("a");
  const reading = model.load();
  expect(await model.save("b", sampleDraft)).toBe(true);
  await reading;
  expect(names()).toEqual(["a", "b"]);
});

describe("a file", () => {
  test("of exported presets can be imported at another tenant", async () => {
    const { model, files, tenant, settled } = await openWith("a", "b");
    model.exportFile();
    expect(files[0]?.name).toBe("tenant-inspector-presets-2026-11-21.json");
    expect(model.notice.value?.title).toContain("2 presets exported");
    const before = model.presets.value;
    tenant.value = otherTenant;
    await settled();
    await model.importFile(makeFile(files[0]?.text));
    const withoutIds = (presets: readonly Preset[]) => presets.map(({ id: _id, ...rest }) => rest);
    expect(withoutIds(model.presets.value)).toEqual(withoutIds(before));
    expect(files[0]?.text, "of ids").not.toContain('"id"');
  });

  test("has no value of a person, and the notice names what it leaves out", async () => {
    const { model, files } = await openWith();
    await model.save("a", {
      ...entry,
      operation: "login",
      values: { username: "ada@example.com", realm: "db" },
      parameters: [["x-order", "4471-AB"]],
    });
    model.exportFile();
    expect(files[0]?.text).toContain('"realm": "db"');
    expect(files[0]?.text).not.toMatch(/ada@|4471/u);
    expect(model.notice.value?.details).toEqual([
      "Left out of the file, because the value can be personal data or a secret: Email or username, x-order.",
    ]);
    expect(model.presets.value[0]?.values).toMatchObject({ username: "ada@example.com" });
  });

  test("counts its presets, without one of an operation that this version does not know", async () => {
    const { model, stored, files } = await openWith("a");
    const operation = "of-a-later-version";
    const later = presetSchema.parse({ ...sampleDraft, id: "9", name: "later", operation });
    stored.set(sampleTenant.id, [...(stored.get(sampleTenant.id) ?? []), later]);
    await model.load();
    expect(model.presets.value).toHaveLength(2);
    model.exportFile();
    expect(files[0]?.text).not.toContain("later");
    expect(model.notice.value?.title).toMatch(/^1 preset exported to /u);
  });

  test("can have a single preset", async () => {
    const { model, files } = await openWith("a", "b");
    model.exportFile("2");
    expect(files[0]?.text).toContain('"b"');
    expect(files[0]?.text).not.toContain('"a"');
  });

  test("with names in use gets numbers after them", async () => {
    const long = "x".repeat(80);
    const { model, names } = await openWith("Shared", long);
    await model.importFile(
      makeFile({ ...file, presets: [entry, entry, { ...entry, name: long }] }),
    );
    expect(names()).toEqual(["Shared", "Shared (2)", "Shared (3)", `${"x".repeat(76)} (2)`, long]);
  });

  test("with invalid presets imports the others, and gives each reason", async () => {
    const { model, names } = await openWith();
    const presets = [
      { ...entry, operation: "later" },
      { ...entry, values: { gone: "x" } },
      entry,
      { ...entry, way: "server" },
      7,
      null,
    ];
    await model.importFile(makeFile({ ...file, presets }));
    expect(names()).toEqual(["Shared"]);
    expect(model.notice.value).toEqual({
      hasSucceeded: false,
      title: "1 preset imported, 5 refused.",
      details: [
        "Preset 1: The operation later is unknown.",
        "Preset 2: The operation authorize has no field gone.",
        "Preset 4: Its member way is missing or invalid.",
        "Preset 5: It is not a preset.",
        expect.stringContaining("Preset 6: "),
      ],
    });
  });

  test.each([
    ["no JSON", "hello", "is not JSON"],
    ["the settings", { ...file, kind: "tenant-inspector-settings" }, "contains no presets"],
    ["a newer version", { ...file, version: 2, presets: [] }, "newer version"],
    ["no presets", { ...file, presets: [] }, "The file contains no presets."],
    [
      "many presets",
      { ...file, presets: Array.from({ length: 101 }, () => entry) },
      "contains no presets",
    ],
    ["more than 1 MB", "x".repeat(1024 * 1024 + 1), "larger than 1 MB"],
  ])("with %s is refused", async (_case, content, problem) => {
    const { model, names } = await openWith();
    await model.importFile(makeFile(content));
    expect(model.notice.value?.details[0]).toContain(problem);
    expect(names()).toEqual([]);
  });

  test("that cannot be read is refused", async () => {
    const { model } = await openWith();
    const text = () => Promise.reject(new Error("gone"));
    await model.importFile({ name: "a", size: 1, text });
    expect(model.notice.value?.details[0]).toContain("Could not read the file");
  });
});
