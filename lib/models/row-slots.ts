import { batch, signal, type ReadonlySignal, type Signal } from "@preact/signals";

export type SlotKey = number | "pinned";

/** An element of a virtual list. A scroll changes the row that it shows. */
export interface RowSlot {
  readonly key: SlotKey;
  /** The index of the shown row in the list. */
  readonly index: ReadonlySignal<number>;
}

/** A row to draw, and the slot that shows it. */
export interface RowPlace {
  readonly key: SlotKey;
  readonly index: number;
}

/** The slots that a virtual list has drawn. */
export interface RowSlots {
  /** Returns the slots of these rows, in the same order, and forgets all others. */
  arrange(places: readonly RowPlace[]): RowSlot[];
  /** Shows these rows; returns false and shows none if they need other slots than the list has. */
  show(places: readonly RowPlace[]): boolean;
}

export function createRowSlots(): RowSlots {
  let slots: ReadonlyMap<SlotKey, Signal<number>> = new Map();
  return {
    arrange(places) {
      slots = new Map(places.map(({ key, index }) => [key, slots.get(key) ?? signal(index)]));
      return [...slots].map(([key, index]) => ({ key, index }));
    },
    show(places) {
      if (places.length !== slots.size || !places.every(({ key }) => slots.has(key))) return false;
      batch(() => {
        for (const { key, index } of places) {
          const shown = slots.get(key);
          if (shown !== undefined) shown.value = index;
        }
      });
      return true;
    },
  };
}
