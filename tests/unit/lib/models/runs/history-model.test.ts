import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { RunRecord } from "../../../../../lib/messages/run-record.ts";
import { HistoryModel } from "../../../../../lib/models/runs/history-model.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";
import { countIds, findOperation, makeView, otherTenant, selectTenant } from "./sample-runs.ts";

const marker = "hunter2-hunter2";

/** A worker that keeps runs, and panels that use it. */
function openHistory(given: Partial<CommandHandlers> = {}) {
  let kept: RunRecord[] = [];
  const { send, sent } = createFakeWorker({
    "run.list": async () => ({ runs: kept }),
    "run.record": async ({ run }) => {
      kept = [...kept, run];
      return {};
    },
    "run.forget": async ({ ids }) => {
      kept = kept.filter(({ id }) => !ids.includes(id));
      return {};
    },
    ...given,
  });
  const tenant = selectTenant();
  const createId = countIds();
  const openPanel = async () => {
    const model = new HistoryModel({ send, tenant, operations: catalogue, createId });
    await model.load();
    return model;
  };
  return { openPanel, tenant, sent, readKept: () => kept };
}

const password = makeView({
  operation: findOperation("login"),
  values: { username: "ada", password: marker, realm: "db" },
});
const refused = {
  kind: "refused",
  error: { error: "login_required", errorDescription: "", members: {} },
  tokens: {},
} as const;

test("a forgotten tenant takes its runs along, with their secrets, and Undo of its removed runs", async () => {
  const { openPanel, sent } = openHistory();
  const model = await openPanel();
  await model.record(password);
  await model.record(makeView({ tenant: otherTenant }));
  await model.remove("1");
  await model.record(password);
  const before = sent.length;
  model.forgetTenant(sampleTenant);
  expect([model.runs.value, model.otherCount.value]).toEqual([[], 1]);
  expect(model.recall.value("3")).toBeUndefined();
  expect(model.kept.value.map(({ view }) => view.tenant)).toEqual(
    model.kept.value.map(() => otherTenant),
  );
  expect(model.removed.value).toEqual([]);
  expect(sent.length, "the worker has removed them itself").toBe(before);
});

describe("a recorded run", () => {
  test("is listed for its tenant with verdict, duration and values, newest first", async () => {
    const { openPanel, tenant } = openHistory();
    const model = await openPanel();
    await model.record(makeView());
    await model.record(makeView({ startedAt: 5_000, endedAt: 5_100, outcome: refused }));
    await model.record(makeView({ tenant: otherTenant }));
    expect(model.runs.value).toMatchObject([
      { startedAt: 5_000, ms: 100, verdict: { kind: "refused", error: "login_required" } },
      {
        startedAt: 1_000,
        ms: 250,
        verdict: { kind: "succeeded" },
        operation: "authorize",
        way: "extension",
      },
    ]);
    expect(model.otherCount.value).toBe(1);
    tenant.value = otherTenant;
    expect(model.runs.value).toHaveLength(1);
  });

  test("survives the panel, with its parameters and their order", async () => {
    const { openPanel } = openHistory();
    const query = { added: [["audience", ""] as [string, string]], order: ["audience"] };
    await (await openPanel()).record(makeView({ query }));
    const reopened = await openPanel();
    expect(reopened.recall.value("1")).toEqual({
      draft: {
        operation: "authorize",
        way: "extension",
        values: makeView().values,
        parameters: [["audience", ""]],
        order: ["audience"],
      },
      lacks: [],
    });
  });

  test("is recalled with its secrets in this panel only, and they never reach the worker", async () => {
    const { openPanel, sent, readKept } = openHistory();
    const model = await openPanel();
    await model.record(password);
    expect(model.recall.value("1")).toMatchObject({
      draft: { values: { password: marker } },
      lacks: [],
    });
    expect(JSON.stringify(sent), "the worker").not.toContain(marker);
    expect(JSON.stringify(readKept())).toContain("ada");
    const reopened = await openPanel();
    expect(reopened.recall.value("1")).toMatchObject({
      draft: { values: { username: "ada", realm: "db" } },
      lacks: ["Password"],
    });
    model.forgetSecrets();
    expect(model.recall.value("1")?.lacks).toEqual(["Password"]);
  });

  test.each([
    ["a run in progress", undefined],
    ["unanswered", { kind: "unanswered", problem: "Closed." }],
    ["cancelled", { kind: "cancelled" }],
  ] as const)("has the verdict: %s", async (kind, outcome) => {
    const { openPanel } = openHistory();
    const model = await openPanel();
    const { outcome: _, ...running } = makeView();
    await model.record(outcome === undefined ? running : makeView({ outcome }));
    expect(model.runs.value.map(({ verdict }) => verdict.kind)).toEqual(
      outcome === undefined ? [] : [kind],
    );
  });

  test("with an error code that is too long or a token keeps no secret", async () => {
    const { openPanel } = openHistory();
    const model = await openPanel();
    for (const error of ["x".repeat(300), "eyJhbGciOiJ9.eyJzdWIiOiJ9.c2ln"]) {
      await model.record(makeView({ outcome: { ...refused, error: { ...refused.error, error } } }));
    }
    const codes = model.runs.value.map(({ verdict }) => "error" in verdict && verdict.error);
    expect(codes).toEqual(["x".repeat(200), ""]);
  });

  test("that is too long is listed without its values", async () => {
    const { openPanel } = openHistory();
    const long = "x".repeat(20_001);
    await (await openPanel()).record(makeView({ values: { scope: "openid", audience: long } }));
    const reopened = await openPanel();
    expect(reopened.runs.value).toHaveLength(1);
    expect(reopened.recall.value("1")?.lacks).toEqual(["Scope", "Audience"]);
  });

  test("of an operation of another version is not recalled", async () => {
    const { openPanel } = openHistory();
    const model = await openPanel();
    await model.record(makeView({ operation: { ...findOperation("authorize"), id: "later" } }));
    expect(model.runs.value).toHaveLength(1);
    expect(model.recall.value("1")).toBeUndefined();
    expect(model.recall.value("unknown")).toBeUndefined();
  });
});

describe("the requests of a run", () => {
  const departure = {
    kind: "departure",
    id: 0,
    at: 1_000,
    url: "https://acme.example/authorize?state=hush",
  } as const;
  const view = makeView({ steps: [departure] });

  test("are kept in this panel only, newest first, as long as the run is listed", async () => {
    const { openPanel, sent } = openHistory();
    const model = await openPanel();
    await model.record(view);
    await model.record({ ...view, startedAt: 2_000, tenant: otherTenant });
    await model.record(makeView());
    expect(model.kept.value.map(({ id }) => id)).toEqual(["2", "1"]);
    expect(model.kept.value[1]?.view.steps).toEqual([departure]);
    expect(JSON.stringify(sent), "the worker").not.toContain("hush");
    expect((await openPanel()).kept.value).toEqual([]);
    await model.remove("1");
    await model.undoRemove();
    expect(model.kept.value.map(({ id }) => id)).toEqual(["2"]);
    model.forgetSecrets();
    expect(model.kept.value).toEqual([]);
  });

  test("go with the run of a forgotten tenant", async () => {
    const { openPanel } = openHistory();
    const model = await openPanel();
    await model.record(view);
    const other = await openPanel();
    await other.removeAll();
    await model.load();
    expect(model.kept.value).toEqual([]);
  });

  test("are kept for 20 runs, and for fewer if they are long", async () => {
    const { openPanel } = openHistory();
    const model = await openPanel();
    const names = () => model.kept.value.map(({ id }) => Number(id));
    for (let count = 0; count < 21; count += 1) await model.record(view);
    expect([names().length, names()[0], names().at(-1)]).toEqual([20, 21, 2]);
    await model.record(makeView({ steps: [{ ...departure, url: "x".repeat(3_999_000) }] }));
    expect(names().length).toBeLessThan(20);
    expect(names()[0]).toBe(22);
    await model.record(makeView({ steps: [{ ...departure, url: "x".repeat(4_000_000) }] }));
    expect(names()).toEqual([]);
  });
});

describe("a flow of several steps", () => {
  const start = makeView({
    operation: findOperation("passwordless-start"),
    values: { connection: "sms", phoneNumber: "+491701234567", send: "code" },
  });
  const login = findOperation("passwordless-login");

  test("continues with the values of the step before, also after the panel was closed", async () => {
    const { openPanel, tenant } = openHistory();
    const model = await openPanel();
    expect(model.continueValues(login)).toEqual({});
    await model.record({ ...start, values: { connection: "email", email: "old@example.com" } });
    await model.record({ ...start, startedAt: 2_000 });
    await model.record({ ...start, startedAt: 3_000, values: { email: "x" }, outcome: refused });
    const values = { clientID: "", connection: "sms", email: "", phoneNumber: "+491701234567" };
    expect(model.continueValues(login)).toEqual(values);
    const reopened = await openPanel();
    expect(reopened.continueValues(login)).toEqual(values);
    tenant.value = otherTenant;
    expect(reopened.continueValues(login), "of another tenant").toEqual({});
  });

  test("does not begin for other operations", async () => {
    const { openPanel } = openHistory();
    const model = await openPanel();
    await model.record(start);
    expect(model.continueValues(findOperation("authorize"))).toEqual({});
  });
});

test("the last start of an operation is found by its application", async () => {
  const { openPanel } = openHistory();
  const model = await openPanel();
  await model.record(makeView({ startedAt: 10 }));
  await model.record(makeView({ startedAt: 5, values: { clientID: sampleTenant.clientId } }));
  await model.record(makeView({ startedAt: 90, values: { clientID: "other-app" } }));
  expect(model.findLastStart("authorize", "")).toBe(10);
  expect(model.findLastStart("authorize", "other-app ")).toBe(90);
  expect(model.findLastStart("login", "")).toBeUndefined();
});

describe("removing", () => {
  test("a run also removes its secrets, and an undo restores the rest", async () => {
    const { openPanel, readKept } = openHistory();
    const model = await openPanel();
    await model.record(password);
    await model.remove("1");
    expect([model.runs.value, readKept()]).toEqual([[], []]);
    expect(model.removed.value).toHaveLength(1);
    await model.undoRemove();
    expect(model.removed.value).toEqual([]);
    expect(readKept()).toHaveLength(1);
    expect(model.recall.value("1")?.lacks).toEqual(["Password"]);
  });

  test("all runs keeps those of other tenants", async () => {
    const { openPanel, readKept } = openHistory();
    const model = await openPanel();
    await model.record(makeView());
    await model.record(makeView());
    await model.record(makeView({ tenant: otherTenant }));
    await model.removeAll();
    expect(readKept().map(({ tenantId }) => tenantId)).toEqual([otherTenant.id]);
    await model.removeAll();
    expect(model.removed.value, "still").toHaveLength(2);
  });
});

test("a failure of the worker is shown until a command works, and the run stays listed", async () => {
  let isBroken = true;
  const { openPanel } = openHistory({
    "run.record": async () => {
      if (isBroken) throw new WorkerError("no-tenant", "This tenant no longer exists.");
      return {};
    },
  });
  const model = await openPanel();
  await model.record(makeView());
  expect(model.failure.value?.message).toBe("This tenant no longer exists.");
  expect(model.runs.value).toHaveLength(1);
  isBroken = false;
  await model.record(makeView());
  expect(model.failure.value).toBeUndefined();
});

test("at most 100 runs are listed, and the secrets of others are gone", async () => {
  const { openPanel } = openHistory();
  const model = await openPanel();
  for (let at = 0; at < 101; at += 1) await model.record({ ...password, startedAt: at });
  expect(model.runs.value).toHaveLength(100);
  expect(model.recall.value("1")).toBeUndefined();
});
