import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { isLoopback } from "../is-loopback.ts";
import { findFailedCallback } from "../response/find-failed-callback.ts";
import { respSessionLost } from "../response/resp-session-lost.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { findLoop } from "../session/find-loop.ts";

/**
 * A cookie that browsers refuse to store is missing in the next step of a login. It is the cause if
 * the application logs in again and again, or does not accept its callback.
 */
export const cookieAttributes: Rule = {
  id: "cookie-attributes",
  group: "browser",
  rank: "advice",
  severity: "warning",
  title: "The browser refuses a cookie of the login",
  requirement: "RFC 6265bis, sections 4.1.3, 5.6 and 6.1",
  judge(prepared) {
    const { flow, context } = prepared;
    const { kind } = flow;
    if (kind !== "login" && kind !== "renewal") return notApplicable;
    if (!context.hasCookies) return notSeen("the cookies");
    // The browser does not report the cookies of each response: another round can show them.
    const earlier = isWithoutSession(prepared) ? prepared.previous : [];
    const messages = [flow, ...findLoop(prepared), ...earlier].flatMap((each) => each.messages);
    for (const message of messages) {
      const { url, responseHeaders } = message.exchange;
      for (const { name, value } of responseHeaders) {
        if (name !== "set-cookie") continue;
        // Firefox joins several cookies of one response by line breaks.
        for (const cookie of value.split("\n")) {
          const fault = findFault(cookie, url);
          if (fault === undefined) continue;
          return {
            outcome: "failed",
            ...(isCause(prepared) || isSession(message, prepared)
              ? { rank: "cause" as const, severity: "error" as const }
              : {}),
            seen: [
              {
                message,
                part: "headers",
                name: "set-cookie",
                value: cookie.replace(/=[^;]*/u, "=…"),
              },
            ],
            why: fault.why,
            remedy: fault.remedy,
          };
        }
      }
    }
    return passed;
  },
};

function isCause(prepared: PreparedFlow): boolean {
  return (
    findLoop(prepared).length > 0 ||
    findFailedCallback(prepared) !== undefined ||
    isWithoutSession(prepared)
  );
}

/** True if the callback set the cookie, and the next page came without it. */
function isSession({ kind }: AuthMessage, prepared: PreparedFlow): boolean {
  return kind === "callback" && respSessionLost.judge(prepared).outcome === "failed";
}

/** True if the provider saw no session in a renewal: an earlier login set its cookie. */
function isWithoutSession({ flow }: PreparedFlow): boolean {
  return flow.kind === "renewal" && flow.authorization?.error === "login_required";
}

function findFault(cookie: string, url: string): { why: string; remedy: string } | undefined {
  const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
  const set = new Map(
    attributes.map((each) => {
      const [name = "", value = ""] = each.split("=");
      return [name.toLowerCase(), value.toLowerCase()];
    }),
  );
  const isSecure = set.has("secure");
  if (pair.length > 4096) {
    return { why: "A cookie has at most 4096 bytes.", remedy: "Keep tokens at the server." };
  }
  if (set.get("samesite") === "none" && !isSecure) {
    return { why: "SameSite=None needs Secure.", remedy: "Add Secure, and use https." };
  }
  if (/^__(?:host|secure)-/iu.test(pair) && !isSecure) {
    return { why: "The prefix of the name needs Secure.", remedy: "Add Secure, and use https." };
  }
  if (/^__host-/iu.test(pair) && (set.has("domain") || set.get("path") !== "/")) {
    return {
      why: "The prefix __Host- allows no Domain, and needs Path=/.",
      remedy: "Remove Domain and set Path=/.",
    };
  }
  if (isSecure && url.startsWith("http:") && !isLoopback(new URL(url).hostname)) {
    return { why: "A Secure cookie cannot be set over http.", remedy: "Use https." };
  }
  return undefined;
}
