import { readParameter } from "../../parameters.ts";
import { describeDifference, findNearest } from "../compare-urls.ts";
import { readRefusalPage } from "../refusal-page.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The provider ends the session, and does not redirect to an unknown URL. */
export const logoutReturn: Rule = {
  id: "logout-return",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The URL to return to after the logout is not allowed",
  requirement: "OpenID Connect RP-Initiated Logout, section 3",
  judge({ flow: { messages } }) {
    const logout = messages.find(({ kind }) => kind === "logout");
    if (logout === undefined) return notApplicable;
    const name = ["returnTo", "post_logout_redirect_uri"].find(
      (each) => readParameter(logout.request, each) !== undefined,
    );
    const { status } = logout.exchange;
    const isOther = status === 404 || status === 405 || status === 429;
    if (name === undefined || status < 400 || status >= 500 || isOther) return passed;
    const sent = readParameter(logout.request, name) ?? "";
    const page = readRefusalPage(logout);
    if (page !== undefined && page.code === undefined && !page.repeats(sent)) return passed;
    const hasClient = readParameter(logout.request, "client_id") !== undefined;
    const nearest = findNearest(sent, page?.listUrls(sent) ?? []);
    const difference = nearest === undefined ? undefined : describeDifference(sent, nearest);
    return {
      outcome: "failed",
      ...(hasClient ? {} : { title: "The logout names no client, whose list would allow its URL" }),
      seen: [
        statusOf(logout),
        { message: logout, part: "query", name, value: sent },
        ...(nearest === undefined
          ? []
          : [{ message: logout, part: "body" as const, name: "allowed URL", value: nearest }]),
      ],
      why: `The provider compares the URL character by character with its list. ${difference ?? ""}`.trim(),
      remedy: hasClient
        ? "Add this line to the Allowed Logout URLs of the application."
        : "Without client_id, the list of the tenant counts: send client_id, or add this line to the Allowed Logout URLs in the tenant's advanced settings.",
      copy: sent,
    };
  },
};
