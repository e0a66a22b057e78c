import { readMember } from "../../../encoding/json.ts";
import { isTemplate } from "../../find-provider.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

export const discIssuer: Rule = {
  id: "disc-issuer",
  stopsLogin: true,
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The discovery document names another issuer than its own place",
  requirement: "RFC 8414, section 3.3; OpenID Connect Discovery, section 4.3",
  judge({ discovery }) {
    if (discovery === undefined) return notApplicable;
    const { message, document } = discovery;
    const issuer = readMember(document, "issuer");
    if (typeof issuer !== "string" || isTemplate(issuer)) return notApplicable;
    const { url } = message.exchange;
    const [place = "", name = ""] = url.split("/.well-known/", 2);
    // RFC 8414, section 3.1: the path of the issuer follows the well-known name.
    const places = [place, `${place}${name.replace(/^[^/?#]*/u, "")}`];
    if (places.some((each) => issuer === each || issuer === `${each}/`)) return passed;
    return {
      outcome: "failed",
      seen: [
        { message, part: "body", name: "issuer", value: issuer },
        { message, part: "body", name: "read from", value: url },
      ],
      why: "A client must refuse a document of another issuer: tokens would come from somewhere else than it believes.",
      remedy:
        "Use the domain that the issuer names in the whole application, for example the custom domain.",
      copy: issuer,
    };
  },
};
