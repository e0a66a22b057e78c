import type { JsonValue } from "../../encoding/json.ts";
import { describeDifference } from "../../tokens/compare/describe-difference.ts";
import { isDifferent, writePath, type ComparedMember } from "../../tokens/compare/difference.ts";
import { explainClaims, explainHeader } from "../../tokens/explain-claims.ts";
import { writeName } from "../write-visible.ts";

/** A value as a row of the comparison shows it. */
export interface ComparedValue {
  value: JsonValue;
  /** Unix time in ms, if the value is a time. */
  at: number | undefined;
}

export interface ComparedRow {
  key: string;
  name: string;
  part: ComparedMember["part"];
  first: ComparedValue | undefined;
  second: ComparedValue | undefined;
  isDifferent: boolean;
  difference: string;
  meaning: string | undefined;
  /** Specification and section of the meaning. */
  source: string | undefined;
}

const repetitions = {
  first: "; the first token has the name more than once",
  second: "; the second token has the name more than once",
  both: "; both tokens have the name more than once",
} as const;

/** Explains a compared member. */
export function describeRow(member: ComparedMember): ComparedRow {
  const { part, path, first, second, difference, repeatedIn } = member;
  const [one, other] = [explain(part, path, first), explain(part, path, second)];
  const note = repeatedIn === undefined ? "" : repetitions[repeatedIn];
  const known = one ?? other;
  return {
    key: JSON.stringify([part, ...path]),
    name: writeName(writePath(path)),
    part,
    first: first === undefined ? undefined : { value: first, at: one?.time?.epochMs },
    second: second === undefined ? undefined : { value: second, at: other?.time?.epochMs },
    isDifferent: isDifferent(member),
    difference: `${describeDifference(difference)}${note}`,
    meaning: known?.meaning,
    source: known?.source,
  };
}

/** Only a member at the top level has a registered meaning. */
function explain(
  part: ComparedMember["part"],
  [name, ...inner]: ComparedMember["path"],
  value: JsonValue | undefined,
) {
  if (value === undefined || inner.length > 0) return undefined;
  const members = Object.fromEntries([[name, value]]);
  // The view formats times relative to its own clock.
  const explained = (part === "header" ? explainHeader : explainClaims)(members, { now: 0 });
  return explained[0];
}
