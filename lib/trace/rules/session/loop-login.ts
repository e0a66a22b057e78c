import type { AuthMessage } from "../../message.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";
import { establishesLoop, findLoop } from "./find-loop.ts";

/** Each login succeeds, and the application starts the next one. */
export const loopLogin: Rule = {
  id: "loop-login",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The application logs in again and again",
  requirement: "RFC 6749, section 4.1 (a login ends with its tokens)",
  yieldsTo: [
    "cookie-attributes",
    "at-expired",
    "at-insufficient-scope",
    "at-misplaced",
    "at-missing",
    "at-refused",
    "at-wrong-audience",
    "resp-no-transaction",
  ],
  judge(prepared) {
    const { flow } = prepared;
    if (flow.kind !== "login" || flow.authorization === undefined) return notApplicable;
    if (flow.phase !== "complete") return passed;
    const run = findLoop(prepared);
    if (run.length === 0) return passed;
    if (!establishesLoop(prepared)) return reportOther(flow.authorization, run.length);
    return {
      outcome: "failed",
      seen: [
        {
          message: flow.authorization,
          part: "clock",
          name: "logins within 30 s",
          value: String(run.length),
        },
      ],
      why: "Each of these logins worked, and a new one followed at once. The application does not keep the result.",
      remedy:
        "Look at how the application keeps its session: the callback must store it before a guard starts the next login.",
      causes: [
        {
          cause: "A guard runs before the callback has stored the tokens.",
          check: "Set a breakpoint where authorize() is called, and look at the tokens.",
          remedy: "Wait for the callback handler before the guard decides.",
        },
        {
          cause: "The application's session cookie is refused.",
          check: "Look for a Set-Cookie of the application that the next request does not return.",
          remedy: "Correct its attributes Secure, SameSite, Domain and Path.",
        },
        {
          cause: "The API refuses the token, and the application logs in again.",
          check: "Look for status 401 after the login.",
          remedy: "Ask for the API's audience.",
        },
      ],
    };
  },
};

/** A loop is one cause: the other logins of it name the one that is told about. */
function reportOther(message: AuthMessage, count: number): RuleResult {
  return {
    outcome: "failed",
    severity: "note",
    title: "This login is one of a loop",
    seen: [{ message, part: "clock", name: "logins within 30 s", value: String(count) }],
    why: "The same client logged in again and again. The third login of the loop has the finding about it.",
    remedy: "Look at the third login of the loop.",
  };
}
