import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A state that can be guessed. */
export const authzStateWeak: Rule = {
  id: "authz-state-weak",
  group: "request",
  rank: "advice",
  severity: "warning",
  title: "The state can be guessed",
  requirement: "RFC 9700, section 4.7.1",
  judge(prepared) {
    const state = readAsked(prepared, "state");
    if (state === undefined) return notApplicable;
    const hasOther = ["nonce", "code_challenge"].some(
      (name) => readAsked(prepared, name) !== undefined,
    );
    const isWeak = state.length < 8 || /^\d{1,16}$/u.test(state) || /^https?:/u.test(state);
    if (!isWeak || hasOther) return passed;
    return {
      outcome: "failed",
      seen: [seeAsked(prepared, "state")],
      why: "A short state, a number or a URL can be guessed, and nothing else protects this request.",
      remedy: "Send 128 random bits, for example crypto.randomUUID(), with each request.",
      copy: "crypto.randomUUID()",
    };
  },
};
