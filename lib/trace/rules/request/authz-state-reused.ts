import { readParameter } from "../../parameters.ts";
import { findReuse } from "./find-reuse.ts";
import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** One state in two logins of the same client. */
export const authzStateReused: Rule = {
  id: "authz-state-reused",
  group: "request",
  rank: "cause",
  severity: "warning",
  title: "Two requests have the same state",
  requirement: "RFC 9700, section 4.7.1",
  judge(prepared) {
    const { authorization } = prepared.flow;
    if (authorization === undefined || readAsked(prepared, "state") === undefined) {
      return notApplicable;
    }
    const earlier = findReuse(prepared, "state");
    if (earlier === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        seeAsked(prepared, "state"),
        {
          message: earlier,
          part: "query",
          name: "state of an earlier request",
          value: readParameter(earlier.request, "state") ?? "",
          isSecret: true,
        },
      ],
      why: "A state that is used again protects no response: who saw the first one knows the second.",
      remedy: "Create a new random state for each login. Keep the target page in sessionStorage.",
    };
  },
};
