import { readHeader } from "../../exchange.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Cookies of abandoned logins pile up, and tokens in cookies or a large state do the rest. */
export const netTooLarge: Rule = {
  id: "net-too-large",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "The server refused a request of the login as too large",
  requirement: "RFC 6585, section 5; RFC 9110, section 15.5.15",
  judge({ flow: { messages } }) {
    if (messages.length === 0) return notApplicable;
    const found = messages.find(({ exchange: { status } }) => status === 431 || status === 414);
    if (found === undefined) return passed;
    const { url, requestHeaders } = found.exchange;
    const cookies = readHeader(requestHeaders, "cookie")?.length ?? 0;
    return {
      outcome: "failed",
      seen: [
        statusOf(found),
        { message: found, part: "query", name: "length of the URL", value: String(url.length) },
        { message: found, part: "headers", name: "length of Cookie", value: String(cookies) },
      ],
      why: "A server limits the length of a URL and of the headers together, often at 8 KiB. Here one of them is longer.",
      remedy:
        cookies > url.length
          ? "Delete the cookies of this site to try again. Then remove the cookie of each login that ends or is given up, and keep tokens at the server."
          : "Keep state small: store the data in the browser or at the server, and send its key. Push a large request (PAR).",
    };
  },
};
