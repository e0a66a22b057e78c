import * as z from "zod/mini";
import { extension } from "./extension-api.ts";

/** One value in extension storage, parsed each time it is read. */
export interface StoredItem<Value> {
  /** `undefined` when nothing is stored. Rejects with {@link DamagedItemError} when what is stored does not fit. */
  read(): Promise<Value | undefined>;
  /** What is stored, whether it fits or not. */
  readRaw(): Promise<unknown>;
  write(value: Value): Promise<void>;
  remove(): Promise<void>;
}

/** What is stored under a key cannot be read by this version; it is left as it is. */
class DamagedItemError extends Error {
  override readonly name = "DamagedItemError";
  readonly code = "damaged-storage";
  constructor(key: string) {
    super(
      `The stored setting "${key}" cannot be read. It was left untouched. In the options you can save a copy of it and start anew.`,
    );
  }
}

/**
 * A value in `storage.local` (kept on disk) or `storage.session` (memory of this browser session, trusted contexts only).
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
