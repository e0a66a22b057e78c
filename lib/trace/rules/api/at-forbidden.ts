import { readHeader } from "../../exchange.ts";
import { errorOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/** An application's API answered 403: it knows the token, and says no more. */
export const atForbidden: Rule = {
  id: "at-forbidden",
  group: "tokens",
  rank: "cause",
  severity: "warning",
  title: "The API forbids the call with this token",
  requirement: "RFC 9110, section 15.5.4; RFC 6750, section 3.1",
  yieldsTo: ["at-insufficient-scope", "dpop-proof"],
  judge({ flow, context }) {
    const calls = flow.messages.filter(({ kind }) => kind === "api-call");
    if (calls.length === 0) return notApplicable;
    const found = calls.find(
      ({ exchange }) => exchange.status === 403 && !wasCalledAgain(exchange, context),
    );
    if (found === undefined) return passed;
    const challenge = readHeader(found.exchange.responseHeaders, "www-authenticate");
    return {
      outcome: "failed",
      seen: [
        ...errorOf(found),
        { message: found, part: "headers", name: "WWW-Authenticate", value: challenge ?? "absent" },
      ],
      why: "A refused token would be answered with 401. This one is accepted, and lacks a scope, a permission or a role that the call needs.",
      remedy:
        "Compare scope, permissions and roles of the access token with those that the API checks; then ask for the scope, or give the user the role.",
    };
  },
};
