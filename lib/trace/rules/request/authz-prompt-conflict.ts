import { listWords, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** `none` must stand alone. */
export const authzPromptConflict: Rule = {
  id: "authz-prompt-conflict",
  stopsLogin: true,
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The request has prompt=none beside another prompt",
  requirement: "OpenID Connect Core, section 3.1.2.1",
  judge(prepared) {
    const prompts = listWords(prepared, "prompt");
    if (!prompts.includes("none")) return notApplicable;
    if (prompts.length === 1) return passed;
    return {
      outcome: "failed",
      seen: [seeAsked(prepared, "prompt")],
      why: "none forbids every page, the other value asks for one. A provider must refuse the request.",
      remedy: "Send prompt=none alone.",
      copy: "prompt=none",
    };
  },
};
