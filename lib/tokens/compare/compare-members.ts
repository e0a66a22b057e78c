import { isJsonObject, readMember, type JsonObject } from "../../encoding/json.ts";
import { compareValues } from "./compare-values.ts";
import type { ComparedMember, Difference } from "./difference.ts";

/** A header or the claims of one token, with the names that occur in it more than once. */
export interface Members {
  values: JsonObject;
  repeated: readonly string[];
}

/**
 * Compares two headers, or the claims of two tokens: each member by its name, nested objects by
 * their paths. Lists the members in the order of the first token, then those of the second alone.
 */
export function compareMembers(
  part: ComparedMember["part"],
  first: Members,
  second: Members,
): ComparedMember[] {
  const members: ComparedMember[] = [];
  const repeated = { first: new Set(first.repeated), second: new Set(second.repeated) };

  // Recursive: `readJson` limits the depth.
  const compareObjects = (one: JsonObject, other: JsonObject, above: readonly string[]): void => {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    for (const name of names) {
      const [outermost, ...inner] = [...above, name];
      const path = [outermost, ...inner] as const;
      const [a, b] = [readMember(one, name), readMember(other, name)];
      if (isJsonObject(a) && isJsonObject(b) && !(isEmpty(a) && isEmpty(b))) {
        compareObjects(a, b, path);
        continue;
      }
      const repeatedIn = findRepeated(outermost, repeated);
      let difference: Difference;
      if (a === undefined) difference = { kind: "only-second" };
      else if (b === undefined) difference = { kind: "only-first" };
      else {
        const isClaim = part === "claims" && inner.length === 0;
        difference = compareValues(a, b, isClaim ? name : undefined);
      }
      if (difference.kind === "same" && (repeatedIn === "first" || repeatedIn === "second")) {
        difference = { kind: "repeated-name" };
      }
      members.push({ part, path: [...path], first: a, second: b, difference, repeatedIn });
    }
  };
  compareObjects(first.values, second.values, []);
  return members;
}

const isEmpty = (object: JsonObject) => Object.keys(object).length === 0;

function findRepeated(
  name: string,
  repeated: { first: ReadonlySet<string>; second: ReadonlySet<string> },
): ComparedMember["repeatedIn"] {
  if (repeated.first.has(name)) return repeated.second.has(name) ? "both" : "first";
  return repeated.second.has(name) ? "second" : undefined;
}
