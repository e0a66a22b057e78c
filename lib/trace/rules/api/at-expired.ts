import { readMember } from "../../../encoding/json.ts";
import { readMoment } from "../../../tokens/numeric-date.ts";
import { endOf } from "../../exchange.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { listRefusedCalls } from "./read-bearer.ts";

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
        remedy:
          "Get a new token before the call: renew silently, or use the refresh token, some seconds before exp.",
      };
    }
    return passed;
  },
};
