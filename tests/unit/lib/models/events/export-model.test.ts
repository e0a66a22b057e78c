import { expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { ExportModel } from "../../../../../lib/models/events/export-model.ts";
import { now, openWrittenLog, tenantId, until } from "./event-log-harness.ts";

const all = { sequences: undefined, after: 0 };
const secret = "planted-secret-1";

async function openExport() {
  const { log, write } = await openWrittenLog();
  const saved: { name: string; type: string; text: string }[] = [];
  let dropped = 0;
  let turns = 0;
  let onTurn: () => void = () => undefined;
  const model = new ExportModel({
    openLog: () => Promise.resolve(log),
    createFile(type) {
      let text = "";
      return {
        write: (piece) => {
          text += piece;
        },
        size: () => text.length,
        save: (name) => saved.push({ name, type, text }),
        drop: () => {
          dropped += 1;
        },
      };
    },
    yieldToEventLoop: () => {
      turns += 1;
      onTurn();
      return Promise.resolve();
    },
    now: () => now,
  });
  return {
    write,
    model,
    saved,
    dropped: () => dropped,
    turns: () => turns,
    atTurn: (deed: () => void) => {
      onTurn = deed;
    },
  };
}

test("reports the removals before it saves exactly the previewed file", async () => {
  const { write, model, saved } = await openExport();
  await write([{}, { data: { object: { password: secret } } }]);
  await model.write({ tenantId, shown: all });
  expect(saved).toEqual([]);
  expect(model.state.value).toMatchObject({
    kind: "ready",
    written: 2,
    receipt: { places: 1, secrets: 1, kinds: { password: 1 } },
  });
  model.save();
  const [file] = saved;
  expect(file).toMatchObject({
    name: "events-acme.example-20261121T090000Z.ndjson",
    type: "application/x-ndjson",
  });
  expect(file?.text).not.toContain(secret);
  expect(file?.text.trim().split("\n")).toHaveLength(3);
  expect(model.state.value).toMatchObject({ kind: "saved", written: 2 });
});

test("writes one document as JSON", async () => {
  const { write, model, saved } = await openExport();
  await write([{}, {}]);
  model.setFormat("json");
  await model.write({ tenantId, shown: all });
  model.save();
  expect(JSON.parse(saved[0]?.text ?? "")).toMatchObject({
    tenant: tenantId,
    entries: [{ event: { sequence: 1 } }, { event: { sequence: 2 } }],
    receipt: { written: 2 },
  });
});

test("of filtered events omits the others", async () => {
  const { write, model, saved } = await openExport();
  const gap = (to: string) => ({ marks: [{ kind: "gap" as const, to }] });
  await write([], gap("before"));
  await write([{ subject: "ada" }, { subject: "ada" }, { subject: "bob" }], gap("within"));
  await write([{ subject: "ada" }]);
  model.setFormat("json");
  model.setWhole(false);
  await model.write({ tenantId, shown: { sequences: [4, 2], after: 1 } });
  model.save();
  expect(JSON.parse(saved[0]?.text ?? "")).toMatchObject({
    entries: [{ event: { sequence: 2 } }, { mark: { to: "within" } }, { event: { sequence: 4 } }],
  });
});

test("of all events ignores the filter", async () => {
  const { write, model } = await openExport();
  await write([{}, {}]);
  await model.write({ tenantId, shown: { sequences: [], after: 2 } });
  expect(model.state.value).toMatchObject({ kind: "ready", written: 2 });
});

test("of a long log yields to the page, and shows its progress", async () => {
  const { write, model, turns, atTurn } = await openExport();
  await write(Array.from({ length: 1_200 }, () => ({})));
  const seen: unknown[] = [];
  atTurn(() => seen.push(model.state.value));
  await model.write({ tenantId, shown: all });
  expect(turns()).toBeGreaterThan(2);
  expect(seen).toContainEqual(
    expect.objectContaining({
      kind: "writing",
      progress: expect.objectContaining({ total: 1_200 }),
    }),
  );
});

test("that is cancelled saves nothing and releases its memory", async () => {
  const { write, model, saved, dropped, atTurn } = await openExport();
  await write(Array.from({ length: 1_200 }, () => ({})));
  atTurn(() => model.cancel());
  await model.write({ tenantId, shown: all });
  expect(model.state.value).toEqual({ kind: "cancelled" });
  model.save();
  expect(saved).toEqual([]);
  expect(dropped()).toBeGreaterThan(0);
});

test("for another format discards the written file", async () => {
  const { write, model, saved } = await openExport();
  await write([{}]);
  await model.write({ tenantId, shown: all });
  model.setFormat("json");
  model.save();
  expect(saved).toEqual([]);
  expect(model.state.value).toEqual({ kind: "idle" });
});

test("of an unreadable log ends with a message", async () => {
  const model = new ExportModel({
    openLog: () => Promise.reject(new EventLogError("damaged")),
    createFile: () => ({ write: () => {}, size: () => 0, save: () => {}, drop: () => {} }),
    yieldToEventLoop: () => Promise.resolve(),
    now: () => now,
  });
  await model.write({ tenantId, shown: all });
  expect(await until(model.state, ({ kind }) => kind === "failed")).toMatchObject({
    failure: { code: "damaged" },
  });
});

test("replaces all values but the harmless ones, the same value by the same pseudonym", async () => {
  const { write, model, saved } = await openExport();
  const object = { email: "ada@example.com", name: "Ada Lovelace", logins_count: 48_151 };
  await write([{ data: { object } }, { data: { object: { ...object, note: "ada@example.com" } } }]);
  model.setReplacing(true);
  await model.write({ tenantId, shown: all });
  expect(model.state.value).toMatchObject({ kind: "ready", receipt: { of: "value" } });
  model.save();
  const text = saved[0]?.text ?? "";
  for (const value of ["ada@example.com", "Ada Lovelace", "48151"]) {
    expect(text).not.toContain(value);
  }
  expect(text).toContain('"logins_count":"removed-number-');
  expect(text).toContain('"type":"user.');
  expect(text).toMatch(/"time":"20\d\d-\d\d-\d\dT/u);
  expect(new Set(text.match(/removed-address-\d+-of-15-characters/gu)).size).toBe(1);
});

test("keeps a value that the person chose, and lists it in the receipt of the file", async () => {
  const { write, model, saved } = await openExport();
  await write([{ data: { object: { email: "ada@example.com", password: secret } } }]);
  model.setReplacing(true);
  await model.write({ tenantId, shown: all });
  await model.setKept("ada@example.com", true);
  await model.setKept(secret, true);
  model.save();
  const lines = saved[0]?.text.trim().split("\n") ?? [];
  expect(lines[0]).toContain('"email":"ada@example.com"');
  expect(lines.at(-1)).toContain('"kept":["ada@example.com"]');
  expect(saved[0]?.text).not.toContain(secret);
});

test("forgets what the person keeps when the values are treated otherwise", async () => {
  const { write, model } = await openExport();
  await write([{ data: { object: { email: "ada@example.com" } } }]);
  model.setReplacing(true);
  await model.write({ tenantId, shown: all });
  await model.setKept("ada@example.com", true);
  model.setReplacing(false);
  expect(model.state.value).toEqual({ kind: "idle" });
  expect(model.keptByHand.value.size).toBe(0);
});
