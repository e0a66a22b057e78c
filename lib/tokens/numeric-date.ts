import type { JsonValue } from "../encoding/json.ts";

/** From here on a number of seconds lies beyond the year 5138: whoever wrote it meant milliseconds. */
const FIRST_IMPLAUSIBLE_SECOND = 1e11;

export type NumericDateReading =
  | { kind: "absent" }
  | { kind: "moment"; epochMs: number }
  | { kind: "milliseconds"; epochMs: number }
  | { kind: "not-a-number" };

/** Reads a NumericDate (RFC 7519, section 2: seconds since the epoch, fractions allowed) as epoch milliseconds. */
export function readNumericDate(value: JsonValue | undefined): NumericDateReading {
  if (value === undefined) return { kind: "absent" };
  if (typeof value !== "number" || !Number.isFinite(value)) return { kind: "not-a-number" };
  if (Math.abs(value) >= FIRST_IMPLAUSIBLE_SECOND) return { kind: "milliseconds", epochMs: value };
  return { kind: "moment", epochMs: value * 1000 };
}
