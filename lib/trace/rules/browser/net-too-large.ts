import { readHeader, type Exchange } from "../../exchange.ts";
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
    const found = messages.find(({ exchange }) => isTooLarge(exchange));
    if (found === undefined) return passed;
    const { url } = found.exchange;
    const cookies = measure(found.exchange, "cookie");
    const token = measure(found.exchange, "authorization");
    return {
      outcome: "failed",
      seen: [
        statusOf(found),
        { message: found, part: "query", name: "length of the URL", value: String(url.length) },
        { message: found, part: "headers", name: "length of Cookie", value: String(cookies) },
        { message: found, part: "headers", name: "length of Authorization", value: String(token) },
      ],
      why: "A server limits the length of a URL and of the headers together, often at 8 KiB. Here one of them is longer.",
      remedy:
        token > cookies && token > url.length
          ? "Keep the access token small: leave groups, roles and permissions of other APIs out of it. Otherwise raise the server's limit."
          : cookies > url.length
            ? "Delete the cookies of this site to try again. Then remove the cookie of each login that ends or is given up, and keep tokens at the server."
            : "Keep state small: store the data in the browser or at the server, and send its key. Push a large request (PAR).",
    };
  },
};

/** Some servers answer 400 to large headers, which are those of the browser and not of an API. */
function isTooLarge(exchange: Exchange): boolean {
  const { status, responseBody } = exchange;
  if (status === 431 || status === 414 || status === 494) return true;
  const isJson = responseBody.state === "text" && responseBody.mimeType.includes("json");
  const length = measure(exchange, "cookie") + measure(exchange, "authorization");
  return status === 400 && !isJson && length > largeHeaders;
}

/** Limits are 8 KiB at most servers, some of them for all headers together. */
const largeHeaders = 7500;

function measure({ requestHeaders }: Exchange, name: string): number {
  return readHeader(requestHeaders, name)?.length ?? 0;
}
