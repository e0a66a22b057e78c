import type { Flow } from "../../flow.ts";
import { nameClient } from "../../capture-context.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { seeAsked } from "../evidence.ts";
import { findFailedCallback } from "../response/find-failed-callback.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";

const maxGapMs = 10_000;

/** The second login overwrites the transaction of the first one. */
export const authzDouble: Rule = {
  id: "authz-double",
  group: "request",
  rank: "cause",
  severity: "warning",
  title: "Another login replaced this one",
  requirement: "RFC 9700, section 4.7.1",
  yieldsTo: ["cookie-attributes", "resp-login-cookie", "resp-formpost-cookie"],
  judge(prepared) {
    const { flow, next } = prepared;
    if (flow.kind !== "login" || flow.authorization === undefined) return notApplicable;
    const callback = findFailedCallback(prepared);
    if (callback !== undefined) {
      const between = findStarted(prepared, callback.exchange.startedAt);
      // The application refused this response, after its other login had begun.
      return between === undefined ? passed : report(prepared, between, "error");
    }
    if (flow.response !== undefined || flow.phase === "failed") return passed;
    if (next?.kind !== "login" || next.authorization === undefined) return passed;
    if (next.startedAt - flow.startedAt > maxGapMs) return passed;
    return report(prepared, next, "warning");
  },
};

/** Returns the login that the same client started after this one, and before a time. */
function findStarted({ flow, context }: PreparedFlow, before: number): Flow | undefined {
  const flows = context.flowsByClient.get(nameClient(flow)) ?? [];
  return flows.find(
    ({ kind, authorization, startedAt }) =>
      kind === "login" &&
      authorization !== undefined &&
      startedAt > flow.startedAt &&
      startedAt < before,
  );
}

function report(prepared: PreparedFlow, other: Flow, severity: "error" | "warning"): RuleResult {
  return {
    outcome: "failed",
    severity,
    seen: [
      seeAsked(prepared, "state"),
      {
        ...(other.authorization === undefined ? {} : { message: other.authorization }),
        part: "clock",
        name: "next login",
        value: `${((other.startedAt - prepared.flow.startedAt) / 1000).toFixed(1)} s later`,
      },
    ],
    why: "The same client started a second login before this one returned. Many libraries and sessions keep one transaction, and the first response then has the wrong state.",
    remedy:
      "Disable the login button after the first click, and start logins in one place only. A server can keep the transactions of a session by their state.",
  };
}
