import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasCalledAgain } from "./was-called-again.ts";

const kinds = new Set<AuthMessage["kind"]>(["user-info", "management", "api-call"]);

/** The token is right, and lacks a permission for this call. */
export const atInsufficientScope: Rule = {
  id: "at-insufficient-scope",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The access token lacks a scope for this call",
  requirement: "RFC 6750, section 3.1",
  judge({ flow, context }) {
    const calls = flow.messages.filter(({ kind }) => kinds.has(kind));
    if (calls.length === 0) return notApplicable;
    for (const message of calls) {
      const { status, responseHeaders } = message.exchange;
      if (status !== 403 || wasCalledAgain(message.exchange, context)) continue;
      const challenge = readHeader(responseHeaders, "www-authenticate") ?? "";
      const code = /\berror="?([\w.-]+)/u.exec(challenge)?.[1] ?? message.error;
      if (code !== "insufficient_scope") continue;
      const scope = /\bscope="([^"]*)"/u.exec(challenge)?.[1];
      return {
        outcome: "failed",
        seen: [
          statusOf(message),
          { message, part: "headers", name: "error", value: code },
          ...(scope === undefined
            ? []
            : [{ message, part: "headers" as const, name: "scope", value: scope }]),
        ],
        why: "The API accepts the token, and this call needs a scope that the token does not have.",
        remedy:
          scope === undefined
            ? "Log in, or renew, with the scope that the API documents for this call."
            : "Log in, or renew, with this scope. If it is missing again, the user or the application may not have it.",
        ...(scope === undefined ? {} : { copy: scope }),
      };
    }
    return passed;
  },
};
