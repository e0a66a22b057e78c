import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";

/** The name of the store of the sandbox. */
export const sandboxStore = "sandbox";

/** A change of a stored state: each changed part as a whole, and the appended events. */
export interface StoredChange {
  parts?: Readonly<Record<string, unknown>>;
  events?: StoredEvents;
}

/** Events with their place: `end` is the number of events up to the last one. */
export interface StoredEvents {
  run: string;
  end: number;
  events: readonly unknown[];
}

/** The state of a program, in parts that are stored one by one. */
export interface StateStore {
  /** Returns all that is stored; undefined if nothing was. The caller parses it. */
  load(): Promise<{ parts: Record<string, unknown>; events: StoredEvents } | undefined>;
  /** Resolves when the change is stored. Changes are stored in the order of the calls. */
  save(change: StoredChange): Promise<void>;
}

const version = 1;

interface StateSchema extends DBSchema {
  parts: { key: string; value: unknown };
  /** By the event's place, from 1. */
  events: { key: number; value: unknown };
  places: { key: "end"; value: { run: string; end: number } };
}

/** Creates an empty store. A store that exists stays as it is. */
export async function createStateStore(name: string): Promise<void> {
  const database = await openDB<StateSchema>(name, version, {
    upgrade(created) {
      created.createObjectStore("parts");
      created.createObjectStore("events");
      created.createObjectStore("places");
    },
  });
  database.close();
}

/** Returns true if the store was created, and not removed since. */
export async function hasStateStore(name: string): Promise<boolean> {
  const database = await openDatabase(name);
  database?.close();
  return database !== undefined;
}

/**
 * Opens the store; returns undefined if it does not exist. Only {@link createStateStore} creates
 * one, so that a late request does not bring a removed store back.
 *
 * Events have records of their own: a state with all of them in one record would be written again
 * with each request.
 *
 * @param retainedEvents the number of events to keep; older ones are deleted
 */
export async function openStateStore(options: {
  name: string;
  retainedEvents: number;
}): Promise<StateStore | undefined> {
  const database = await openDatabase(options.name);
  if (database === undefined) return undefined;
  return {
    load: async () => await load(database),
    save: async (change) => await save(database, change, options.retainedEvents),
  };
}

/** Deletes a store. The program that has opened it must have ended. */
export async function removeStateStore(name: string): Promise<void> {
  await deleteDB(name);
}

async function openDatabase(name: string): Promise<IDBPDatabase<StateSchema> | undefined> {
  let isMissing = false;
  try {
    return await openDB<StateSchema>(name, version, {
      upgrade(_created, _oldVersion, _newVersion, transaction) {
        // The browser opens a missing database as an empty one. Without this transaction it is
        // missing again (Indexed Database API, "upgrade a database").
        isMissing = true;
        transaction.done.catch(() => undefined);
        transaction.abort();
      },
    });
  } catch (error) {
    if (isMissing) return undefined;
    throw error;
  }
}

async function load(database: IDBPDatabase<StateSchema>): ReturnType<StateStore["load"]> {
  const transaction = database.transaction(["parts", "events", "places"]);
  const parts = transaction.objectStore("parts");
  const [names, values, events, place] = await Promise.all([
    parts.getAllKeys(),
    parts.getAll(),
    transaction.objectStore("events").getAll(),
    transaction.objectStore("places").get("end"),
  ]);
  if (place === undefined) return undefined;
  return {
    parts: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    events: { ...place, events },
  };
}

async function save(
  database: IDBPDatabase<StateSchema>,
  { parts = {}, events }: StoredChange,
  retainedEvents: number,
): Promise<void> {
  const transaction = database.transaction(["parts", "events", "places"], "readwrite", {
    durability: "relaxed",
  });
  const places = transaction.objectStore("places");
  const stored = transaction.objectStore("events");
  for (const [name, part] of Object.entries(parts)) {
    void transaction.objectStore("parts").put(part, name);
  }
  if (events !== undefined) {
    const { run, end } = events;
    const before = await places.get("end");
    const first = end - events.events.length + 1;
    // Places of another run, or behind a gap, name other events.
    if (before?.run !== run || before.end + 1 !== first) void stored.clear();
    for (const [index, event] of events.events.entries()) void stored.put(event, first + index);
    if (end > retainedEvents) void stored.delete(IDBKeyRange.upperBound(end - retainedEvents));
    void places.put({ run, end }, "end");
  }
  await transaction.done;
}
