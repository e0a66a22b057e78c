import { readMember, type JsonObject } from "../../encoding/json.ts";
import { readNumericDate } from "../numeric-date.ts";
import { registeredClaims } from "../registered-claims.ts";
import type { ComparedMember } from "./difference.ts";

/** Why a difference matters: decides the place in the list, and the sentence about it. */
export interface Rank {
  /** 0 matters most. */
  place: number;
  /** The predicate of the sentence "The second token …". */
  lead: string;
  reason: string;
  /** True if two tokens of the same login differ in it too. */
  isExpected: boolean;
}

interface Rule {
  part: ComparedMember["part"];
  names: readonly string[];
  lead: string;
  reason: string;
}

/** Differences that change who accepts a token, and for whom: the most important first. */
const rules: readonly Rule[] = [
  {
    part: "header",
    names: ["alg"],
    lead: "has another algorithm",
    reason: "A verifier accepts only the algorithms that it is configured for.",
  },
  {
    part: "header",
    names: ["kid"],
    lead: "is signed with another key",
    reason: "The issuer changed its key, or the token was signed elsewhere.",
  },
  {
    part: "claims",
    names: ["iss"],
    lead: "is from another issuer",
    reason: "A client accepts only tokens of the tenant that it is configured for.",
  },
  {
    part: "claims",
    names: ["aud"],
    lead: "is for another audience",
    reason: "A recipient accepts only tokens whose aud names it.",
  },
  {
    part: "claims",
    names: ["sub", "act"],
    lead: "is about another subject",
    reason: "The subject decides whose data the token gives access to.",
  },
  {
    part: "claims",
    names: ["org_id", "org_name"],
    lead: "is for another organization",
    reason: "An application that serves organizations accepts only the requested one.",
  },
  {
    part: "claims",
    names: ["scope", "scp"],
    lead: "has other scopes",
    reason: "An API refuses a call whose scope is missing with 403.",
  },
  {
    part: "claims",
    names: ["permissions", "roles", "groups", "entitlements", "authorization_details"],
    lead: "has other permissions",
    reason: "An API refuses a call whose permission is missing with 403.",
  },
  {
    part: "claims",
    names: ["azp", "client_id", "gty"],
    lead: "was issued to another client",
    reason: "An API can treat the clients differently.",
  },
  {
    part: "claims",
    names: ["cnf"],
    lead: "is bound to another key",
    reason: "The client must prove that it has this key (RFC 7800, section 3.1).",
  },
  {
    part: "claims",
    names: ["acr", "amr"],
    lead: "is from another authentication",
    reason: "A recipient can require a method or strength of authentication.",
  },
];

const order = {
  expiry: rules.length,
  header: rules.length + 1,
  custom: rules.length + 2,
  profile: rules.length + 3,
  form: rules.length + 4,
  expected: rules.length + 5,
} as const;

/** Differ between two tokens of one user, client and API. */
const expectedNames = new Set(
  "exp iat nbf auth_time updated_at jti nonce at_hash c_hash s_hash sid".split(" "),
);
const registeredNames = new Set(registeredClaims.map(({ name }) => name));

/** The facts about both tokens that change the rank of a single difference. */
export interface RankContext {
  hasOtherIssuer: boolean;
  expiry: { first: ExpiryState; second: ExpiryState };
}

export type ExpiryState = "expired" | "not yet valid" | "valid" | "without expiry";

/** Classifies a token's times (RFC 7519, sections 4.1.4 and 4.1.5). `now` is Unix time in ms. */
export function readExpiryState(claims: JsonObject, now: number): ExpiryState {
  const exp = readNumericDate(readMember(claims, "exp"));
  if ("epochMs" in exp && exp.epochMs <= now) return "expired";
  const nbf = readNumericDate(readMember(claims, "nbf"));
  if ("epochMs" in nbf && nbf.epochMs > now) return "not yet valid";
  return "epochMs" in exp ? "valid" : "without expiry";
}

/**
 * Returns the last time, up to `now`, at which the expiry state of the claims changed; 0 if it did
 * not. The state at that time is the state at `now`, so that a result for it stays right.
 */
export function findLastExpiryChange(claims: JsonObject, now: number): number {
  return ["exp", "nbf"]
    .map((name) => readNumericDate(readMember(claims, name)))
    .flatMap((moment) => ("epochMs" in moment && moment.epochMs <= now ? [moment.epochMs] : []))
    .reduce((last, moment) => Math.max(last, moment), 0);
}

/** Ranks one difference among those of the same two tokens. */
export function rankDifference(member: ComparedMember, context: RankContext): Rank {
  const [name] = member.path;
  const { kind } = member.difference;
  if (kind === "other-form" || kind === "repetition" || kind === "repeated-name") {
    return {
      place: order.form,
      lead: "writes a value differently",
      reason: "The value is the same, but a strict parser can treat the two forms differently.",
      isExpected: false,
    };
  }
  const at = rules.findIndex(({ part, names }) => part === member.part && names.includes(name));
  const rule = rules[at];
  if (rule !== undefined) {
    const { lead, reason } = rule;
    // Each issuer has its own keys, so that another key follows from another issuer.
    if (name === "kid" && context.hasOtherIssuer) {
      const place = rules.findIndex(({ names }) => names.includes("iss")) + 0.5;
      return { place, lead, reason: "Each issuer has its own keys.", isExpected: false };
    }
    return { place: at, lead, reason, isExpected: false };
  }
  if (member.part === "header") {
    const reason = "A verifier can require a parameter, such as typ.";
    return { place: order.header, lead: "has another header", reason, isExpected: false };
  }
  return rankOtherClaim(name, context.expiry);
}

function rankOtherClaim(name: string, { first, second }: RankContext["expiry"]): Rank {
  if (first !== second && (name === "exp" || name === "nbf")) {
    const states = [first, second];
    const isByStart = states.includes("not yet valid") && !states.includes("expired");
    if (name === (isByStart ? "nbf" : "exp")) {
      return {
        place: order.expiry,
        lead: `is ${second}, the first is ${first}`,
        reason: "A token is accepted only between nbf and exp.",
        isExpected: false,
      };
    }
  }
  if (expectedNames.has(name)) {
    const reason = "Each token has its own value.";
    return { place: order.expected, lead: "has its own values", reason, isExpected: true };
  }
  const isCustom = !registeredNames.has(name);
  return {
    place: isCustom ? order.custom : order.profile,
    lead: isCustom ? "has another custom claim" : "has other data about the subject",
    reason: isCustom
      ? "Only the recipient knows the meaning of a custom claim."
      : "The data changed between the tokens, or the scopes allow other data.",
    isExpected: false,
  };
}
