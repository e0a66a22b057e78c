import { findFailedCallback } from "./find-failed-callback.ts";
import { seeAsked, statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A server waits for a response that only a script in the page can read. */
export const respFragmentUnseen: Rule = {
  id: "resp-fragment-unseen",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The response is in the fragment, which the server never gets",
  requirement: "OAuth 2.0 Multiple Response Types, section 2.1; RFC 9110, section 4.2.5",
  judge(prepared) {
    const { response } = prepared.flow;
    if (response?.mode !== "fragment") return notApplicable;
    const callback = findFailedCallback(prepared);
    // A path that does not exist fails in every mode.
    if (callback === undefined || callback.exchange.status === 404) return passed;
    return {
      outcome: "failed",
      seen: [
        seeAsked(prepared, "response_mode"),
        seeAsked(prepared, "response_type"),
        { part: "query", name: "place of the response", value: response.mode },
        statusOf(callback),
      ],
      why: "A server handles the callback, and it answered with an error. A browser keeps the part of a URL after # to itself, so this server saw a callback without any response.",
      remedy:
        "Send response_mode=query (for a code) or form_post, or let a script of the callback page read the fragment.",
      copy: "response_mode=form_post",
    };
  },
};
