import { nameClient } from "../../capture-context.ts";
import type { Flow } from "../../flow.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const windowMs = 30_000;
const minLogins = 3;

/** Each login succeeds, and the application starts the next one. */
export const loopLogin: Rule = {
  id: "loop-login",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The application logs in again and again",
  requirement: "RFC 6749, section 4.1 (a login ends with its tokens)",
  judge({ flow, context }) {
    if (flow.kind !== "login" || flow.authorization === undefined) return notApplicable;
    if (flow.phase !== "complete") return passed;
    const flows = context.flowsByClient.get(nameClient(flow)) ?? [];
    const run = listRun(flows, flow);
    if (run.length < minLogins) return passed;
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

/** Returns the complete logins around this one that follow each other within the window. */
function listRun(flows: readonly Flow[], flow: Flow): Flow[] {
  const near = flows.filter(
    (each) =>
      each.kind === "login" &&
      each.phase === "complete" &&
      Math.abs(each.startedAt - flow.startedAt) <= windowMs,
  );
  const runs = near.map((first) =>
    near.filter(
      ({ startedAt }) => startedAt >= first.startedAt && startedAt <= first.startedAt + windowMs,
    ),
  );
  return runs
    .filter((run) => run.includes(flow))
    .reduce<Flow[]>((best, run) => (run.length > best.length ? run : best), []);
}
