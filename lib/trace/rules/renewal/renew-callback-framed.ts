import { readFramePolicy } from "../frame-policy.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { findSilent } from "./read-renewal.ts";

/** The response reaches the application's own page, and the browser does not run it in the frame. */
export const renewCallbackFramed: Rule = {
  id: "renew-callback-framed",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The application forbids frames for its own callback",
  requirement: "HTML Standard, section 7.6; Content Security Policy Level 3, section 6.4.2",
  judge(prepared) {
    if (findSilent(prepared) === undefined) return notApplicable;
    const message = prepared.flow.messages.find(
      ({ kind, exchange }) => kind === "callback" && exchange.destination === "frame",
    );
    const policy = message === undefined ? "" : readFramePolicy(message.exchange);
    // The page around the frame has the callback's own origin.
    if (message === undefined || policy === "" || /sameorigin|'self'/iu.test(policy)) return passed;
    return {
      outcome: "failed",
      seen: [{ message, part: "headers", name: "policy", value: policy }],
      why: "The provider answered, and the frame stays empty: the policy of the callback's page keeps it out of all frames, so the library waits until its timeout.",
      remedy:
        "Allow frames of the same origin for this page alone: frame-ancestors 'self', or X-Frame-Options: SAMEORIGIN.",
      copy: "Content-Security-Policy: frame-ancestors 'self'",
    };
  },
};
