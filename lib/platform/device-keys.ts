import { openDB } from "idb";

const name = "device-keys";
const store = "keys";

async function withKeys<Result>(
  work: (db: Awaited<ReturnType<typeof openDB>>) => Promise<Result>,
): Promise<Result> {
  const db = await openDB(name, 1, {
    upgrade: (database) => {
      database.createObjectStore(store);
    },
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/**
 * Keeps the keys that remembered credentials are sealed with, one for each tenant: CryptoKeys that no script can export, which
 * storage areas cannot hold, so they stay in IndexedDB while the ciphertext is in `storage.local`.
 */
export const deviceKeys = {
  keyOf: (purpose: string) => ({
    read: (): Promise<CryptoKey | undefined> =>
      withKeys(async (db) => {
        const found: unknown = await db.get(store, purpose);
        return found instanceof CryptoKey ? found : undefined;
      }),
    write: (key: CryptoKey): Promise<void> =>
      withKeys(async (db) => {
        await db.put(store, key, purpose);
      }),
    remove: (): Promise<void> => withKeys((db) => db.delete(store, purpose)),
  }),
  removeAll: (): Promise<void> => withKeys((db) => db.clear(store)),
};
