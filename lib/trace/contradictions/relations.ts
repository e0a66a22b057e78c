import type { Evidence } from "../evidence.ts";

/**
 * How two values agree.
 *
 * - equal: the same characters
 * - equal-in-query: the same characters, with + as a space (URL Standard, section 5.1)
 * - equal-or-star: the same characters, or the right value is `*`
 * - one-of: each word of the left value is a word of the right one
 * - before: the left time is before the right one; both in ISO 8601
 * - never: the two values must not occur together, such as a code and its second use
 */
export type Relation = "equal" | "equal-in-query" | "equal-or-star" | "one-of" | "before" | "never";

const agreements: Readonly<Record<Relation, (left: string, right: string) => boolean>> = {
  equal: (left, right) => left === right,
  "equal-in-query": (left, right) => left.replaceAll("+", " ") === right.replaceAll("+", " "),
  "equal-or-star": (left, right) => left === right || right === "*",
  "one-of": (left, right) => {
    const allowed = new Set(listWords(right));
    return listWords(left).every((word) => allowed.has(word));
  },
  before: (left, right) => Date.parse(left) < Date.parse(right),
  never: () => false,
};

/** Returns true if both values agree. */
export function agree(relation: Relation, left: Evidence, right: Evidence): boolean {
  return agreements[relation](left.value, right.value);
}

function listWords(text: string): string[] {
  return text.split(/[\s,]+/u).filter(Boolean);
}
