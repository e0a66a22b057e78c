import { listWords, readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The page looks for the response where it asked for it. */
export const respModeMismatch: Rule = {
  id: "resp-mode-mismatch",
  stopsLogin: true,
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The response came in another place than the page asked for",
  requirement: "OAuth 2.0 Multiple Response Types, section 2.1",
  yieldsTo: ["authz-redirect-fragment"],
  judge(prepared) {
    const { authorization, response } = prepared.flow;
    if (authorization === undefined || response === undefined) return notApplicable;
    const types = listWords(prepared, "response_type");
    if (types.length === 0) return notApplicable;
    const asked = readAsked(prepared, "response_mode")?.replace(/\.jwt$/u, "");
    const expected = asked ?? (types.join() === "code" ? "query" : "fragment");
    if (expected !== "query" && expected !== "fragment") return passed;
    // A refusal of the mode itself comes in the default mode of the response type.
    if (response.mode === expected || response.parameters.some(([name]) => name === "error")) {
      return passed;
    }
    return {
      outcome: "failed",
      seen: [
        seeAsked(prepared, "response_mode"),
        { part: "query", name: "place of the response", value: response.mode },
      ],
      why: `The page expects the response in the ${expected}; it came as ${response.mode}.`,
      remedy: `Send response_mode=${response.mode}, or read the response where it is.`,
      copy: `response_mode=${response.mode}`,
    };
  },
};
