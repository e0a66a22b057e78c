import { findReuse } from "./find-reuse.ts";
import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** One challenge in two logins means one verifier for both. */
export const authzPkceConstant: Rule = {
  id: "authz-pkce-constant",
  group: "request",
  rank: "advice",
  severity: "warning",
  title: "Two requests have the same PKCE challenge",
  requirement: "RFC 9700, section 2.1.1",
  judge(prepared) {
    if (readAsked(prepared, "code_challenge") === undefined) return notApplicable;
    if (findReuse(prepared, "code_challenge") === undefined) return passed;
    return {
      outcome: "failed",
      seen: [seeAsked(prepared, "code_challenge")],
      why: "The verifier of an earlier login redeems the code of this one.",
      remedy: "Create a new verifier for each login.",
    };
  },
};
