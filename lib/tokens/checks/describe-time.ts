import type { JsonValue } from "../../encoding/json.ts";
import { showValue } from "../finding.ts";
import { readNumericDate } from "../numeric-date.ts";
import { describeMoment } from "../relative-time.ts";
import { showText, type ComparedValue } from "./check.ts";

/** Formats a claim with a time for a check; `now` is Unix time in ms. */
export function describeTime(
  label: string,
  claim: JsonValue | undefined,
  now: number,
): ComparedValue {
  const reading = readNumericDate(claim);
  // A Date cannot represent a time further from 1970 than this.
  if (reading.kind !== "moment" || Math.abs(reading.epochMs) > 8.64e15) {
    return { label, value: showClaimValue(claim) };
  }
  return { label, value: describeMoment(reading.epochMs, now), at: reading.epochMs };
}

/** Formats any value of a claim for a check: a string without quotes. */
export function showClaimValue(value: JsonValue | undefined): string {
  return typeof value === "string" ? showText(value) : showValue(value);
}
