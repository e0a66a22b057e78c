import { readHeader } from "../../exchange.ts";
import { readAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A popup answers to the page that opened it; some pages cut this tie. */
export const respCoop: Rule = {
  id: "resp-coop",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "A page's opener policy cuts the popup off from the application",
  requirement: "HTML Standard, section 7.1.3 (cross-origin opener policies)",
  judge(prepared) {
    const { flow, context } = prepared;
    const { authorization, pageOrigin } = flow;
    if (authorization === undefined || flow.kind !== "login") return notApplicable;
    const mode = readAsked(prepared, "response_mode") ?? "";
    if (!mode.endsWith("web_message")) return notApplicable;
    if (prepared.isUnderWay || flow.stage === "complete") return passed;
    const pages = [
      ...flow.messages.map(({ exchange }) => exchange),
      ...context.exchanges.filter(({ url }) => URL.parse(url)?.origin === pageOrigin),
    ];
    const found = pages.find(({ responseHeaders }) =>
      /^same-origin(?:\s*;|\s*$)/iu.test(
        readHeader(responseHeaders, "cross-origin-opener-policy") ?? "",
      ),
    );
    if (found === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        { part: "headers", name: "Cross-Origin-Opener-Policy", value: "same-origin" },
        { part: "headers", name: "page", value: new URL(found.url).origin },
      ],
      why: "With this policy, window.opener is null in the popup, and the opener sees a closed window. The response has nowhere to go.",
      remedy:
        "Send Cross-Origin-Opener-Policy: same-origin-allow-popups from the application, or log in with a redirect.",
      copy: "Cross-Origin-Opener-Policy: same-origin-allow-popups",
    };
  },
};
