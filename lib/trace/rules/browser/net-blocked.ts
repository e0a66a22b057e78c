import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasRepeated } from "../was-repeated.ts";

/** An extension, a policy or the page's own CSP stopped a request before it was sent. */
export const netBlocked: Rule = {
  id: "net-blocked",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "The browser blocked a request of the login",
  requirement: "Content Security Policy Level 3, section 4.1; Fetch, section 4.1",
  yieldsTo: ["ctx-form-action"],
  judge({ flow: { messages } }) {
    if (messages.length === 0) return notApplicable;
    const found = messages.find(
      (message) =>
        message.exchange.status === 0 &&
        !wasRepeated(message, messages) &&
        /BLOCKED_BY_(?:CLIENT|RESPONSE|ADMINISTRATOR|CSP|ORB|PRIVATE_NETWORK|LOCAL_NETWORK)|\bcsp\b|content.security/iu.test(
          message.exchange.error ?? "",
        ),
    );
    if (found === undefined) return passed;
    const { origin } = new URL(found.exchange.url);
    if (/BLOCKED_BY_RESPONSE/u.test(found.exchange.error ?? "")) {
      return {
        outcome: "failed",
        title: "The browser blocked a response of the login",
        seen: [statusOf(found)],
        why: `${new URL(found.exchange.url).host} forbids with its headers that a page of another origin shows or reads this response.`,
        remedy:
          "For a frame, compare X-Frame-Options and frame-ancestors of the response with the page; for a script, Cross-Origin-Resource-Policy, and Cross-Origin-Embedder-Policy of the page.",
      };
    }
    return {
      outcome: "failed",
      seen: [statusOf(found)],
      why: "The request was not sent. An extension, a policy of the browser or the Content-Security-Policy of the page forbids it.",
      remedy: `Allow ${origin} in connect-src and frame-src of the page's Content-Security-Policy, and repeat without extensions.`,
      copy: `connect-src 'self' ${origin}; frame-src 'self' ${origin}`,
    };
  },
};
