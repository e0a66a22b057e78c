import type { JsonValue } from "../../encoding/json.ts";
import { showValue } from "../finding.ts";
import type { Difference } from "./difference.ts";
import { describeFullDuration } from "./full-duration.ts";

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
