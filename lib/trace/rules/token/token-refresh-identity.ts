import { readMember } from "../../../encoding/json.ts";
import { decodeToken } from "../../../tokens/decode-token.ts";
import { readParameter } from "../../parameters.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** A refreshed ID token must be of the same user, by the same issuer. */
export const tokenRefreshIdentity: Rule = {
  id: "token-refresh-identity",
  group: "token-endpoint",
  rank: "cause",
  severity: "error",
  title: "The refreshed ID token is of another user",
  requirement: "OpenID Connect Core, section 12.2",
  judge({ flow, tokens, context }) {
    const refreshed = tokens.find(
      ({ name, message }) =>
        name === "id_token" && readParameter(message.request, "grant_type") === "refresh_token",
    );
    if (refreshed?.decoded === undefined) return notApplicable;
    const before = context.flows.find(({ id }) => id === flow.previousId);
    const text = before?.messages
      .map(({ response }) => readParameter(response, "id_token"))
      .findLast((each) => each !== undefined);
    const earlier = decodeToken(text ?? "");
    if (!earlier.ok) return notSeen("the ID token of the login");
    for (const name of ["sub", "iss"]) {
      const was = JSON.stringify(readMember(earlier.token.payload, name));
      const value = JSON.stringify(readMember(refreshed.decoded.payload, name));
      if (was === value) continue;
      return {
        outcome: "failed",
        seen: [
          { message: refreshed.message, part: "claims", name, value: value ?? "absent" },
          { part: "claims", name: `${name} of the login`, value: was ?? "absent" },
        ],
        why: `${name} must be the same as in the ID token of the login.`,
        remedy: "End the session of the application, and log in again.",
      };
    }
    return passed;
  },
};
