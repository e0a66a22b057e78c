import { listWords } from "../evidence.ts";
import { readFramePolicy } from "../frame-policy.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A provider's page takes passwords, so it lets nobody show it in a frame. */
export const authzInFrame: Rule = {
  id: "authz-in-frame",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The login page was opened in a frame, which the provider forbids",
  requirement: "RFC 6749, section 10.13; Content Security Policy Level 3, section 6.4.2",
  judge(prepared) {
    const { authorization, messages, response } = prepared.flow;
    if (authorization === undefined) return notApplicable;
    if (authorization.exchange.destination !== "frame" || response !== undefined) return passed;
    // A silent request shows no page. One that shows its error is told by the renewals.
    if (listWords(prepared, "prompt").includes("none")) return passed;
    const pages = messages.filter((each) => each === authorization || each.kind === "login-page");
    const found = pages.find(
      ({ exchange }) => exchange.status < 300 && readFramePolicy(exchange) !== "",
    );
    if (found === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        { message: found, part: "headers", name: "policy", value: readFramePolicy(found.exchange) },
        { part: "headers", name: "destination", value: "frame" },
      ],
      why: "A frame around a login page could trick its user into clicks, so the provider forbids frames and the browser shows an empty one.",
      remedy:
        "Log in with a redirect of the whole window or in a popup. For a renewal without the user, send prompt=none.",
      copy: "prompt=none",
    };
  },
};
