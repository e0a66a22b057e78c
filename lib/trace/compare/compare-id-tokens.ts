import { compareMembers } from "../../tokens/compare/compare-members.ts";
import { isDifferent, writePath, type ComparedMember } from "../../tokens/compare/difference.ts";
import { rankDifference } from "../../tokens/compare/rank-difference.ts";
import type { JudgedFlow } from "../read-trace.ts";
import type { ComparedFlowValue } from "./flow-comparison.ts";
import { places } from "./rank-values.ts";

/** Compares header and claims of the first ID tokens, ranked as the Tokens tab ranks them. */
export function compareIdTokens(
  first: JudgedFlow,
  second: JudgedFlow,
  causes: ReadonlyMap<string, number>,
): ComparedFlowValue[] {
  const [one, other] = [first, second].map(({ prepared }) =>
    prepared.tokens.find(({ name }) => name === "id_token"),
  );
  const ofHeader = compareMembers(
    "header",
    { values: one?.header ?? {}, repeated: [] },
    { values: other?.header ?? {}, repeated: [] },
  );
  const claims = [one?.decoded?.payload, other?.decoded?.payload] as const;
  const ofClaims =
    claims[0] === undefined || claims[1] === undefined
      ? []
      : compareMembers(
          "claims",
          { values: claims[0], repeated: [] },
          { values: claims[1], repeated: [] },
        );
  // Without one of the tokens, the response of its message already differs.
  if (one?.header === undefined || other?.header === undefined) return [];
  const hasOtherIssuer = ofClaims.some((member) => member.path[0] === "iss" && isDifferent(member));
  return [...ofHeader, ...ofClaims].slice(0, 500).map((member) => {
    const ranked = rankDifference(member, {
      hasOtherIssuer,
      expiry: { first: "valid", second: "valid" },
    });
    const isOwn = ranked.isExpected;
    const name = writePath(member.path);
    const cause = causes.get(member.path[0]);
    return {
      part: member.part === "header" ? ("token header" as const) : ("claims" as const),
      name,
      first: writeClaim(member.first, isOwn),
      second: writeClaim(member.second, isOwn),
      isSecret: isOwn,
      isDifferent: isOwn
        ? (member.first === undefined) !== (member.second === undefined)
        : isDifferent(member),
      place: cause ?? places.claims + ranked.place,
    };
  });
}

function writeClaim(value: ComparedMember["first"], isOwn: boolean): string | undefined {
  if (value === undefined) return undefined;
  if (isOwn) return "present";
  return typeof value === "string" ? value : JSON.stringify(value);
}
