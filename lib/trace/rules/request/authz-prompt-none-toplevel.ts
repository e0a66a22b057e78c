import type { Flow } from "../../flow.ts";
import { readParameter } from "../../parameters.ts";
import { listWords, seeAsked, seeGiven } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const maxGapMs = 60_000;

/** One silent attempt in the tab is right; a second one after a refusal is a loop. */
export const authzPromptNoneToplevel: Rule = {
  id: "authz-prompt-none-toplevel",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The page asks silently again after the provider refused",
  requirement: "OpenID Connect Core, section 3.1.2.6",
  judge(prepared) {
    const { flow, previous, next } = prepared;
    if (!listWords(prepared, "prompt").includes("none")) return notApplicable;
    if (!isRefusedInTab(flow)) return passed;
    const other = [previous[0], next].find(
      (each) =>
        each !== undefined &&
        isRefusedInTab(each) &&
        Math.abs(each.startedAt - flow.startedAt) < maxGapMs,
    );
    if (other === undefined) return passed;
    return {
      outcome: "failed",
      seen: [seeAsked(prepared, "prompt"), seeGiven(prepared, "error")],
      why: "The whole page asks with prompt=none, gets a refusal, and asks with prompt=none again. It can do so without end.",
      remedy: "After the first refusal, start a login without prompt=none, or show a login button.",
    };
  },
};

function isRefusedInTab({ authorization, response }: Flow): boolean {
  if (authorization?.exchange.destination !== "document") return false;
  const prompt = readParameter(authorization.request, "prompt");
  return prompt === "none" && readParameter(response?.parameters ?? [], "error") !== undefined;
}
