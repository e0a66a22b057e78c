import { readParameter } from "../../parameters.ts";
import { describeDifference, findNearest } from "../compare-urls.ts";
import { sent, statusOf } from "../evidence.ts";
import {
  findRefusedRequest,
  isKnownClient,
  readRefusalPage,
  redirectErrors,
  type RefusalPage,
} from "../refusal-page.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The commonest refusal: it is the assumption unless the page is about the client. */
export const authzRedirectMismatch: Rule = {
  id: "authz-redirect-mismatch",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The provider does not allow this callback URL",
  requirement: "RFC 9700, section 4.1.3; RFC 6749, section 3.1.2.3",
  yieldsTo: ["authz-endpoint-wrong", "net-too-large"],
  judge(prepared) {
    const { flow } = prepared;
    if (flow.authorization === undefined) return notApplicable;
    const isNamed = redirectErrors.has(flow.authorization.error ?? "");
    const refused = isNamed ? flow.authorization : findRefusedRequest(prepared);
    const url = readParameter(flow.authorization.request, "redirect_uri");
    if (refused === undefined) return passed;
    if (url === undefined) return notApplicable;
    const page = readRefusalPage(refused);
    const isAboutUrl = isNamed || (page === undefined ? undefined : isAbout(page, url));
    const isAboutOther = page?.code === "invalid_client" || !isKnownClient(prepared);
    if (isAboutUrl === false && isAboutOther) return notApplicable;
    // The page of some providers lists what is allowed.
    const allowed = findNearest(url, page?.listUrls(url) ?? []);
    const difference = allowed === undefined ? undefined : describeDifference(url, allowed);
    return {
      outcome: "failed",
      seen: [
        sent(refused, "redirect_uri"),
        ...(allowed === undefined
          ? []
          : [{ message: refused, part: "body" as const, name: "nearest allowed", value: allowed }]),
        statusOf(refused),
      ],
      why: `The provider showed an error page instead of redirecting. ${difference ?? "It compares redirect_uri with its list character by character: scheme, host, port, path, case and a slash at the end."}`,
      remedy:
        "Add exactly this URL to the allowed callback URLs of the application, or send one of the list.",
      copy: url,
      ...(isAboutUrl === true
        ? {}
        : {
            causes: [
              {
                cause: "The callback URL is not in the list.",
                check: "Compare the list of the application with the URL, character by character.",
                remedy: "Add the URL to the allowed callback URLs.",
              },
              {
                cause: "The client_id is unknown at this provider.",
                check: "Compare the client_id and the domain with those of the application.",
                remedy: "Correct the client_id, or the domain that the page uses.",
              },
            ],
          }),
    };
  },
};

/** By its code, otherwise by the value or the parameter that the page shows. */
function isAbout(page: RefusalPage, url: string): boolean {
  if (page.code !== undefined && redirectErrors.has(page.code)) return true;
  if (page.repeats(url)) return true;
  return page.code === undefined && page.names("redirect_uri") && !page.names("client_id");
}
