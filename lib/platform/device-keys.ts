import { deleteDB, openDB } from "idb";

const prefix = "device-key ";
const store = "keys";
const place = "key";

async function listNames(): Promise<string[]> {
  const databases = await indexedDB.databases();
  return databases.flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name] : []));
}

/**
 * Stores the keys that encrypt remembered credentials: non-extractable CryptoKeys, which storage
 * areas cannot hold. Each key has its own database: Firefox deletes the file of a deleted database,
 * but keeps the bytes of a deleted record.
 */
export const deviceKeys = {
  keyOf(purpose: string) {
    const name = `${prefix}${purpose}`;
    const remove = (): Promise<void> => deleteDB(name);
    return {
      async read(): Promise<CryptoKey | undefined> {
        if (!(await listNames()).includes(name)) return undefined;
        const db = await openDB(name);
        try {
          const isMade = db.objectStoreNames.contains(store);
          const found: unknown = isMade ? await db.get(store, place) : undefined;
          return found instanceof CryptoKey ? found : undefined;
        } finally {
          db.close();
        }
      },
      async write(key: CryptoKey): Promise<void> {
        await remove();
        const db = await openDB(name, 1, {
          upgrade: (database) => {
            database.createObjectStore(store);
          },
        });
        try {
          await db.put(store, key, place);
        } finally {
          db.close();
        }
      },
      remove,
    };
  },
  async retain(purposes: readonly string[]): Promise<void> {
    const kept = purposes.map((purpose) => `${prefix}${purpose}`);
    for (const name of await listNames()) if (!kept.includes(name)) await deleteDB(name);
  },
};
