import { readParameter } from "../../parameters.ts";
import { statusOf } from "../evidence.ts";
import { findRefusedRequest, readRefusalPage } from "../refusal-page.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Nothing at this address knows authorization requests. */
export const authzEndpointWrong: Rule = {
  id: "authz-endpoint-wrong",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "There is no authorization endpoint at this address",
  requirement: "RFC 6749, section 3.1; RFC 9110, section 15.5.5",
  judge(prepared) {
    if (prepared.flow.authorization === undefined) return notApplicable;
    const refused = findRefusedRequest(prepared);
    if (refused === undefined) return passed;
    const { status, url } = refused.exchange;
    if (status !== 404 && status !== 405 && status !== 410) return passed;
    const page = readRefusalPage(refused);
    const isRepeated = (name: string) => page?.repeats(readParameter(refused.request, name));
    // A provider that knows the request names what is wrong with it.
    if (page?.code !== undefined || isRepeated("redirect_uri") === true) return notApplicable;
    if (isRepeated("client_id") === true || page?.names("client_id") === true) return notApplicable;
    const { origin, pathname } = new URL(url);
    return {
      outcome: "failed",
      seen: [
        statusOf(refused),
        { message: refused, part: "query", name: "address", value: `${origin}${pathname}` },
      ],
      why: "The server does not know this address. A provider that refuses a client or its redirect URI answers with another status.",
      remedy:
        "Compare the address with authorization_endpoint in the provider's discovery document: the realm or tenant in the path, a prefix such as /auth, the version, and the domain.",
    };
  },
};
