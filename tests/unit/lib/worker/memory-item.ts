import type { StoredItem } from "../../../../lib/worker/ports.ts";

/** One stored value in memory, kept as JSON like the browser keeps it, that can be damaged and repaired. */
export interface MemoryItem<Value> extends StoredItem<Value> {
  /** What is stored now, word for word; undefined when nothing is. */
  readonly text: string | undefined;
  /** From now on what is stored cannot be read. */
  damage(): void;
  repair(): void;
}

/** Takes the place of the error that the extension's own storage raises. */
class DamagedItem extends Error {
  readonly code = "damaged-storage";
}

export function createMemoryItem<Value>(parse: (stored: unknown) => Value): MemoryItem<Value> {
  let text: string | undefined;
  let isDamaged = false;
  return {
    get text() {
      return text;
    },
    async read() {
      if (isDamaged) throw new DamagedItem("The stored setting cannot be read. Save it again.");
      return text === undefined ? undefined : parse(JSON.parse(text));
    },
    async readRaw() {
      if (isDamaged) return "what nobody can read";
      const stored: unknown = text === undefined ? undefined : JSON.parse(text);
      return stored;
    },
    async write(value) {
      isDamaged = false;
      text = JSON.stringify(value);
    },
    async remove() {
      isDamaged = false;
      text = undefined;
    },
    damage() {
      isDamaged = true;
    },
    repair() {
      isDamaged = false;
    },
  };
}
