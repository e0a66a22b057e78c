import { readParameter } from "../../parameters.ts";
import { decodeToken } from "../../../tokens/decode-token.ts";
import { readMember } from "../../../encoding/json.ts";
import type { AuthMessage } from "../../message.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A logout that fails for another reason than its URL. */
export const logoutClient: Rule = {
  id: "logout-client",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The provider refused the logout",
  requirement: "OpenID Connect RP-Initiated Logout, section 2",
  yieldsTo: ["logout-return"],
  judge(prepared) {
    const logout = prepared.flow.messages.find(({ kind }) => kind === "logout");
    if (logout === undefined) return notApplicable;
    const { status } = logout.exchange;
    if (status < 400) return passed;
    if (status >= 500 || status === 429) {
      return {
        outcome: "failed",
        title: "The provider failed at the logout",
        seen: [statusOf(logout)],
        why: "The provider, or a proxy before it, answered with an error of its own. The session may still exist.",
        remedy: "Try again later, and look at the provider's status.",
      };
    }
    if (status === 404 || status === 405) {
      return {
        outcome: "failed",
        title: "There is no logout endpoint at this address",
        seen: [statusOf(logout)],
        why: "The server does not know the address, or does not take this method there. The session at the provider goes on.",
        remedy:
          "Compare the address with end_session_endpoint in the provider's discovery document, including the realm or tenant in its path.",
      };
    }
    const audience = readAudience(logout);
    const client = readParameter(logout.request, "client_id");
    if (audience !== undefined && client !== undefined && !audience.includes(client)) {
      return {
        outcome: "failed",
        title: "The logout's ID token is of another client",
        seen: [
          statusOf(logout),
          { message: logout, part: "query", name: "client_id", value: client },
          { message: logout, part: "claims", name: "aud", value: audience.join(" ") },
        ],
        why: "id_token_hint must be an ID token of the client that logs out. The session may still exist.",
        remedy: "Send the ID token of this client's last login, or client_id alone.",
      };
    }
    return {
      outcome: "failed",
      seen: [
        statusOf(logout),
        { message: logout, part: "query", name: "client_id", value: client ?? "missing" },
      ],
      why:
        client === undefined
          ? "The request names no client, and the provider refused it. The session may still exist."
          : "The provider does not know this client, or refuses its logout. The session may still exist.",
      remedy:
        "Send the Client ID from the application's settings as client_id, at the domain of its tenant.",
    };
  },
};

/** Returns the clients that the hint was issued for; undefined if there is no readable hint. */
function readAudience({ request }: AuthMessage): string[] | undefined {
  const hint = decodeToken(readParameter(request, "id_token_hint") ?? "");
  const aud = hint.ok ? readMember(hint.token.payload, "aud") : undefined;
  const list = (Array.isArray(aud) ? aud : [aud]).filter((each) => typeof each === "string");
  return list.length === 0 ? undefined : list;
}
