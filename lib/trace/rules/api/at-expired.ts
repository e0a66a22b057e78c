import { readMember } from "../../../encoding/json.ts";
import { readMoment } from "../../../tokens/numeric-date.ts";
import { endOf } from "../../exchange.ts";
import { statusOf } from "../evidence.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";
import { listRefusedCalls, readToken, type ApiCall } from "./read-bearer.ts";

const remedy =
  "Get a new token before the call: renew silently, or use the refresh token, some seconds before the token expires.";

/** Judged at the moment of the call, by the browser's clock. */
export const atExpired: Rule = {
  id: "at-expired",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The access token had expired when the page sent it",
  requirement: "RFC 6750, section 3.1",
  judge(prepared) {
    const calls = listRefusedCalls(prepared);
    if (calls.length === 0) return notApplicable;
    for (const { message, decoded } of calls) {
      const exp = readMoment(readMember(decoded?.payload ?? {}, "exp"));
      if (exp === undefined || exp > endOf(message.exchange)) continue;
      return {
        outcome: "failed",
        seen: [
          statusOf(message),
          { message, part: "claims", name: "exp", value: new Date(exp).toISOString() },
        ],
        why: "An API refuses a token after its exp.",
        remedy,
      };
    }
    for (const call of calls) {
      const result = call.decoded === undefined ? judgeOpaque(call, prepared) : undefined;
      if (result !== undefined) return result;
    }
    return passed;
  },
};

/** An opaque token tells no time: its token response does, or the API accepted it before. */
function judgeOpaque({ message, token }: ApiCall, prepared: PreparedFlow): RuleResult | undefined {
  const at = message.exchange.startedAt;
  const issued = prepared.tokens.find(({ text }) => text === token);
  const seconds = Number(readParameter(issued?.message.response ?? [], "expires_in"));
  if (issued !== undefined && seconds > 0 && issued.deliveredAt + seconds * 1000 <= at) {
    return {
      outcome: "failed",
      seen: [
        statusOf(message),
        { message: issued.message, part: "body", name: "expires_in", value: String(seconds) },
      ],
      why: `The token response gave the token a life of ${seconds} s, and the page sent it later.`,
      remedy,
    };
  }
  const accepted = prepared.flow.messages.findLast(
    ({ exchange }) =>
      exchange.startedAt < at &&
      exchange.status >= 200 &&
      exchange.status < 300 &&
      isSameApi(exchange.url, message.exchange.url) &&
      readToken(exchange) === token,
  );
  if (accepted === undefined) return undefined;
  const waited = Math.round((at - accepted.exchange.startedAt) / 1000);
  return {
    outcome: "failed",
    title: "The API no longer accepts the access token",
    seen: [
      statusOf(message),
      { message: accepted, part: "status", name: "earlier call", value: `${waited} s before` },
    ],
    why: `The same API accepted this token ${waited} s before. It has expired since then, or was revoked.`,
    remedy,
  };
}

function isSameApi(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}
