import { findReuse } from "./find-reuse.ts";
import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A nonce that is short, or that an earlier request had. */
export const authzNonceWeak: Rule = {
  id: "authz-nonce-weak",
  group: "request",
  rank: "cause",
  severity: "warning",
  title: "The nonce is not new, or is short",
  requirement: "RFC 9700, section 2.1.1; OpenID Connect Core, section 15.5.2",
  judge(prepared) {
    const nonce = readAsked(prepared, "nonce");
    if (nonce === undefined) return notApplicable;
    const isReused = findReuse(prepared, "nonce") !== undefined;
    if (!isReused && nonce.length >= 8) return passed;
    return {
      outcome: "failed",
      title: isReused ? "Two requests have the same nonce" : "The nonce is short",
      ...(isReused ? {} : { rank: "advice" as const }),
      seen: [seeAsked(prepared, "nonce")],
      why: "An ID token of an earlier login would pass the check of this one.",
      remedy: "Create a new random nonce of at least 128 bits for each request.",
      copy: "crypto.randomUUID()",
    };
  },
};
