import { statusOf } from "../evidence.ts";
import { findFailedCallback } from "./find-failed-callback.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The provider did its part, and the application's own server refused the callback. */
export const respCallbackFailed: Rule = {
  id: "resp-callback-failed",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The callback's server answered with an error",
  requirement: "RFC 6749, section 3.1.2 (the redirection endpoint)",
  yieldsTo: [
    "cookie-attributes",
    "net-too-large",
    "resp-formpost-cookie",
    "resp-fragment-unseen",
    "resp-login-cookie",
    "resp-state-mismatch",
    "resp-state-missing",
    "resp-iss-different",
    "resp-mode-mismatch",
    "resp-token-in-url",
  ],
  judge(prepared) {
    const { messages, response } = prepared.flow;
    const hasCallback = messages.some(({ kind }) => kind === "callback");
    if (!hasCallback || response === undefined) return notApplicable;
    const callback = findFailedCallback(prepared);
    if (callback === undefined) return passed;
    const { status } = callback.exchange;
    return {
      outcome: "failed",
      seen: [
        statusOf(callback),
        { message: callback, part: "query", name: "callback", value: response.target ?? "" },
      ],
      why: "The provider sent its response to the redirect URI, and the server there answered with an error, so nothing used the response.",
      remedy:
        status === 404
          ? "Serve the callback page at this path, or send a redirect URI that exists and add it to the allowed callback URLs."
          : "Read the server's log of this request: it can have lost the transaction's cookie, or failed to redeem the code.",
    };
  },
};
