import { readHeader, type Exchange } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Without a preflight that allows it, the browser does not send the request itself. */
export const netPreflight: Rule = {
  id: "net-preflight",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "The server refused the preflight of a request (CORS)",
  requirement: "Fetch Standard, section 4.8 (CORS-preflight fetch)",
  yieldsTo: ["embedded-origin", "net-blocked", "net-failed"],
  judge({ flow: { messages }, context }) {
    const preflights = messages.filter(({ kind }) => kind === "preflight");
    if (preflights.length === 0) return notApplicable;
    for (const preflight of preflights) {
      const fault = findFault(preflight.exchange);
      if (fault === undefined || wasAnswered(preflight, messages)) continue;
      if (wasCalledAgain(readAsked(preflight.exchange), context)) continue;
      const origin = readHeader(preflight.exchange.requestHeaders, "origin") ?? "";
      return {
        outcome: "failed",
        seen: [
          statusOf(preflight),
          { message: preflight, part: "headers", name: "Origin", value: origin },
          { message: preflight, part: "headers", ...fault },
        ],
        why: "The browser asks the server first, and its answer does not allow the request. So the request was not sent, and the page sees only “Failed to fetch”.",
        remedy: tellRemedy(preflight.exchange),
        copy: origin,
      };
    }
    return passed;
  },
};

/** Returns true if the request itself was answered: then the browser found nothing wrong. */
function wasAnswered({ fromId }: AuthMessage, messages: readonly AuthMessage[]): boolean {
  if (fromId === undefined) return false;
  return messages.some(({ exchange }) => exchange.id === fromId && exchange.status > 0);
}

/** Returns the request that a preflight asks for. */
function readAsked(preflight: Exchange): Exchange {
  const method = readHeader(preflight.requestHeaders, "access-control-request-method");
  return { ...preflight, method: method?.toUpperCase() ?? "" };
}

/** Returns the header that does not allow the request; undefined if nothing is wrong or known. */
function findFault(exchange: Exchange): { name: string; value: string } | undefined {
  const { status, requestHeaders, responseHeaders } = exchange;
  if (status === 0 || responseHeaders.length === 0) return undefined;
  const read = (name: string) => readHeader(responseHeaders, name);
  const allowed = read("access-control-allow-origin");
  const origin = readHeader(requestHeaders, "origin");
  if (origin === undefined) return undefined;
  if (status < 200 || status > 299 || (allowed !== "*" && allowed !== origin)) {
    return { name: "Access-Control-Allow-Origin", value: allowed ?? "absent" };
  }
  const given = new Set(listNames(read("access-control-allow-headers")));
  const missing = listNames(readHeader(requestHeaders, "access-control-request-headers")).filter(
    (name) => !given.has(name) && !(given.has("*") && name !== "authorization"),
  );
  if (missing.length === 0) return undefined;
  return { name: "headers that are not allowed", value: missing.join(", ") };
}

function tellRemedy({ status, redirect }: Exchange): string {
  if (status === 401 || status === 403) {
    return "A browser sends no token with this question. Let the server answer OPTIONS before it checks for one: CORS must come first in its chain.";
  }
  if (redirect !== undefined) {
    return "No redirect may answer this question. Call the address that the redirect names, with its scheme, host and slash at the end.";
  }
  return "Allow this origin, the method and the headers at the server: for a provider, in the allowed web origins of the application.";
}

function listNames(value: string | undefined): string[] {
  return (value ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}
