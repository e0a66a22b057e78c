import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { event, events, makeVersion1, open, openRaw, write } from "./log-harness.ts";

describe("a database of version 1", () => {
  const old = (id: string, sequence: number) => ({
    ...event(id),
    tenantId: "a",
    sequence,
    storedAt: 1_000 + sequence,
  });

  test("keeps its events, position, viewed events and marks, and gets the data of version 2", async () => {
    const factory = new IDBFactory();
    const database = await openRaw(factory, 1, makeVersion1);
    const rows = Array.from({ length: 1_200 }, (_, index) => old(`e${index + 1}`, index + 1));
    await write(database, "events", [
      ...rows,
      { ...old("x", 7), tenantId: "b" },
      { tenantId: "c", sequence: 1, id: "damaged" },
    ]);
    await write(database, "tenants", [
      { tenantId: "a", cursor: "o9", firstSequence: 1, lastSequence: 1_200, viewedSequence: 1_199 },
      { tenantId: "b", firstSequence: 7, lastSequence: 7, viewedSequence: 0 },
    ]);
    await write(database, "marks", [
      { kind: "gap", at: 5, afterSequence: 3, to: "later", tenantId: "a" },
    ]);
    database.close();

    const log = await open({ indexedDB: factory });
    expect(await log.summary("a")).toMatchObject({
      count: 1_200,
      unread: 1,
      position: { cursor: "o9" },
    });
    expect(await log.marks("a")).toEqual([{ kind: "gap", at: 5, afterSequence: 3, to: "later" }]);
    const sequences: number[] = [];
    for await (const texts of log.texts("a")) {
      sequences.push(
        ...texts.filter(({ text }) => text.includes("@example.com")).map((text) => text.sequence),
      );
    }
    expect(sequences).toEqual(rows.map(({ sequence }) => sequence));
    expect((await log.arrived("a", { from: 2_199, to: 2_201 })).map(({ id }) => id)).toEqual([
      "e1199",
      "e1200",
    ]);
    expect(await log.latest("a", 1)).toMatchObject([
      { id: "e1200", subjectKey: "user:local|e1200" },
    ]);
    expect((await log.append("a", { at: 9, events: events("e5", "new") })).stored).toMatchObject([
      { id: "new", sequence: 1_201 },
    ]);
    expect(await log.find("b", "x")).toMatchObject({ sequence: 7 });
  });
});

test("the stored shape is the one that the next version must convert", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  await log.append("a", { at: 1, events: events("1"), marks: [{ kind: "repaired" }] });
  log.close();
  const raw = await openRaw(factory, 2);
  const shape = Array.from(raw.objectStoreNames, (name) => {
    const store = raw.transaction(name).objectStore(name);
    return [name, store.keyPath, Array.from(store.indexNames)];
  });
  raw.close();
  expect(z.array(z.unknown()).parse(shape)).toEqual([
    ["events", ["tenantId", "sequence"], ["byArrival", "byId", "bySubject"]],
    ["marks", null, ["byTenant"]],
    ["tenants", "tenantId", []],
    ["texts", ["tenantId", "last"], []],
  ]);
});
