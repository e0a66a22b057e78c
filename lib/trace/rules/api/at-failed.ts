import { errorOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/** The login worked; an application's own API did not. */
export const atFailed: Rule = {
  id: "at-failed",
  group: "tokens",
  rank: "cause",
  severity: "warning",
  title: "The API failed at a call with the access token",
  requirement: "RFC 9110, section 15.6",
  judge({ flow, context }) {
    const calls = flow.messages.filter(({ kind }) => kind === "api-call");
    if (calls.length === 0) return notApplicable;
    const found = calls.find(
      ({ exchange }) =>
        (exchange.status >= 500 || exchange.status === 429) && !wasCalledAgain(exchange, context),
    );
    if (found === undefined) return passed;
    const isLimit = found.exchange.status === 429;
    return {
      outcome: "failed",
      ...(isLimit ? { title: "The API limits the rate of calls" } : {}),
      seen: errorOf(found),
      why: isLimit
        ? "Too many calls came in a short time. The token is not the reason."
        : "A refused token is answered with 401. The API, or a proxy before it, failed: often while it checked the token, because it cannot read the provider's keys or its own settings are incomplete.",
      remedy: isLimit
        ? "Wait until the time that the response names, and find out what repeats the call."
        : "Read the API's log of this request. Let it answer 401 if a token is the reason.",
    };
  },
};
