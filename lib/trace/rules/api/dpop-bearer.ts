import { isJsonObject, readMember } from "../../../encoding/json.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { listRefusedCalls } from "./read-bearer.ts";

/** A bound token is worth nothing without the proof of its key. */
export const dpopBearer: Rule = {
  id: "dpop-bearer",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The page sent a DPoP token as a bearer token",
  requirement: "RFC 9449, section 7.1",
  judge(prepared) {
    const calls = listRefusedCalls(prepared);
    if (calls.length === 0) return notApplicable;
    for (const { message, decoded } of calls) {
      const bound = readMember(decoded?.payload ?? {}, "cnf");
      if (!isJsonObject(bound) || readMember(bound, "jkt") === undefined) continue;
      return {
        outcome: "failed",
        seen: [
          statusOf(message),
          { message, part: "headers", name: "authorization scheme", value: "Bearer" },
          { message, part: "claims", name: "cnf", value: "jkt" },
        ],
        why: "The token is bound to a key (cnf.jkt). An API accepts it only with a proof of this key.",
        remedy:
          "Send the token with the scheme DPoP, and a proof for this request in the header DPoP.",
        copy: "Authorization: DPoP <access token>",
      };
    }
    return passed;
  },
};
