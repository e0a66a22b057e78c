import { deleteDB, openDB } from "idb";

const name = "set-aside";
const store = "values";
const key = "settings";

/**
 * Stores a copy of the settings in IndexedDB while `storage.local` is erased. Strict durability
 * puts the copy on disk before the erasure begins. The caller deletes the database afterwards.
 */
export const settingsBackup = {
  async read(): Promise<unknown> {
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === name)) return undefined;
    const db = await openDB(name);
    try {
      const found: unknown = db.objectStoreNames.contains(store)
        ? await db.get(store, key)
        : undefined;
      return found;
    } finally {
      db.close();
    }
  },
  async write(value: unknown): Promise<void> {
    const db = await openDB(name, 1, {
      upgrade: (database) => {
        database.createObjectStore(store);
      },
    });
    try {
      const writing = db.transaction(store, "readwrite", { durability: "strict" });
      await Promise.all([writing.store.put(value, key), writing.done]);
    } finally {
      db.close();
    }
  },
  remove: (): Promise<void> => deleteDB(name),
};
