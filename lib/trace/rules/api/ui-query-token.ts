import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const kinds = ["user-info", "management", "api-call"];

/** Addresses are kept in histories and logs, and sent as Referer. */
export const uiQueryToken: Rule = {
  id: "ui-query-token",
  isUnsafe: true,
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The page sent the access token in an address",
  requirement: "RFC 9700, section 4.3.2",
  judge({ flow }) {
    const calls = flow.messages.filter(({ kind }) => kinds.includes(kind));
    if (calls.length === 0) return notApplicable;
    for (const message of calls) {
      const token = URL.parse(message.exchange.url)?.searchParams.get("access_token") ?? "";
      if (token === "") continue;
      return {
        outcome: "failed",
        // An event stream is opened without headers of the page (HTML Standard, section 9.2).
        ...(isStream(message) ? { severity: "warning" as const } : {}),
        seen: [{ message, part: "query", name: "access_token", value: token, isSecret: true }],
        why: "Histories, logs and the Referer header keep addresses, so others can read the token.",
        remedy: "Send the token in the Authorization header.",
        copy: "Authorization: Bearer <access token>",
      };
    }
    return passed;
  },
};

function isStream({ exchange }: AuthMessage): boolean {
  return readHeader(exchange.requestHeaders, "accept")?.startsWith("text/event-stream") === true;
}
