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

/** Where the text of an item is: in the item itself, or in an area that it shares with others. */
export interface Slot {
  text: string | undefined;
}

export function createMemoryItem<Value>(
  parse: (stored: unknown) => Value,
  slot: Slot = { text: undefined },
): MemoryItem<Value> {
  let isDamaged = false;
  return {
    get text() {
      return slot.text;
    },
    async read() {
      if (isDamaged) throw new DamagedItem("The stored setting cannot be read. Save it again.");
      return slot.text === undefined ? undefined : parse(JSON.parse(slot.text));
    },
    async readRaw() {
      if (isDamaged) return "what nobody can read";
      const stored: unknown = slot.text === undefined ? undefined : JSON.parse(slot.text);
      return stored;
    },
    async write(value) {
      isDamaged = false;
      slot.text = JSON.stringify(value);
    },
    async remove() {
      isDamaged = false;
      slot.text = undefined;
    },
    damage() {
      isDamaged = true;
    },
    repair() {
      isDamaged = false;
    },
  };
}
