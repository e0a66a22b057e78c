import { readMember } from "../../../encoding/json.ts";
import { readMoment } from "../../../tokens/numeric-date.ts";
import { namePage } from "../../capture-context.ts";
import { endOf } from "../../exchange.ts";
import { readParameter } from "../../parameters.ts";
import { nameSite } from "../name-site.ts";
import { findOrigin } from "./find-later-call.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { errorOf, readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, type Rule } from "../rule.ts";
import { listRefusedCalls, type ApiCall } from "./read-bearer.ts";

/** A refusal of which no other rule knows the reason. */
export const atRefused: Rule = {
  id: "at-refused",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The API refused the access token",
  requirement: "RFC 6750, section 3.1",
  yieldsTo: [
    "at-expired",
    "at-insufficient-scope",
    "at-missing",
    "at-redirected",
    "at-wrong-audience",
    "dpop-bearer",
    "dpop-nonce",
    "dpop-proof",
    "idt-inner-issuer",
  ],
  judge(prepared) {
    const call = listRefusedCalls(prepared)[0];
    if (call === undefined) return notApplicable;
    if (isWithoutAudience(call, prepared)) {
      return {
        outcome: "failed",
        title: "The API got an access token that is not made for it",
        seen: [
          ...errorOf(call.message),
          seeAsked(prepared, "audience"),
          seeAsked(prepared, "resource"),
        ],
        why: "The login named no API. Then many providers issue an opaque token, which is good for their own user info alone; an API that expects a JWT refuses it.",
        remedy:
          "Name the API in the login: audience with its identifier, or resource (RFC 8707), as the provider documents. A token that is already stored must be requested again.",
      };
    }
    const { exchange } = call.message;
    const begins = readMoment(readMember(call.decoded?.payload ?? {}, "nbf"));
    if (begins !== undefined && begins > endOf(exchange)) {
      return {
        outcome: "failed",
        title: "The access token is not valid yet",
        seen: [
          ...errorOf(call.message),
          {
            message: call.message,
            part: "claims",
            name: "nbf",
            value: new Date(begins).toISOString(),
          },
        ],
        why: "An API refuses a token before its nbf. The clocks of the provider, of this device and of the API differ.",
        remedy: "Set the clocks by a time server, and let the API accept a minute's difference.",
      };
    }
    return {
      outcome: "failed",
      ...(isOfOther(call, prepared) ? { severity: "warning" as const } : {}),
      seen: errorOf(call.message),
      why: "The API answered 401 to a request with a token, and the capture does not show why.",
      remedy: "Check the causes in this order.",
      causes: [
        {
          cause: "The API expects another issuer or audience.",
          check:
            "Compare iss and aud of the access token with the API's settings, including a slash at the end.",
          remedy: "Correct the API's settings, or ask for its audience.",
        },
        {
          cause: "The API cannot get the provider's keys, or has old ones.",
          check: "Read the API's log for the key set's address and the token's kid.",
          remedy: "Let the API read the key set again.",
        },
        {
          cause: "The token was revoked, or the API's clock is wrong.",
          check: "Ask the provider's introspection endpoint, and compare the clocks.",
          remedy: "Log in again, or correct the clock.",
        },
      ],
    };
  },
};

/**
 * Returns true for a token that no login of this page issued, at another site: it is of a service
 * within the page. False if the capture does not show the tokens of the logins.
 */
function isOfOther({ message: { exchange } }: ApiCall, { flow, context }: PreparedFlow): boolean {
  if (flow.kind !== "call" || flow.previousId !== undefined) return false;
  const page = URL.parse(findOrigin(exchange) ?? "");
  if (page === null || nameSite(page.hostname) === nameSite(new URL(exchange.url).hostname)) {
    return false;
  }
  const logins = context.completeFlows.get(namePage(page.host))?.login ?? [];
  return logins.some(({ messages }) =>
    messages.some(({ response }) => readParameter(response, "access_token") !== undefined),
  );
}

function isWithoutAudience({ message, decoded }: ApiCall, prepared: PreparedFlow): boolean {
  const { flow } = prepared;
  if (decoded !== undefined || flow.authorization === undefined) return false;
  if (message.kind !== "api-call") return false;
  return (
    readAsked(prepared, "audience") === undefined && readAsked(prepared, "resource") === undefined
  );
}
