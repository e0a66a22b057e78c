import { readParameter } from "../../parameters.ts";
import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The application sends the address of its current page instead of one callback URL. */
export const authzRedirectDynamic: Rule = {
  id: "authz-redirect-dynamic",
  group: "request",
  rank: "advice",
  severity: "warning",
  title: "The query of the redirect URI changes between logins",
  requirement: "RFC 9700, section 4.1.3",
  judge(prepared) {
    const asked = readAsked(prepared, "redirect_uri") ?? "";
    const sent = URL.parse(asked);
    if (sent === null) return notApplicable;
    // Most logins of a client have the same one, and need not be parsed.
    const others = new Set(
      prepared.previous.map(({ authorization }) =>
        readParameter(authorization?.request ?? [], "redirect_uri"),
      ),
    );
    others.delete(asked);
    const other = [...others]
      .map((each) => URL.parse(each ?? ""))
      .find(
        (each) =>
          each?.origin === sent.origin &&
          each.pathname === sent.pathname &&
          each.search !== sent.search,
      );
    if (other === undefined || other === null) return passed;
    return {
      outcome: "failed",
      seen: [
        seeAsked(prepared, "redirect_uri"),
        { part: "query", name: "redirect_uri of an earlier login", value: other.href },
      ],
      why: "Providers compare the whole URL. Each new query is a redirect URI that is not allowed.",
      remedy:
        "Send one fixed callback URL, and keep the target page in sessionStorage under the state.",
      copy: `${sent.origin}${sent.pathname}`,
    };
  },
};
