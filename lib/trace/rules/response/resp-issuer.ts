import { readMember, readText } from "../../../encoding/json.ts";
import { isTemplate } from "../../find-provider.ts";
import { readParameter } from "../../parameters.ts";
import { isUnredeemed } from "./find-redemption.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** The response was issued by another server than the one asked: a mix-up, or another domain. */
export const respIssDifferent: Rule = {
  id: "resp-iss-different",
  stopsLogin: true,
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The response names another issuer",
  requirement: "RFC 9207, section 2.4",
  judge(prepared) {
    const { flow, discovery, isTenant } = prepared;
    const { response } = flow;
    const issuer = readParameter(response?.parameters ?? [], "iss");
    if (response === undefined || issuer === undefined) return notApplicable;
    const announced = readText(readMember(discovery?.document ?? {}, "issuer"));
    if (announced !== undefined && isTemplate(announced)) return notSeen("the issuer itself");
    const expected = announced ?? `https://${flow.host}/`;
    const isSame =
      announced === undefined ? URL.parse(issuer)?.host === flow.host : issuer === announced;
    if (isSame) return passed;
    // A provider's issuer can be on another host. A page that goes on knows it.
    if (announced === undefined && !isTenant && !isUnredeemed(prepared)) {
      return notSeen("the discovery document");
    }
    return {
      outcome: "failed",
      seen: [
        {
          ...(response.message === undefined ? {} : { message: response.message }),
          part: response.mode === "query" ? "query" : "fragment",
          name: "iss",
          value: issuer,
        },
        { part: "body", name: announced === undefined ? "host asked" : "issuer", value: expected },
      ],
      why: "A client that talks to several providers must refuse a response of another one: its code could be sent to the wrong token endpoint.",
      remedy:
        "Use the domain whose issuer the response names, for example the custom domain, in the whole application. If it is a provider that the page did not ask, stop the login.",
    };
  },
};

/** The provider announces `iss`, and leaves it out. */
export const respIssMissing: Rule = {
  id: "resp-iss-missing",
  stopsLogin: true,
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The response lacks the issuer that the provider announces",
  requirement: "RFC 9207, section 2.3",
  judge({ flow, discovery }) {
    const { response } = flow;
    if (response === undefined) return notApplicable;
    if (discovery === undefined) return notSeen("the discovery document");
    const isAnnounced = readMember(
      discovery.document,
      "authorization_response_iss_parameter_supported",
    );
    if (isAnnounced !== true) return notApplicable;
    if (readParameter(response.parameters, "response") !== undefined) return notApplicable;
    if (readParameter(response.parameters, "iss") !== undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        {
          ...(response.message === undefined ? {} : { message: response.message }),
          part: response.mode === "query" ? "query" : "fragment",
          name: "iss",
          value: "absent",
        },
      ],
      why: "A client that relies on the announcement refuses the response.",
      remedy: "Correct the provider or the proxy that removed the parameter.",
    };
  },
};
