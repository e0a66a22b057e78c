import { statusOf } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** The statuses of a form that a provider shows again. */
const shownAgain = new Set([200, 400, 401, 422]);

/** The provider shows its page, and no response came while the capture ran. */
export const authzStalled: Rule = {
  id: "authz-stalled",
  group: "response",
  rank: "cause",
  severity: "warning",
  title: "The login has not returned from the provider",
  requirement: "RFC 6749, section 4.1.2",
  yieldsTo: [
    "authz-double",
    "authz-federation",
    "ctx-form-action",
    "authz-form-refused",
    "authz-rate",
    "authz-redirect-mismatch",
  ],
  judge(prepared) {
    const { kind, authorization, response, phase, messages, tokenRequests } = prepared.flow;
    if (kind !== "login" || authorization === undefined) return notApplicable;
    if (response !== undefined || phase === "failed" || tokenRequests.length > 0) return passed;
    if (phase !== "provider" && phase !== "authorization") return passed;
    if (prepared.isUnderWay) return notSeen("the rest of the login");
    const pages = messages.filter((each) => each.kind === "login-page" || each === authorization);
    const last = pages.at(-1) ?? authorization;
    const { status, method, destination } = last.exchange;
    if (destination === "frame" || destination === "fetch" || status === 0) return passed;
    const isFormShownAgain = method === "POST" && shownAgain.has(status);
    return {
      outcome: "failed",
      seen: [statusOf(last)],
      why: isFormShownAgain
        ? "The provider showed its form again after it was sent, so it refused what the user entered. No response has come."
        : "The capture ends at the provider's page. No response has come.",
      remedy: isFormShownAgain
        ? "Read the message on the provider's form: a wrong password or a missing field keeps the user there."
        : "Finish the login. If the page does not continue, look at its console and at the provider's logs.",
    };
  },
};
