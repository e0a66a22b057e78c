import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { listWords } from "../evidence.ts";
import { findEnd } from "../response/find-start.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The maximum number of requests between the logout and the next login that are looked at. */
const maxBetween = 100;

/** The last part of the paths by which applications end their own sessions. */
const logoutPath = /\/(?:log|sign)[-_]?out\/?$/iu;

/** The application forgets the user, and the provider does not. */
export const logoutLocal: Rule = {
  id: "logout-local",
  group: "session",
  rank: "cause",
  severity: "warning",
  title: "The logout ended the application's session alone",
  requirement: "OpenID Connect RP-Initiated Logout, section 2",
  judge(prepared) {
    const { flow, previous, context } = prepared;
    if (flow.kind !== "login" || flow.phase !== "complete") return notApplicable;
    const before = previous.find(({ kind }) => kind === "login");
    if (before === undefined || listWords(prepared, "prompt").length > 0) return passed;
    // A page of the provider asked the user.
    if (flow.messages.some(({ kind }) => kind === "login-page")) return passed;
    const ended = context.flows.some(
      ({ kind, startedAt }) =>
        kind === "logout" && startedAt >= before.startedAt && startedAt <= flow.startedAt,
    );
    const logout = ended ? undefined : findLogout(before.endedAt, prepared);
    if (logout === undefined) return passed;
    const { origin, pathname } = new URL(logout.url);
    return {
      outcome: "failed",
      seen: [{ part: "query", name: "logout of the application", value: `${origin}${pathname}` }],
      why: "No request ended the session at the provider, so the next login came back at once: it asked for no password, and nobody can choose another user.",
      remedy:
        "Lead the browser to end_session_endpoint of the provider after the application's own logout, with id_token_hint and post_logout_redirect_uri. To ask again at the next login, send prompt=login or prompt=select_account.",
    };
  },
};

/** Returns the application's own logout between two logins. */
function findLogout(from: number, { flow, context }: PreparedFlow): Exchange | undefined {
  const origin = URL.parse(flow.response?.target ?? "")?.origin;
  const [first, end] = [
    findEnd(context.exchanges, from),
    findEnd(context.exchanges, flow.startedAt),
  ];
  return context.exchanges.slice(Math.max(first, end - maxBetween), end).find((each) => {
    const url = URL.parse(each.url);
    return url?.origin === origin && logoutPath.test(url?.pathname ?? "") && each.status < 400;
  });
}
