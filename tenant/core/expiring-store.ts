/** Options of an expiring store. Times are in milliseconds. */
export interface ExpiringStoreOptions {
  now(): number;
  lifetime: number;
  /** Maximum number of entries; the oldest is dropped first, which bounds the memory. */
  capacity: number;
}

/** An entry as the data file stores it; `expiresAt` in milliseconds since 1970. */
export interface StoredEntry<Value> {
  id: string;
  value: Value;
  expiresAt: number;
}

/** A bounded map whose entries expire. */
export interface ExpiringStore<Value> {
  put(id: string, value: Value): void;
  get(id: string): Value | undefined;
  /** Returns and removes an entry, for values that work once. */
  take(id: string): Value | undefined;
  remove(id: string): void;
  /** Returns the entries that have not expired. */
  save(): StoredEntry<Value>[];
  /** Replaces all entries. */
  load(entries: readonly StoredEntry<Value>[]): void;
}

/** Creates an empty store in memory. */
export function createExpiringStore<Value>(options: ExpiringStoreOptions): ExpiringStore<Value> {
  const entries = new Map<string, { value: Value; expiresAt: number }>();

  function get(id: string): Value | undefined {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > options.now()) return entry.value;
    entries.delete(id);
    return undefined;
  }

  return {
    put(id, value) {
      entries.delete(id);
      const oldest = entries.keys().next();
      if (entries.size >= options.capacity && oldest.done !== true) entries.delete(oldest.value);
      entries.set(id, { value, expiresAt: options.now() + options.lifetime });
    },
    get,
    take(id) {
      const value = get(id);
      entries.delete(id);
      return value;
    },
    remove(id) {
      entries.delete(id);
    },
    save: () =>
      [...entries]
        .filter(([, entry]) => entry.expiresAt > options.now())
        .map(([id, entry]) => ({ id, ...entry })),
    load(given) {
      entries.clear();
      for (const { id, value, expiresAt } of given) entries.set(id, { value, expiresAt });
    },
  };
}
