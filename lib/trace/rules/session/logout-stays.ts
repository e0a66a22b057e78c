import { readParameter } from "../../parameters.ts";
import { sent, statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The session ends, and the user stays at a page of the provider. */
export const logoutStays: Rule = {
  id: "logout-stays",
  group: "session",
  rank: "cause",
  severity: "warning",
  title: "The provider does not return to the application after the logout",
  requirement: "OpenID Connect RP-Initiated Logout, section 3",
  yieldsTo: ["logout-client", "logout-return", "logout-unnamed"],
  judge({ flow: { messages }, isUnderWay }) {
    const logouts = messages.filter(({ kind }) => kind === "logout");
    const asking = logouts.find(
      ({ request }) => readParameter(request, "post_logout_redirect_uri") !== undefined,
    );
    if (asking === undefined) return notApplicable;
    const last = logouts.at(-1) ?? asking;
    const { status, destination } = last.exchange;
    if (status !== 200 || destination !== "document" || isUnderWay) return passed;
    return {
      outcome: "failed",
      seen: [statusOf(last), sent(asking, "post_logout_redirect_uri")],
      why: "The provider shows a page of its own instead of the redirect: it asks the user to confirm, or the URL is not in the client's list, which some providers do not say.",
      remedy:
        "Compare the URL character by character with the list of URLs after a logout. Send id_token_hint, so that the provider need not ask.",
      copy: readParameter(asking.request, "post_logout_redirect_uri") ?? "",
    };
  },
};
