import { readHeader } from "../../exchange.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Evidence, type Rule } from "../rule.ts";

const limitHeaders = ["retry-after", "x-ratelimit-limit", "x-ratelimit-reset"];

/** Status 429 of the request or of a login page, with the time of the reset. */
export const authzRate: Rule = {
  id: "authz-rate",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The provider limits the number of login requests",
  requirement: "RFC 6585, section 4; RFC 9110, section 10.2.3",
  yieldsTo: ["renew-too-often"],
  judge(prepared) {
    const { messages } = prepared.flow;
    const pages = messages.filter(({ kind }) => kind === "authorization" || kind === "login-page");
    const last = pages.at(-1);
    if (last === undefined) return notApplicable;
    if (last.exchange.status !== 429) return passed;
    const headers = last.exchange.responseHeaders;
    const limits: Evidence[] = limitHeaders.flatMap((name) => {
      const value = readHeader(headers, name);
      return value === undefined ? [] : [{ message: last, part: "headers" as const, name, value }];
    });
    const reset = readReset(headers);
    return {
      outcome: "failed",
      seen: [statusOf(last), ...limits],
      why: "The provider received more requests than it accepts in this time.",
      remedy: `${
        reset === undefined ? "Wait a minute" : `Wait until ${reset}`
      }, then try again. Look for a loop that starts logins, and for other users of the same IP address.`,
    };
  },
};

/** `X-RateLimit-Reset` is a Unix time in seconds; `Retry-After` is a delay or a date. */
function readReset(headers: Parameters<typeof readHeader>[0]): string | undefined {
  const retry = readHeader(headers, "retry-after");
  if (retry !== undefined) return /^\d+$/u.test(retry) ? `${retry} seconds have passed` : retry;
  const reset = Number(readHeader(headers, "x-ratelimit-reset"));
  return reset > 1e9 && reset < 1e11 ? new Date(reset * 1000).toISOString() : undefined;
}
