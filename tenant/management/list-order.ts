/** The order as a file keeps it. */
export interface ListOrderState {
  next: number;
  numbers: Record<string, number>;
}

/**
 * Numbers for the entries of lists, growing and never given twice, so that a cursor can say how far
 * a reader came even when the entry it stands at has been deleted.
 */
export interface ListOrder {
  /** The number of an entry; the next one when it has none yet. */
  toNumber(id: string): number;
  save(): ListOrderState;
  load(state: ListOrderState): void;
}

/** Starts with no number given. */
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
