import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The provider asked another one, and could not use its response. */
export const authzFederation: Rule = {
  id: "authz-federation",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The login at the other provider failed at this one",
  requirement: "OpenID Connect Core, section 3.1.2.7",
  judge({ flow: { messages, response } }) {
    const pages = messages.filter(({ kind }) => kind === "login-page");
    if (pages.length === 0) return notApplicable;
    const found = pages.find((each) => each.exchange.status >= 400 && isReturn(each));
    if (found === undefined || response !== undefined) return passed;
    const error = readParameter(found.request, "error");
    return {
      outcome: "failed",
      seen: [
        statusOf(found),
        ...(error === undefined
          ? []
          : [{ message: found, part: "query" as const, name: "error", value: error }]),
      ],
      why:
        error === undefined
          ? "The provider passed the login on to another provider, got a code from it, and could not use it: its client or secret there is wrong, or it did not find the login again."
          : "The provider passed the login on to another provider, which answered with this error.",
      remedy:
        "Look at the log of the provider in between. Compare its client, secret and redirect URI with those that the other provider lists.",
    };
  },
};

/** Returns true for the response of a provider at another origin. */
function isReturn({ exchange, request }: AuthMessage): boolean {
  const has = (name: string) => Boolean(readParameter(request, name));
  if (!has("state") || (!has("code") && !has("error"))) return false;
  const from = URL.parse(readHeader(exchange.requestHeaders, "referer") ?? "")?.origin;
  return from === undefined || from !== new URL(exchange.url).origin;
}
