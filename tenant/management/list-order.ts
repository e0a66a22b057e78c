/** The order as the data file stores it. */
export interface ListOrderState {
  next: number;
  numbers: Record<string, number>;
}

/**
 * Increasing, unique numbers for the entries of lists. A cursor contains the number of an entry, so
 * the cursor stays valid after that entry was deleted.
 */
export interface ListOrder {
  /** Returns the number of an entry; a new entry gets the next one. */
  toNumber(id: string): number;
  save(): ListOrderState;
  load(state: ListOrderState): void;
}

/** Creates an empty order. */
export function createListOrder(): ListOrder {
  let next = 1;
  let numbers = new Map<string, number>();
  return {
    toNumber(id) {
      const known = numbers.get(id);
      if (known !== undefined) return known;
      numbers.set(id, next);
      next += 1;
      return next - 1;
    },
    save: () => ({ next, numbers: Object.fromEntries(numbers) }),
    load(state) {
      next = state.next;
      numbers = new Map(Object.entries(state.numbers));
    },
  };
}
