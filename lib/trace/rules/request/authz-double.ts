import { seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const maxGapMs = 10_000;

/** The second login overwrites the transaction of the first one. */
export const authzDouble: Rule = {
  id: "authz-double",
  group: "request",
  rank: "cause",
  severity: "warning",
  title: "Another login replaced this one",
  requirement: "RFC 9700, section 4.7.1",
  judge(prepared) {
    const { flow, next } = prepared;
    if (flow.kind !== "login" || flow.authorization === undefined) return notApplicable;
    if (flow.response !== undefined || flow.phase === "failed") return passed;
    if (next?.kind !== "login" || next.authorization === undefined) return passed;
    if (next.startedAt - flow.startedAt > maxGapMs) return passed;
    return {
      outcome: "failed",
      seen: [
        seeAsked(prepared, "state"),
        {
          message: next.authorization,
          part: "clock",
          name: "next login",
          value: `${((next.startedAt - flow.startedAt) / 1000).toFixed(1)} s later`,
        },
      ],
      why: "The same client started a second login before this one returned. A library keeps one transaction, and the first response then has the wrong state.",
      remedy:
        "Disable the login button after the first click, and call authorize() in one place only.",
    };
  },
};
