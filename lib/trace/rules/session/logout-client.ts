import { readParameter } from "../../parameters.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A logout that fails for another reason than its URL. */
export const logoutClient: Rule = {
  id: "logout-client",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The provider refused the logout",
  requirement: "OpenID Connect RP-Initiated Logout, section 2",
  yieldsTo: ["logout-return"],
  judge(prepared) {
    const logout = prepared.flow.messages.find(({ kind }) => kind === "logout");
    if (logout === undefined) return notApplicable;
    const { status } = logout.exchange;
    if (status < 400) return passed;
    if (status >= 500 || status === 429) {
      return {
        outcome: "failed",
        title: "The provider failed at the logout",
        seen: [statusOf(logout)],
        why: "The provider, or a proxy before it, answered with an error of its own. The session may still exist.",
        remedy: "Try again later, and look at the provider's status.",
      };
    }
    const client = readParameter(logout.request, "client_id");
    return {
      outcome: "failed",
      seen: [
        statusOf(logout),
        { message: logout, part: "query", name: "client_id", value: client ?? "missing" },
      ],
      why:
        client === undefined
          ? "The request names no client, and the provider refused it. The session may still exist."
          : "The provider does not know this client, or refuses its logout. The session may still exist.",
      remedy:
        "Send the Client ID from the application's settings as client_id, at the domain of its tenant.",
    };
  },
};
