import { showHidden } from "../../encoding/show-hidden.ts";
import type { JsonObject } from "../../encoding/json.ts";
import { showValue } from "../finding.ts";
import { describeShift, listValues } from "./describe-difference.ts";
import { writePath, type ComparedMember } from "./difference.ts";
import type { Rank } from "./rank-difference.ts";

/** The first difference that matters, as a sentence, and why it matters. */
export interface Headline {
  title: string;
  reason: string;
}

/** Writes the sentence about the most important difference. */
export function writeHeadline(
  member: ComparedMember,
  { lead, reason }: Rank,
  claims: { first: JsonObject; second: JsonObject },
): Headline {
  const isAudience = member.part === "claims" && member.path[0] === "aud";
  const isApi = isAudience && isForApi(claims.first) && isForApi(claims.second);
  const what = isApi ? "is for another API" : lead;
  return { title: `The second token ${what}: ${writeDetail(member)}.`, reason };
}

/** The claims that only access tokens have (RFC 9068, section 2.2.3); their `aud` is an API. */
const isForApi = (claims: JsonObject): boolean =>
  ["scope", "scp", "permissions", "gty"].some((name) => Object.hasOwn(claims, name));

function writeDetail({ path, first, second, difference }: ComparedMember): string {
  const name = showHidden(writePath(path));
  switch (difference.kind) {
    case "only-first":
      return `${name} is missing; in the first it is ${showValue(first)}`;
    case "only-second":
      return `${name} is ${showValue(second)}; the first has none`;
    case "time":
      return `${name} is ${describeShift(difference.milliseconds)}`;
    case "set": {
      const { added, removed } = difference;
      const parts = [
        ...(added.length === 0 ? [] : [`adds ${listValues(added)}`]),
        ...(removed.length === 0 ? [] : [`lacks ${listValues(removed)}`]),
      ];
      return `${name} ${parts.join(" and ")}`;
    }
    case "repeated-name":
      return `one token has ${name} more than once`;
    case "repetition":
      return `${name} repeats a value in one token`;
    case "other-form":
      return `${name} is text in one token, and an array in the other`;
    case "type":
    case "value":
    case "same":
    case "other-order":
      return `${name} is ${showValue(second)}, not ${showValue(first)}`;
  }
}
