/** Numbers that follow from a seed alone (mulberry32), and choices made with them. */
export interface Choices {
  /** 0 to below `count`, a whole number. */
  below(count: number): number;
  /** True in so many of a hundred cases. */
  isPercent(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Text of so many characters, some of them unusual. */
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
