import type { JsonValue } from "../../encoding/json.ts";
import { showValue } from "../finding.ts";
import type { Difference } from "./difference.ts";
import { plural } from "../../encoding/plural.ts";

const units: readonly [one: string, many: string, milliseconds: number][] = [
  ["day", "days", 24 * 3600_000],
  ["h", "h", 3600_000],
  ["min", "min", 60_000],
  ["s", "s", 1000],
  ["ms", "ms", 1],
];

const maxElements = 5;

/** Describes a difference from the first token to the second, for the row of a table. */
export function describeDifference(difference: Difference): string {
  switch (difference.kind) {
    case "same":
      return "same";
    case "other-order":
      return "same, other order";
    case "other-form":
      return "same, once as text and once as an array";
    case "repetition":
      return "same values, but repeated in one token";
    case "repeated-name":
      return "same, but one token has the name more than once";
    case "only-first":
      return "only in the first";
    case "only-second":
      return "only in the second";
    case "type":
      return `other type: ${difference.first}, then ${difference.second}`;
    case "time":
      return describeShift(difference.milliseconds);
    case "set":
      return [
        ...(difference.added.length === 0 ? [] : [`added: ${listValues(difference.added)}`]),
        ...(difference.removed.length === 0 ? [] : [`removed: ${listValues(difference.removed)}`]),
      ].join("; ");
    case "value":
      return "changed";
  }
}

/** Formats how much later or earlier a time is: "2 h later". */
export function describeShift(milliseconds: number): string {
  return `${describeFullDuration(milliseconds)} ${milliseconds < 0 ? "earlier" : "later"}`;
}

/** Lists the first values of a set, and the number of the others. */
export function listValues(values: readonly JsonValue[]): string {
  const rest = values.length - maxElements;
  const shown = values.slice(0, maxElements).map(showValue).join(", ");
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/**
 * Formats milliseconds without rounding, in all units that are not zero: "1 day 2 h 3 s". Ignores
 * the sign.
 */
function describeFullDuration(milliseconds: number): string {
  let rest = Math.round(Math.abs(milliseconds));
  const parts: string[] = [];
  for (const [one, many, unit] of units) {
    const number = Math.floor(rest / unit);
    rest %= unit;
    if (number > 0) parts.push(plural(number, one, many));
  }
  return parts.length === 0 ? "0 s" : parts.join(" ");
}
