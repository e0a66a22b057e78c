import { readHeader, type Exchange } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import type { CaptureContext } from "../../capture-context.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { findEnd } from "../response/find-start.ts";
import { wasCalledAgain } from "./was-called-again.ts";

const kinds = new Set<AuthMessage["kind"]>(["user-info", "management", "api-call"]);

/** The maximum number of requests between a redirect and its target. */
const maxBetween = 20;

/** A browser removes the token when a redirect leads to another origin. */
export const atRedirected: Rule = {
  id: "at-redirected",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "A redirect of the API took the access token away",
  requirement: "Fetch Standard, section 4.4 (HTTP-redirect fetch)",
  judge({ flow, context }) {
    const calls = flow.messages.filter(
      ({ kind, exchange }) => kinds.has(kind) && exchange.redirect !== undefined,
    );
    if (calls.length === 0) return notApplicable;
    for (const call of calls) {
      const target = findTarget(call.exchange, context);
      if (target === undefined || wasCalledAgain(call.exchange, context)) continue;
      return {
        outcome: "failed",
        seen: [
          statusOf(call),
          { message: call, part: "headers", name: "location", value: nameUrl(target.url) },
          {
            part: "status",
            name: "status there",
            value: target.status === 0 ? (target.error ?? "no response") : String(target.status),
          },
        ],
        why: target.url.startsWith("http:")
          ? "The API redirects to an address over http. The browser does not let a page over https call it, and sends no token there."
          : "The API redirects to another origin. The browser follows without the header Authorization, so the request there has no token.",
        remedy:
          "Call the address that the redirect names, with its scheme, host and slash at the end. Behind a proxy, let the API trust X-Forwarded-Proto and X-Forwarded-Host.",
        copy: nameUrl(target.url).replace(/^http:/u, "https:"),
      };
    }
    return passed;
  },
};

/** Returns the request at another origin that a redirect led to, if it failed without the token. */
function findTarget(
  { redirect, url, startedAt }: Exchange,
  { exchanges }: CaptureContext,
): Exchange | undefined {
  if (redirect === undefined || new URL(redirect).origin === new URL(url).origin) return undefined;
  const first = findEnd(exchanges, startedAt);
  return exchanges
    .slice(first, first + maxBetween)
    .find(
      (each) =>
        each.url === redirect &&
        readHeader(each.requestHeaders, "authorization") === undefined &&
        (each.status === 401 || each.status === 403 || each.status === 0),
    );
}

function nameUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
