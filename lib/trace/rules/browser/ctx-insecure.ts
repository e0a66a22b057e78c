import { isLoopback } from "../is-loopback.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** Outside secure contexts there is no `crypto.subtle`, and the network can change the page. */
export const ctxInsecure: Rule = {
  id: "ctx-insecure",
  group: "browser",
  rank: "advice",
  severity: "warning",
  title: "The page is no secure context",
  requirement: "Secure Contexts, section 3.1",
  judge({ flow: { pageOrigin, kind } }) {
    if (kind !== "login" && kind !== "renewal") return notApplicable;
    if (pageOrigin === undefined) return notSeen("the page that started the login");
    const page = new URL(pageOrigin);
    if (page.protocol !== "http:" || isLoopback(page.hostname)) return passed;
    return {
      outcome: "failed",
      seen: [{ part: "headers", name: "origin of the page", value: pageOrigin }],
      why: "Over http, a page has no crypto.subtle: libraries cannot create a PKCE challenge or verify a token.",
      remedy:
        "Serve the page over https. For development, use localhost or a name below .localhost.",
      copy: pageOrigin.replace(/^http:/u, "https:"),
    };
  },
};
