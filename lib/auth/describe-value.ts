// Values in error texts. They may be foreign, so each is bounded, and read as data alone.

const maxLength = 80;

/** Describes a value that was found: `missing` where there is none. */
export function describeValue(value: unknown): string {
  const text =
    JSON.stringify(Array.isArray(value) ? value.map(flatten) : flatten(value)) ?? "missing";
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Leaves objects out, which may be too deep to be written. */
function flatten(value: unknown): unknown {
  return typeof value === "object" && value !== null ? "…" : value;
}

/**
 * Describes a state or a nonce, so that a person can tell two apart: the beginning and the length. Half of it at
 * most is shown, since other logins may still wait for theirs.
 */
export function describeMark(mark: unknown): string {
  if (typeof mark !== "string") return describeValue(mark);
  const shown = mark.slice(0, Math.min(8, mark.length / 2));
  return `${JSON.stringify(`${shown}…`)} (${mark.length} characters)`;
}

/** Describes a NumericDate (RFC 7519, section 2) as a date and a time in UTC. */
export function describeTime(seconds: number): string {
  // ECMA-262, section 21.4.1.1: no date is farther away.
  return Math.abs(seconds) > 8.64e12 ? `${seconds}` : new Date(seconds * 1000).toISOString();
}
