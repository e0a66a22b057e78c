import type { JsonValue } from "../encoding/json.ts";

/** A date in the year 5138. This number or a larger one is probably in milliseconds. */
const firstImplausibleSecond = 1e11;

export type NumericDateReading =
  | { kind: "absent" }
  | { kind: "moment"; epochMs: number }
  | { kind: "milliseconds"; epochMs: number }
  | { kind: "not-a-number" };

/**
 * Converts a NumericDate to epoch milliseconds. A NumericDate is in seconds since the epoch, and
 * may have a fraction (RFC 7519, section 2).
 */
export function readNumericDate(value: JsonValue | undefined): NumericDateReading {
  if (value === undefined) return { kind: "absent" };
  if (typeof value !== "number" || !Number.isFinite(value)) return { kind: "not-a-number" };
  if (Math.abs(value) >= firstImplausibleSecond) return { kind: "milliseconds", epochMs: value };
  return { kind: "moment", epochMs: value * 1000 };
}

/** Returns the Unix time of a NumericDate in ms; undefined for a value that is not a date. */
export function readMoment(value: JsonValue | undefined): number | undefined {
  const reading = readNumericDate(value);
  if (reading.kind !== "moment" && reading.kind !== "milliseconds") return undefined;
  // A Date cannot represent a time further from 1970 than this.
  return Math.abs(reading.epochMs) > 8.64e15 ? undefined : reading.epochMs;
}
