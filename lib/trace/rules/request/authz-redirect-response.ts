import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The parameters of a response (RFC 6749, sections 4.1.2, 4.1.2.1 and 4.2.2). */
const responseParameters = ["code", "error", "error_description", "access_token", "id_token"];

/** The application sends the address of the page with the response of an earlier login. */
export const authzRedirectResponse: Rule = {
  id: "authz-redirect-response",
  stopsLogin: true,
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The redirect URI contains an earlier response",
  requirement: "RFC 6749, sections 3.1.2 and 4.1.2",
  judge(prepared) {
    const { response, tokenRequests } = prepared.flow;
    if (response === undefined) return notApplicable;
    const sent = URL.parse(readAsked(prepared, "redirect_uri") ?? "");
    if (sent === null) return notApplicable;
    const names = responseParameters.filter((name) => sent.searchParams.has(name));
    if (names.length === 0 || tokenRequests.length > 0) return passed;
    return {
      outcome: "failed",
      seen: [
        {
          ...seeAsked(prepared, "redirect_uri"),
          isSecret: names.some((name) => !name.startsWith("error")),
        },
      ],
      why: `The provider keeps the query of the redirect URI and adds its response, so the page gets two responses in one address. The older one brings ${names.join(", ")}.`,
      remedy:
        'Send one fixed callback URL, never location.href, and remove a response from the address once it was read: history.replaceState(null, "", location.pathname).',
      copy: `${sent.origin}${sent.pathname}`,
    };
  },
};
