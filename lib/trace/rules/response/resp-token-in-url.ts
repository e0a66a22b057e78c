import { readGiven, seeGiven } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Queries go to servers; fragments do not. */
export const respTokenInUrl: Rule = {
  id: "resp-token-in-url",
  isUnsafe: true,
  group: "response",
  rank: "cause",
  severity: "error",
  title: "A token is in the query of the callback",
  requirement: "RFC 9700, section 4.3.2",
  judge(prepared) {
    const { response } = prepared.flow;
    if (response === undefined) return notApplicable;
    const names = ["access_token", "id_token", "refresh_token"].filter(
      (name) => readGiven(prepared, name) !== undefined,
    );
    if (response.mode !== "query" || names.length === 0) return passed;
    return {
      outcome: "failed",
      seen: names.map((name) => seeGiven(prepared, name)),
      why: "The query is in the request to the callback's server, in its logs, and in the history.",
      remedy: "Use response_type=code with PKCE, or response_mode=form_post.",
      copy: "response_type=code",
    };
  },
};
