import type { MessageKind } from "../../message.ts";
import { errorOf, sent } from "../evidence.ts";
import { notApplicable, passed, type Rule, type RuleGroup } from "../rule.ts";

interface RefusedCallRow {
  id: string;
  kind: MessageKind;
  group: RuleGroup;
  title: string;
  requirement: string;
  why: string;
  remedy: string;
  shown: readonly string[];
  /** The codes of a refusal that leaves things as they should be. */
  harmless?: readonly string[];
}

/** Endpoints beside those of authorization and tokens, whose refusal ends what the page wanted. */
const rows: readonly RefusedCallRow[] = [
  {
    id: "par-refused",
    kind: "pushed-request",
    group: "request",
    title: "The provider refused the pushed authorization request",
    requirement: "RFC 9126, section 2.3",
    why: "The provider checks a pushed request as it would check one in the URL, and the client's authentication beside it. Without a request_uri no login can begin.",
    remedy:
      "Correct the parameter that the description names. A client that must authenticate pushes from its server.",
    shown: ["client_id", "redirect_uri", "response_type"],
  },
  {
    id: "device-refused",
    kind: "device-authorization",
    group: "request",
    title: "The provider refused the device authorization request",
    requirement: "RFC 8628, section 3.1",
    why: "The device got no code that its user could enter.",
    remedy: "Allow the device grant for this application, and check client_id and scope.",
    shown: ["client_id", "scope"],
  },
  {
    id: "mfa-refused",
    kind: "mfa",
    group: "embedded",
    title: "The provider refused the second factor",
    requirement: "RFC 6749, section 5.2",
    why: "The code is wrong or has expired, the mfa_token has expired, or the factor is not enrolled.",
    remedy:
      "Ask for a new code, and begin the login again if the mfa_token is older than ten minutes.",
    shown: ["grant_type"],
  },
  {
    id: "revocation-refused",
    kind: "revocation",
    group: "session",
    title: "The provider did not revoke the token",
    requirement: "RFC 7009, section 2.2.1",
    why: "An unknown token is no error for this endpoint, so the client or the token's type is wrong. The token stays valid.",
    remedy:
      "Send the client_id that got the token, and revoke the refresh token rather than a JWT.",
    shown: ["client_id", "token_type_hint"],
    // Some providers say so of a token that has ended; a JWT can often not be revoked.
    harmless: ["invalid_token", "unsupported_token_type"],
  },
  {
    id: "introspection-refused",
    kind: "introspection",
    group: "token-endpoint",
    title: "The provider refused the introspection",
    requirement: "RFC 7662, section 2.3",
    why: "The endpoint answers to APIs that authenticate, and not to pages.",
    remedy: "Let the API introspect the token with its own credentials.",
    shown: ["client_id"],
  },
];

/** One rule for each row. */
export const refusedCalls: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: row.group,
  rank: "cause",
  severity: "error",
  stopsLogin: true,
  title: row.title,
  requirement: row.requirement,
  yieldsTo: ["net-preflight", "net-cors"],
  judge({ flow }) {
    const calls = flow.messages.filter(({ kind }) => kind === row.kind);
    const last = calls.at(-1);
    if (last === undefined) return notApplicable;
    // A call that was repeated with success has been handled.
    if (last.exchange.status < 400) return passed;
    return {
      outcome: "failed",
      ...(row.harmless?.includes(last.error ?? "") === true
        ? { severity: "warning" as const }
        : {}),
      seen: [...errorOf(last), ...row.shown.map((name) => sent(last, name))],
      why: row.why,
      remedy: row.remedy,
    };
  },
}));
