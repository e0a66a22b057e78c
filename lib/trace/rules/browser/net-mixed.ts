import { readHeader } from "../../exchange.ts";
import { isLoopback } from "../is-loopback.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Browsers block requests over http from a page over https. */
export const netMixed: Rule = {
  id: "net-mixed",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "A page over https calls the provider over http",
  requirement: "Mixed Content, section 5",
  judge({ flow: { pageOrigin, messages } }) {
    if (pageOrigin?.startsWith("https:") !== true) return notApplicable;
    const found = messages.find(({ exchange, kind }) => {
      const url = URL.parse(exchange.url);
      // The browser answers itself for a host that it knows as one of https alone.
      if (readHeader(exchange.responseHeaders, "non-authoritative-reason") !== undefined)
        return false;
      return kind !== "callback" && url?.protocol === "http:" && !isLoopback(url.hostname);
    });
    if (found === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        {
          message: found,
          part: "query",
          name: "origin",
          value: new URL(found.exchange.url).origin,
        },
      ],
      why: "The browser blocks scripts and frames of such requests, and the network can read the others.",
      remedy: "Use https in the domain or endpoint that the application is configured with.",
      copy: new URL(found.exchange.url).origin.replace(/^http:/u, "https:"),
    };
  },
};
