import type { JsonValue } from "../../encoding/json.ts";

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** How the value of the second token differs from that of the first. */
export type Difference =
  | { kind: "same" }
  /** The same elements in another order, which has no meaning in a token. */
  | { kind: "other-order" }
  /** The same set, once as text and once as an array (RFC 7519, section 4.1.3). */
  | { kind: "other-form" }
  /** The same set, but an element occurs more often in one of the tokens. */
  | { kind: "repetition" }
  /** The same value, but one token has the name more than once. */
  | { kind: "repeated-name" }
  | { kind: "only-first" }
  | { kind: "only-second" }
  | { kind: "type"; first: JsonType; second: JsonType }
  /** Positive if the time of the second token is later. */
  | { kind: "time"; milliseconds: number }
  | { kind: "set"; added: readonly JsonValue[]; removed: readonly JsonValue[] }
  | { kind: "value" };

/** A member of the header or of the claims, compared. */
export interface ComparedMember {
  part: "header" | "claims";
  /** The name, and within nested objects the names down to the value. */
  path: readonly [string, ...string[]];
  /** Undefined if the token has no such member. */
  first: JsonValue | undefined;
  second: JsonValue | undefined;
  difference: Difference;
  /** The tokens that have the outermost name more than once. Only the last value is compared. */
  repeatedIn: "first" | "second" | "both" | undefined;
}

/** Returns true if the two values do not mean the same. */
export function isDifferent({ difference: { kind } }: ComparedMember): boolean {
  return kind !== "same" && kind !== "other-order";
}

/** Returns the JSON type of a value. */
export function typeOf(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return "number";
  return typeof value === "string" ? "string" : "object";
}

/** Writes the path of a member: `address.country`, `app["https://acme.example/role"]`. */
export function writePath([outermost, ...inner]: ComparedMember["path"]): string {
  return inner.reduce(
    (text, name) => (/^\w+$/u.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`),
    outermost,
  );
}
