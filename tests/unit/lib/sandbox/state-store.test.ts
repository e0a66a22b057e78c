import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import {
  createStateStore,
  hasStateStore,
  openStateStore,
  removeStateStore,
} from "../../../../lib/sandbox/state-store.ts";

const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: `evt_${from + index}` }));

let opened = 0;

async function openStore(name = `state-${(opened += 1)}`) {
  await createStateStore(name);
  const store = await openStateStore({ name, retainedEvents: 5 });
  if (store === undefined) throw new Error("The store was not created.");
  return { name, store };
}

const listDatabases = async () => (await indexedDB.databases()).map(({ name }) => name);

test("a store that was not created, or was removed, does not open and is not brought back", async () => {
  const name = "removed";
  for (const prepare of [async () => undefined, () => removeStateStore(name)]) {
    await prepare();
    expect(await hasStateStore(name)).toBe(false);
    expect(await openStateStore({ name, retainedEvents: 5 })).toBeUndefined();
    expect(await listDatabases()).not.toContain(name);
    await createStateStore(name);
    expect(await hasStateStore(name)).toBe(true);
  }
});

test("creating a store again keeps what is stored", async () => {
  const { name, store } = await openStore();
  await store.save({ events: { run: "a", end: 1, events: events(1, 1) } });
  const { store: again } = await openStore(name);
  expect((await again.load())?.events).toEqual({ run: "a", end: 1, events: events(1, 1) });
});

test("has nothing before the first change", async () => {
  const { store } = await openStore();
  expect(await store.load()).toBeUndefined();
});

test("returns the newest parts and all events, also after it was opened again", async () => {
  const { name, store } = await openStore();
  await store.save({
    parts: { users: [1], skew: 0 },
    events: { run: "a", end: 2, events: events(1, 2) },
  });
  await store.save({ parts: { users: [1, 2] } });
  await store.save({ events: { run: "a", end: 3, events: events(3, 3) } });
  const { store: again } = await openStore(name);
  expect(await again.load()).toEqual({
    parts: { users: [1, 2], skew: 0 },
    events: { run: "a", end: 3, events: events(1, 3) },
  });
});

test("keeps the newest events within the limit, and their places", async () => {
  const { store } = await openStore();
  await store.save({ events: { run: "a", end: 4, events: events(1, 4) } });
  await store.save({ events: { run: "a", end: 8, events: events(5, 8) } });
  expect((await store.load())?.events).toEqual({ run: "a", end: 8, events: events(4, 8) });
});

test("forgets the events of another run, and those before a gap", async () => {
  const { store } = await openStore();
  await store.save({ events: { run: "a", end: 4, events: events(1, 4) } });
  await store.save({ events: { run: "b", end: 1, events: events(1, 1) } });
  expect((await store.load())?.events).toEqual({ run: "b", end: 1, events: events(1, 1) });
  await store.save({ events: { run: "b", end: 4, events: events(4, 4) } });
  expect((await store.load())?.events).toEqual({ run: "b", end: 4, events: events(4, 4) });
});

test("stores changes in the order of the calls", async () => {
  const { store } = await openStore();
  await Promise.all([1, 2, 3].map((skew) => store.save({ parts: { skew } })));
  await store.save({ events: { run: "a", end: 0, events: [] } });
  expect((await store.load())?.parts).toEqual({ skew: 3 });
});
