import { plural } from "../../encoding/plural.ts";
const units: readonly [one: string, many: string, milliseconds: number][] = [
  ["day", "days", 24 * 3600_000],
  ["h", "h", 3600_000],
  ["min", "min", 60_000],
  ["s", "s", 1000],
  ["ms", "ms", 1],
];

/**
 * Formats milliseconds without rounding, in all units that are not zero: "1 day 2 h 3 s". Ignores
 * the sign.
 */
export function describeFullDuration(milliseconds: number): string {
  let rest = Math.round(Math.abs(milliseconds));
  const parts: string[] = [];
  for (const [one, many, unit] of units) {
    const number = Math.floor(rest / unit);
    rest %= unit;
    if (number > 0) parts.push(plural(number, one, many));
  }
  return parts.length === 0 ? "0 s" : parts.join(" ");
}
