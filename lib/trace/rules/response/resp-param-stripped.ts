import type { AuthMessage } from "../../message.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A redirect for a slash, a language or a host drops the query of the callback. */
export const respParamStripped: Rule = {
  id: "resp-param-stripped",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "A redirect removed the response from the callback's URL",
  requirement: "RFC 9110, section 15.4 (a redirect replaces the whole URL)",
  judge({ flow: { messages, tokenRequests } }) {
    const callbacks = messages.filter(({ kind }) => kind === "callback");
    if (callbacks.length === 0) return notApplicable;
    const eater = callbacks.find(isStripped);
    if (eater === undefined || tokenRequests.length > 0) return passed;
    return {
      outcome: "failed",
      seen: [
        { message: eater, part: "status", name: "status", value: String(eater.exchange.status) },
        {
          message: eater,
          part: "headers",
          name: "location",
          value: eater.exchange.redirect ?? "",
        },
      ],
      why: "The callback's server redirects to another form of the same URL without the parameters. The page never sees the response.",
      remedy:
        "Use the redirect's target as redirect URI, and add it to the Allowed Callback URLs; or let the server keep the query.",
      copy: eater.exchange.redirect ?? "",
    };
  },
};

/** A server that redeemed the code goes to another page, or sets a cookie. */
function isStripped({ exchange, responseMode }: AuthMessage): boolean {
  const [from, to] = [URL.parse(exchange.url), URL.parse(exchange.redirect ?? "")];
  if (from === null || to === null || responseMode !== "query") return false;
  if (exchange.responseHeaders.some(({ name }) => name === "set-cookie")) return false;
  if (to.searchParams.has("code") || to.searchParams.has("error")) return false;
  // A server that has used the response goes to the same URL without it.
  if (from.origin === to.origin && from.pathname === to.pathname) return false;
  return normalise(from.pathname) === normalise(to.pathname);
}

function normalise(path: string): string {
  const bare = trimSlashes(path.toLowerCase());
  return bare.replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/u, "");
}

/** Not a pattern: one that ends at the end of the text tries each of its slashes. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
