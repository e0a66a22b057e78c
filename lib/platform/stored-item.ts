import * as z from "zod/mini";
import { extension } from "./extension-api.ts";

/** One value in extension storage, validated at each read. */
export interface StoredItem<Value> {
  /**
   * Resolves to undefined if there is no value. Rejects with {@link DamagedItemError} if the value
   * is invalid.
   */
  read(): Promise<Value | undefined>;
  /** Returns the stored value without validation. */
  readRaw(): Promise<unknown>;
  write(value: Value): Promise<void>;
  remove(): Promise<void>;
}

/** Thrown for a stored value that this version cannot read. The value stays in storage. */
class DamagedItemError extends Error {
  override readonly name = "DamagedItemError";
  readonly code = "damaged-storage";
  constructor(key: string) {
    super(
      `Could not read the stored setting "${key}". It was not changed. In the options, you can save a copy of it and then reset it.`,
    );
  }
}

/**
 * Creates an item in `storage.local` (on disk) or in `storage.session` (in memory until the browser
 * is closed, for trusted contexts only).
 */
export function createStoredItem<Value>(
  area: "local" | "session",
  key: string,
  schema: z.ZodMiniType<Value>,
): StoredItem<Value> {
  async function readRaw(): Promise<unknown> {
    const found: Record<string, unknown> = await extension.storage[area].get(key);
    return found[key];
  }

  return {
    readRaw,
    async read() {
      const stored = await readRaw();
      if (stored === undefined) return undefined;
      const parsed = z.safeParse(schema, stored);
      if (!parsed.success) throw new DamagedItemError(key);
      return parsed.data;
    },
    write: (value) => extension.storage[area].set({ [key]: value }),
    remove: () => extension.storage[area].remove(key),
  };
}
