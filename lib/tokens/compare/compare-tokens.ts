import type { JsonObject } from "../../encoding/json.ts";
import { compareMembers, type Members } from "./compare-members.ts";
import { isDifferent, type ComparedMember } from "./difference.ts";
import { rankDifference, readExpiryState, type Rank, type RankContext } from "./rank-difference.ts";
import type { ComparableToken } from "./read-comparable.ts";
import { writeHeadline, type Headline } from "./write-headline.ts";

/** A token can have tens of thousands of claims; a person reads the first differences. */
const maxMembers = 1000;

export interface TokenComparison {
  /** The first difference that matters, or the reason why there is none. */
  headline: Headline;
  /** The parts that were not compared; undefined if header and claims were. */
  limit: string | undefined;
  /** The differences, the most important first; then what is the same. Bounded. */
  members: readonly ComparedMember[];
  /** Counts all members, also those that are not in the list. */
  counts: { changed: number; onlyFirst: number; onlySecond: number; same: number };
}

/** Compares two tokens, member by member. `now` is Unix time in ms. Does not throw. */
export function compareTokens(
  first: ComparableToken,
  second: ComparableToken,
  now: number,
): TokenComparison {
  const claims = { first: claimsOf(first), second: claimsOf(second) };
  const hasClaims = first.kind === "signed" && second.kind === "signed";
  const members = [
    ...compareMembers("header", headerOf(first, second), headerOf(second, first)),
    ...(hasClaims ? compareMembers("claims", claims.first, claims.second) : []),
  ];
  const context: RankContext = {
    hasOtherIssuer: members.some(
      (member) => member.part === "claims" && member.path[0] === "iss" && isDifferent(member),
    ),
    expiry: {
      first: readExpiryState(claims.first.values, now),
      second: readExpiryState(claims.second.values, now),
    },
  };
  const different = members
    .filter(isDifferent)
    .map((member) => ({ member, rank: rankDifference(member, context) }))
    .sort((one, other) => one.rank.place - other.rank.place);
  const same = members.filter((member) => !isDifferent(member));
  const sorted = [...different.map(({ member }) => member), ...same];
  const count = (kind: "only-first" | "only-second") =>
    different.filter(({ member }) => member.difference.kind === kind).length;
  const [onlyFirst, onlySecond] = [count("only-first"), count("only-second")];
  const values = { first: claims.first.values, second: claims.second.values };
  const [worst] = different;
  return {
    headline: worst === undefined ? explainEqual(first, second) : summarize(worst, values),
    limit: explainLimit(first, second),
    members: sorted.slice(0, maxMembers),
    counts: {
      changed: different.length - onlyFirst - onlySecond,
      onlyFirst,
      onlySecond,
      same: same.length,
    },
  };
}

const none: Members = { values: {}, repeated: [] };

const claimsOf = (token: ComparableToken): Members =>
  token.kind === "signed" ? token.claims : none;

const hasHeader = (token: ComparableToken) => token.kind === "signed" || token.kind === "encrypted";

/** Returns no header if the other token has none: everything would only be in one of them. */
const headerOf = (token: ComparableToken, other: ComparableToken): Members =>
  (token.kind === "signed" || token.kind === "encrypted") && hasHeader(other) ? token.header : none;

function summarize(
  { member, rank }: { member: ComparedMember; rank: Rank },
  claims: { first: JsonObject; second: JsonObject },
): Headline {
  if (!rank.isExpected) return writeHeadline(member, rank, claims);
  return {
    title: "The tokens differ only in values that every token has of its own.",
    reason: "Times, IDs and hashes differ between two tokens of the same user and client.",
  };
}

function explainEqual(first: ComparableToken, second: ComparableToken): Headline {
  if (first.text === second.text) {
    return {
      title: "Both are the same token.",
      reason: "Inspect another token to compare it with the first one.",
    };
  }
  if (first.kind === "signed" && second.kind === "signed") {
    const title = "Header and claims are the same. Only the text of the tokens differs.";
    const reason = "The same claims were signed again, or the signature was changed.";
    return { title, reason };
  }
  if (hasHeader(first) && hasHeader(second)) {
    const reason = "The claims of an encrypted token can be compared only after decryption.";
    return { title: "The headers are the same.", reason };
  }
  const reason = "Ask the issuer what each token contains, for example with introspection.";
  return { title: "The tokens are different texts. Nothing in them can be compared.", reason };
}

const limits = {
  encrypted: "is encrypted (JWE), so only the headers were compared",
  opaque: "is opaque: it has no header and no claims to compare",
  unreadable: "cannot be decoded, so nothing was compared",
} as const;

/** Explains what was not compared, by the token that can be read least. */
function explainLimit(first: ComparableToken, second: ComparableToken): string | undefined {
  for (const kind of ["unreadable", "opaque", "encrypted"] as const) {
    const [isFirst, isSecond] = [first.kind === kind, second.kind === kind];
    if (isFirst && isSecond) return `Each token ${limits[kind]}.`;
    if (isFirst || isSecond) return `The ${isFirst ? "first" : "second"} token ${limits[kind]}.`;
  }
  return undefined;
}
