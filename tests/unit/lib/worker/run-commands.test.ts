import { describe, expect, test } from "vitest";

import type { Preset } from "../../../../lib/messages/preset.ts";
import type { RunRecord } from "../../../../lib/messages/run-record.ts";
import { catchRemoteError, openWorker, tenantDetails, tenantOrigin } from "./inspector-harness.ts";

const tenantId = tenantOrigin;
const other = "https://acme.example";
const draft = {
  operation: "authorize",
  way: "extension",
  values: { scope: "openid" },
  parameters: [["audience", ""]],
  order: ["audience", "scope"],
} satisfies Partial<Preset>;

function makePreset(id: string, over: Partial<Preset> = {}): Preset {
  return { ...draft, parameters: [["audience", ""]], id, name: `Preset ${id}`, ...over };
}

function makeRun(id: string, over: Partial<RunRecord> = {}): RunRecord {
  const verdict = { kind: "succeeded" } as const;
  return {
    ...draft,
    parameters: [],
    id,
    tenantId,
    lacks: [],
    verdict,
    startedAt: 0,
    ms: 5,
    ...over,
  };
}

async function openWithTenants() {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await worker.addTenant(other);
  return worker;
}

describe("presets", () => {
  test("are stored per tenant, replaced by their id, and deleted", async () => {
    const worker = await openWithTenants();
    const both = [makePreset("a"), makePreset("b")];
    expect((await worker.send("preset.save", { tenantId, presets: both })).presets).toEqual(both);
    const renamed = makePreset("a", { name: "Renamed" });
    await worker.send("preset.save", { tenantId, presets: [renamed] });
    await worker.send("preset.save", { tenantId: other, presets: [makePreset("c")] });
    const list = async (id: string) => (await worker.send("preset.list", { tenantId: id })).presets;
    expect(await list(tenantId)).toEqual([renamed, both[1]]);
    await worker.send("preset.delete", { tenantId, id: "b" });
    expect(await list(tenantId)).toEqual([renamed]);
    await worker.send("preset.delete", { tenantId, id: "a" });
    expect(await list(tenantId)).toEqual([]);
    expect(await list(other)).toEqual([makePreset("c")]);
  });

  test("outlive the worker", async () => {
    const worker = await openWithTenants();
    await worker.send("preset.save", { tenantId, presets: [makePreset("a")] });
    await worker.restart();
    expect((await worker.send("preset.list", { tenantId })).presets).toEqual([makePreset("a")]);
  });

  test("saved at the same time are both stored", async () => {
    const worker = await openWithTenants();
    const save = (id: string) =>
      worker.send("preset.save", { tenantId, presets: [makePreset(id)] });
    await Promise.all([save("a"), save("b")]);
    expect((await worker.send("preset.list", { tenantId })).presets).toHaveLength(2);
  });

  test("beyond 100 of a tenant are refused, and nothing is changed", async () => {
    const worker = await openWithTenants();
    const presets = Array.from({ length: 100 }, (_, at) => makePreset(`${at}`));
    await worker.send("preset.save", { tenantId, presets });
    const more = { tenantId, presets: [makePreset("0", { name: "New" }), makePreset("x")] };
    expect(await catchRemoteError(worker.send("preset.save", more))).toMatchObject({
      code: "too-many-presets",
      message: expect.stringContaining("101 presets, and the limit is 100"),
    });
    expect((await worker.send("preset.list", { tenantId })).presets).toEqual(presets);
    await worker.send("preset.save", { tenantId, presets: [makePreset("0", { name: "New" })] });
  });

  test("beyond 1 MB are refused", async () => {
    const worker = await openWithTenants();
    const long = { a: "x".repeat(20_000), b: "y".repeat(20_000), c: "z".repeat(10_000) };
    const save = (id: string) =>
      worker.send("preset.save", { tenantId, presets: [makePreset(id, { values: long })] });
    for (let at = 0; at < 19; at += 1) await save(`${at}`);
    expect(await catchRemoteError(save("x"))).toMatchObject({
      code: "too-many-presets",
      message: expect.stringContaining("more than 1 MB"),
    });
  });

  test("of a later version stay stored and are not listed", async () => {
    const worker = await openWithTenants();
    const later = { id: "later", version: 9 };
    await worker.stores.presets.write({ [tenantId]: [later] });
    await worker.send("preset.save", { tenantId, presets: [makePreset("a")] });
    expect((await worker.send("preset.list", { tenantId })).presets).toEqual([makePreset("a")]);
    expect(await worker.stores.presets.read()).toEqual({ [tenantId]: [later, makePreset("a")] });
  });
});

describe("recorded runs", () => {
  test("are listed for all tenants, and forgotten one by one", async () => {
    const worker = await openWithTenants();
    const runs = [
      makeRun("a"),
      makeRun("b", { tenantId: other, startedAt: 1 }),
      makeRun("c", { startedAt: 2 }),
    ];
    for (const run of runs) await worker.send("run.record", { run });
    await worker.restart();
    expect((await worker.send("run.list", {})).runs).toEqual(runs);
    await worker.send("run.forget", { ids: ["a", "unknown"] });
    expect((await worker.send("run.list", {})).runs).toEqual(runs.slice(1));
  });

  test("are the last 100", async () => {
    const worker = await openWithTenants();
    for (let at = 0; at < 101; at += 1) {
      await worker.send("run.record", { run: makeRun(`${at}`, { startedAt: at }) });
    }
    const { runs } = await worker.send("run.list", {});
    expect([runs.length, runs[0]?.id, runs.at(-1)?.id]).toEqual([100, "1", "100"]);
  });

  test("are as many as fit into 2 MB", async () => {
    const worker = await openWithTenants();
    const values = { a: "x".repeat(20_000), b: "y".repeat(20_000), c: "z".repeat(19_000) };
    for (let at = 0; at < 36; at += 1) {
      await worker.send("run.record", { run: makeRun(`${at}`, { startedAt: at, values }) });
    }
    const { runs } = await worker.send("run.list", {});
    expect([runs.length, runs.at(-1)?.id]).toEqual([33, "35"]);
  });

  test("that cannot be read are dropped", async () => {
    const worker = await openWithTenants();
    await worker.send("run.record", { run: makeRun("a") });
    worker.stores.runs.damage();
    expect((await worker.send("run.list", {})).runs).toEqual([]);
    await worker.send("run.record", { run: makeRun("b") });
    expect((await worker.send("run.list", {})).runs).toEqual([makeRun("b")]);
  });
});

describe("forgetting", () => {
  async function openFilled() {
    const worker = await openWithTenants();
    for (const id of [tenantId, other]) {
      await worker.send("preset.save", { tenantId: id, presets: [makePreset("a")] });
      await worker.send("run.record", { run: makeRun(id, { tenantId: id }) });
    }
    return worker;
  }

  test("a tenant removes its presets and runs, and keeps those of other tenants", async () => {
    const worker = await openFilled();
    await worker.send("tenant.forget", { tenantId });
    expect(await worker.stores.presets.read()).toEqual({ [other]: [makePreset("a")] });
    expect((await worker.send("run.list", {})).runs).toEqual([makeRun(other, { tenantId: other })]);
  });

  test("everything removes all presets and runs", async () => {
    const worker = await openFilled();
    expect(worker.local.values.has("presets")).toBe(true);
    await worker.send("everything.forget", {});
    expect(worker.local.values.size).toBe(0);
    expect(worker.stores.runs.text).toBeUndefined();
  });

  test.each(["tenant.forget", "everything.forget"] as const)(
    "%s leaves nothing of a preset and a run that are being stored",
    async (command) => {
      const worker = await openFilled();
      const forgetting = worker.send(command, { tenantId });
      const late = await Promise.allSettled([
        worker.send("preset.save", { tenantId, presets: [makePreset("late")] }),
        worker.send("run.record", { run: makeRun("late") }),
      ]);
      await forgetting;
      expect(late).toHaveLength(2);
      expect(worker.local.values.get("presets") ?? "").not.toContain("late");
      expect(worker.stores.runs.text ?? "").not.toContain("late");
      const refused = catchRemoteError(worker.send("run.record", { run: makeRun("later") }));
      expect(await refused).toMatchObject({ code: "no-tenant" });
    },
  );
});
