import type { JsonValue } from "../../encoding/json.ts";
import { readNumericDate } from "../numeric-date.ts";
import { registeredClaims } from "../registered-claims.ts";
import { typeOf, type Difference } from "./difference.ts";

const timeClaims = new Set(
  registeredClaims.filter(({ isTime }) => isTime === true).map(({ name }) => name),
);

/** Space-separated lists (RFC 8693, section 4.2); some services write `scp`, also as an array. */
const spaceSeparated = new Set(["scope", "scp"]);
/** The claims in which one text means the same as an array with this text. */
const textOrArray = new Set(["aud", "amr", "permissions", "roles", "groups", "entitlements"]);

/**
 * Compares two values. `name` is the name of a claim at the top level, whose meaning decides how
 * its values are compared; undefined for any other value.
 */
export function compareValues(
  first: JsonValue,
  second: JsonValue,
  name: string | undefined,
): Difference {
  if (writeCanonical(first) === writeCanonical(second)) return { kind: "same" };
  if (name !== undefined && timeClaims.has(name)) {
    const milliseconds = compareTimes(first, second);
    if (milliseconds !== undefined) return { kind: "time", milliseconds };
  }
  const sets = [readSet(first, name), readSet(second, name)] as const;
  const [firstSet, secondSet] = sets;
  // Two texts of a claim such as `aud` are compared as texts.
  const isList = Array.isArray(first) || Array.isArray(second) || isSpaceSeparated(name);
  if (isList && firstSet !== undefined && secondSet !== undefined) {
    const hasOtherForm = typeOf(first) !== typeOf(second);
    return compareSets(firstSet, secondSet, hasOtherForm);
  }
  const types = { first: typeOf(first), second: typeOf(second) };
  return types.first === types.second ? { kind: "value" } : { kind: "type", ...types };
}

const isSpaceSeparated = (name: string | undefined) =>
  name !== undefined && spaceSeparated.has(name);

function readSet(value: JsonValue, name: string | undefined): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || name === undefined) return undefined;
  if (spaceSeparated.has(name)) return value.split(" ").filter((scope) => scope !== "");
  return textOrArray.has(name) ? [value] : undefined;
}

function compareSets(
  first: readonly JsonValue[],
  second: readonly JsonValue[],
  hasOtherForm: boolean,
): Difference {
  const [firstCounts, secondCounts] = [countElements(first), countElements(second)];
  const added = listMissing(secondCounts, firstCounts);
  const removed = listMissing(firstCounts, secondCounts);
  if (added.length > 0 || removed.length > 0) return { kind: "set", added, removed };
  if (first.length !== second.length || !haveSameCounts(firstCounts, secondCounts)) {
    return { kind: "repetition" };
  }
  return { kind: hasOtherForm ? "other-form" : "other-order" };
}

type Counts = ReadonlyMap<string, { value: JsonValue; count: number }>;

function countElements(values: readonly JsonValue[]): Counts {
  const counts = new Map<string, { value: JsonValue; count: number }>();
  for (const value of values) {
    const key = writeCanonical(value);
    counts.set(key, { value, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

const listMissing = (counts: Counts, others: Counts): JsonValue[] =>
  [...counts].filter(([key]) => !others.has(key)).map(([, { value }]) => value);

const haveSameCounts = (counts: Counts, others: Counts): boolean =>
  [...counts].every(([key, { count }]) => others.get(key)?.count === count);

/** Returns the difference in ms; undefined if one value is no time, or has another unit. */
function compareTimes(first: JsonValue, second: JsonValue): number | undefined {
  const [from, to] = [readNumericDate(first), readNumericDate(second)];
  if (from.kind !== to.kind || !("epochMs" in from) || !("epochMs" in to)) return undefined;
  // Whole milliseconds: a NumericDate with a fraction is not exact in binary.
  const milliseconds = Math.round(to.epochMs) - Math.round(from.epochMs);
  return milliseconds === 0 ? undefined : milliseconds;
}

/**
 * Writes a value as JSON with sorted names, so that equal values have equal texts: the order of
 * members has no meaning (RFC 8259, section 4). Recursive: `readJson` limits the depth.
 */
function writeCanonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${writeCanonical(inner)}`)
    .sort();
  return `{${members.join(",")}}`;
}
