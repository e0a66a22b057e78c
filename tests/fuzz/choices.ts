/** Numbers that depend only on a seed (mulberry32), and choices made with them. */
export interface Choices {
  /** Returns a whole number from 0 to below `count`. */
  below(count: number): number;
  /** Returns true in `share` percent of the cases. */
  isPercent(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Returns a text of this length with some unusual characters. */
  text(length: number): string;
}

const characters = [..."abcXYZ019-_.:/{}[]%&=+ \"'<>\\äß日😀\u0000\u202e\n"];

export function createChoices(seed: number): Choices {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    isPercent: (share) => next() * 100 < share,
    pick: (items) => items[below(items.length)] ?? items[0],
    text: (length) =>
      Array.from({ length }, () => characters[below(characters.length)] ?? "a").join(""),
  };
}
