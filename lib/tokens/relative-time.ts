import { plural } from "../encoding/plural.ts";

const units: readonly [name: string, milliseconds: number][] = [
  ["year", 365 * 24 * 3600_000],
  ["day", 24 * 3600_000],
  ["hour", 3600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** Formats milliseconds in the largest whole unit: "12 seconds", "1 hour". Ignores the sign. */
export function describeDuration(milliseconds: number): string {
  const length = Math.abs(milliseconds);
  const [name, unit] = units.find(([, size]) => length >= size) ?? ["second", 1000];
  return plural(Math.floor(length / unit), name);
}

/** Formats milliseconds in the two largest units: "9 minutes 59 seconds". Ignores the sign. */
export function describeTwoUnits(milliseconds: number): string {
  const length = Math.abs(milliseconds);
  const [, unit] = units.find(([, size]) => length >= size) ?? ["second", 1000];
  const rest = length % unit;
  const first = describeDuration(length);
  return rest < 1000 ? first : `${first} ${describeDuration(rest)}`;
}

/** Formats a time relative to `now`, both in epoch ms: "in 5 minutes", "2 hours ago", "now". */
export function describeMoment(moment: number, now: number): string {
  const distance = moment - now;
  if (Math.abs(distance) < 1000) return "now";
  return distance > 0 ? `in ${describeDuration(distance)}` : `${describeDuration(distance)} ago`;
}

const shortUnits: readonly [one: string, many: string, milliseconds: number][] = [
  ["year", "years", 365 * 24 * 3600_000],
  ["day", "days", 24 * 3600_000],
  ["h", "h", 3600_000],
  ["min", "min", 60_000],
  ["s", "s", 1000],
];

/** Formats milliseconds in two adjacent units: "1 h 59 min", "3 days 2 h". Ignores the sign. */
export function describeExactDuration(milliseconds: number): string {
  const length = Math.abs(milliseconds);
  const first = shortUnits.findIndex(([, , size]) => length >= size);
  if (first === -1) return "0 s";
  let rest = length;
  const parts = shortUnits.slice(first, first + 2).flatMap(([one, many, size]) => {
    const number = Math.floor(rest / size);
    rest %= size;
    return number === 0 ? [] : [plural(number, one, many)];
  });
  return parts.join(" ");
}

/** Formats a time relative to `now`, both in epoch ms: "in 1 h 59 min", "3 days 2 h ago", "now". */
export function describeExactMoment(moment: number, now: number): string {
  const distance = moment - now;
  if (Math.abs(distance) < 1000) return "now";
  const duration = describeExactDuration(distance);
  return distance > 0 ? `in ${duration}` : `${duration} ago`;
}
