import type { AuthMessage } from "../../message.ts";
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
  yieldsTo: ["authz-in-frame", "ctx-form-action", "renew-callback-framed"],
  judge({ flow: { messages } }) {
    if (messages.length === 0) return notApplicable;
    const blocked = messages.filter(
      (message) =>
        // A response that a frame may not show has its status all the same. A refusal is a cause of
        // its own.
        (message.exchange.status === 0 || (isGood(message) && isResponseBlocked(message))) &&
        !wasRepeated(message, messages) &&
        /BLOCKED_BY_(?:CLIENT|RESPONSE|ADMINISTRATOR|CSP|ORB|PRIVATE_NETWORK|LOCAL_NETWORK)|\bcsp\b|content.security/iu.test(
          message.exchange.error ?? "",
        ),
    );
    const found = blocked.find(({ kind }) => kind !== "api-call") ?? blocked[0];
    if (found === undefined) return passed;
    const { origin } = new URL(found.exchange.url);
    if (isResponseBlocked(found) && found.exchange.destination === "frame") {
      return {
        outcome: "failed",
        title: "The provider forbids that a frame shows its response",
        seen: [statusOf(found)],
        why: `${new URL(found.exchange.url).host} answers with X-Frame-Options or frame-ancestors, which keep the page out of a frame of another origin. The page waits until its timeout.`,
        remedy:
          "A silent request has to end with a redirect, which a frame may follow: find out which page the provider shows there, or renew with a refresh token.",
      };
    }
    if (isResponseBlocked(found)) {
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
      // Many blockers stop statistics, which can have a token of their own.
      ...(found.kind === "api-call" ? { severity: "warning" as const } : {}),
      seen: [statusOf(found)],
      why: "The request was not sent. An extension, a policy of the browser or the Content-Security-Policy of the page forbids it.",
      remedy: `Allow ${origin} in connect-src and frame-src of the page's Content-Security-Policy, and repeat without extensions.`,
      copy: `connect-src 'self' ${origin}; frame-src 'self' ${origin}`,
    };
  },
};

function isGood({ exchange: { status } }: AuthMessage): boolean {
  return status >= 200 && status < 300;
}

function isResponseBlocked({ exchange }: AuthMessage): boolean {
  return /BLOCKED_BY_RESPONSE/u.test(exchange.error ?? "");
}
