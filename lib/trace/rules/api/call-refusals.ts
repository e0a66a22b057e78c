import { readHeader } from "../../exchange.ts";
import type { AuthMessage, MessageKind } from "../../message.ts";
import { errorOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasCalledAgain } from "./was-called-again.ts";

interface CallRow {
  id: string;
  title: string;
  requirement: string;
  applies: (message: AuthMessage) => boolean;
  why: string;
  remedy: string;
}

/** The calls of the provider's own APIs: what an application's API answers is its own matter. */
const kinds = new Set<MessageKind>(["user-info", "management", "introspection", "revocation"]);

/** The statuses of refused tokens and of limits. */
const otherRules = new Set([401, 403, 429]);

const rows: readonly CallRow[] = [
  {
    id: "call-rate",
    title: "The provider limits the rate of calls",
    requirement: "RFC 6585, section 4; RFC 9110, section 10.2.3",
    applies: ({ exchange }) => exchange.status === 429,
    why: "Too many calls came in a short time. A page often asks for user info again with each view.",
    remedy:
      "Wait until the time that the response names. Read the user from the ID token, and keep the answer.",
  },
  {
    id: "call-forbidden",
    title: "The provider forbids this call",
    requirement: "RFC 6750, section 3.1",
    applies: ({ exchange, error }) => exchange.status === 403 && error !== "insufficient_scope",
    why: "The token is accepted, and its client or user may not do this.",
    remedy:
      "Compare the scopes of the token with those that the call needs, and the client's grants.",
  },
  {
    id: "call-refused",
    title: "The provider does not answer this request for user info",
    requirement: "OpenID Connect Core, section 5.3",
    applies: ({ kind, exchange: { status } }) =>
      kind === "user-info" && status >= 400 && status < 500 && !otherRules.has(status),
    why: "The address, the method or a parameter is wrong: a token that the provider does not accept has another status.",
    remedy:
      "Compare the address with userinfo_endpoint in the provider's discovery document, and send the token as Authorization: Bearer, with GET and without other parameters.",
  },
  {
    id: "call-failed",
    title: "The provider failed at this call",
    requirement: "RFC 9110, section 15.6",
    applies: ({ exchange }) => exchange.status >= 500,
    why: "The provider, or a proxy before it, answered with an error of its own.",
    remedy: "Try again with a growing delay, and look at the provider's status.",
  },
];

/** One rule for each row. */
export const callRefusals: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: row.title,
  requirement: row.requirement,
  yieldsTo: ["revocation-refused", "introspection-refused"],
  judge({ flow: { messages }, context }) {
    const calls = messages.filter(({ kind }) => kinds.has(kind));
    if (calls.length === 0) return notApplicable;
    const found = calls.find(
      (each) => row.applies(each) && !wasCalledAgain(each.exchange, context),
    );
    if (found === undefined) return passed;
    const limit = readHeader(found.exchange.responseHeaders, "retry-after");
    return {
      outcome: "failed",
      seen: [
        ...errorOf(found),
        ...(limit === undefined
          ? []
          : [{ message: found, part: "headers" as const, name: "retry-after", value: limit }]),
      ],
      why: row.why,
      remedy: row.remedy,
    };
  },
}));
