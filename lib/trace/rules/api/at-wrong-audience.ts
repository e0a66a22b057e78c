import { readMember } from "../../../encoding/json.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { listRefusedCalls, type ApiCall } from "./read-bearer.ts";

/**
 * An API's audience is a name and need not be its address. So only an ID token counts, a call of
 * the provider itself, whose audiences are its addresses, and a call of another host with a token
 * that only the provider's own addresses are audiences of.
 */
export const atWrongAudience: Rule = {
  id: "at-wrong-audience",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The token is not for this API",
  requirement: "RFC 9068, section 4; RFC 9700, section 2.3",
  judge(prepared) {
    const calls = listRefusedCalls(prepared);
    if (calls.length === 0) return notApplicable;
    for (const call of calls) {
      const audiences = listAudiences(call);
      const isId = isIdToken(call, prepared);
      if (!isId && !isForeign(call, audiences, prepared)) continue;
      const { message } = call;
      return {
        outcome: "failed",
        ...(isId ? { title: "The page sent an ID token to an API" } : {}),
        seen: [
          statusOf(message),
          { message, part: "claims", name: "aud", value: audiences.join(" ") },
        ],
        why: isId
          ? "An ID token tells the application who logged in. An API accepts access tokens only."
          : "aud lists the APIs that the token is for. It does not contain the one that was called.",
        remedy: isId
          ? "Send the access_token of the same response."
          : "Log in, or renew, with the audience of the API that you call and with its scopes.",
      };
    }
    return passed;
  },
};

function listAudiences({ decoded }: ApiCall): string[] {
  const aud = readMember(decoded?.payload ?? {}, "aud");
  const list = Array.isArray(aud) ? aud : [aud];
  return list.filter((each): each is string => typeof each === "string");
}

function isIdToken({ token }: ApiCall, { tokens }: PreparedFlow): boolean {
  return tokens.some(({ name, text }) => name === "id_token" && text === token);
}

function isForeign(
  { message }: ApiCall,
  audiences: readonly string[],
  { flow }: PreparedFlow,
): boolean {
  if (audiences.length === 0) return false;
  const { url } = message.exchange;
  const isOwn = URL.parse(url)?.host === flow.host;
  if (isOwn) return message.kind !== "api-call" && !audiences.some((aud) => url.startsWith(aud));
  return audiences.every((aud) => URL.parse(aud)?.host === flow.host);
}
