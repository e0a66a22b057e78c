import { readMember, readText } from "../../../encoding/json.ts";
import type { FlowToken } from "../../prepared-flow.ts";
import { notApplicable, notSeen, passed, type Rule, type RuleResult } from "../rule.ts";

/** Version 10 of the library refuses ID tokens that are signed with a shared secret. */
export const idtHs256: Rule = {
  id: "idt-hs256",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The ID token is signed with HS256",
  requirement: "OpenID Connect Core, section 3.1.3.7, item 6",
  judge({ tokens, flow }) {
    const token = tokens.find(({ name }) => name === "id_token");
    if (token === undefined) {
      const asked = flow.authorization?.request.some(
        ([name, value]) => name === "scope" && value.split(" ").includes("openid"),
      );
      return asked === true ? notSeen("the response with the ID token") : notApplicable;
    }
    const alg = readText(readMember(token.header ?? {}, "alg"));
    if (alg === undefined) return notSeen("the header of the ID token");
    if (alg !== "HS256") return passed;
    const { library } = flow;
    if (library === undefined && token.message.responseMode === "form_post")
      return forServer(token);
    const which =
      library === undefined
        ? "Version 9 of auth0.js accepts it after a call of user info, version 10 refuses it with invalid_token."
        : `The page runs ${library.name} ${library.version}. Version 9 of auth0.js accepts it after a call of user info, version 10 refuses it with invalid_token.`;
    return {
      outcome: "failed",
      seen: [{ message: token.message, part: "token-header", name: "alg", value: alg }],
      why: `A browser cannot keep the secret that HS256 needs, so it cannot verify the token. ${which}`,
      remedy:
        "Set the JSON Web Token signature algorithm of the application to RS256, then log in again.",
      copy: "RS256",
    };
  },
};

/** A server can keep the secret that it shares with the provider. */
function forServer({ message }: FlowToken): RuleResult {
  return {
    outcome: "failed",
    rank: "advice",
    severity: "note",
    seen: [{ message, part: "token-header", name: "alg", value: "HS256" }],
    why: "The response was posted to a server, which can keep the shared secret of HS256. A page could not, and version 10 of the library would refuse the token.",
    remedy: "Prefer RS256: then only the provider can sign.",
    copy: "RS256",
  };
}
