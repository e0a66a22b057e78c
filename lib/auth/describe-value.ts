// Error texts contain foreign values, so each is bounded in length and depth.

const maxLength = 80;

/** Describes a value as JSON without nested objects, or as `missing`. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(value, replaceNested) ?? "missing";
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Replaces the objects in a value, which may be too deep for JSON.stringify. */
function replaceNested(name: string, member: unknown): unknown {
  return name && typeof member === "object" && member ? "…" : member;
}

/**
 * Describes a state or a nonce by its beginning and its length. Shows at most half of the value,
 * since another login may still be waiting for it.
 */
export function describeRandomValue(value: unknown): string {
  if (typeof value !== "string") return describeValue(value);
  const shown = value.slice(0, Math.min(8, value.length / 2));
  return `${JSON.stringify(`${shown}…`)} (${value.length} characters)`;
}

/** Describes a NumericDate (RFC 7519, section 2) as a date and a time in UTC. */
export function describeTime(seconds: number): string {
  // The range of Date: ECMA-262, section 21.4.1.1.
  return Math.abs(seconds) > 8.64e12 ? `${seconds}` : new Date(seconds * 1000).toISOString();
}
