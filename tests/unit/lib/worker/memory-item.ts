import type { StoredItem } from "../../../../lib/worker/ports.ts";

/** A stored value in memory, as JSON like in the browser. A test can damage and repair it. */
export interface MemoryItem<Value> extends StoredItem<Value> {
  /** The stored JSON text; undefined without a stored value. */
  readonly text: string | undefined;
  /** Makes each read fail, until the value is repaired or written. */
  damage(): void;
  repair(): void;
}

/** Replaces the error of the extension's own storage. */
class DamagedItem extends Error {
  readonly code = "damaged-storage";
}

/** Holds the text of an item: its own, or an entry of a shared area. */
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
      if (isDamaged) return "unreadable";
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
