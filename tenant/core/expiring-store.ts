/** What an expiring store needs to know. Times are in milliseconds. */
export interface ExpiringStoreOptions {
  now(): number;
  lifetime: number;
  /** Most entries kept; the oldest is dropped first, so that nobody can fill the memory. */
  capacity: number;
}

/** An entry as a file keeps it; `expiresAt` in milliseconds since 1970. */
export interface StoredEntry<Value> {
  id: string;
  value: Value;
  expiresAt: number;
}

/** A bounded map whose entries stop existing after a while. */
export interface ExpiringStore<Value> {
  put(id: string, value: Value): void;
  get(id: string): Value | undefined;
  /** Reads and removes: for values that may be used once. */
  take(id: string): Value | undefined;
  remove(id: string): void;
  save(): StoredEntry<Value>[];
  /** Replaces everything. */
  load(entries: readonly StoredEntry<Value>[]): void;
}

/** Holds sessions, login transactions and authorization codes in memory. */
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
    save: () => [...entries].map(([id, entry]) => ({ id, ...entry })),
    load(given) {
      entries.clear();
      for (const { id, value, expiresAt } of given) entries.set(id, { value, expiresAt });
    },
  };
}
