import * as z from "zod/mini";
import { shorten } from "../../encoding/shorten.ts";
import { showHidden } from "../../encoding/show-hidden.ts";

/** The ids of the checks, in the order of the list. */
const checkIds = [
  "form",
  "type",
  "algorithm",
  "key",
  "response",
  "response_issuer",
  "state",
  "nonce",
  "issuer",
  "audience",
  "subject",
  "organization",
  "profile",
  "times",
  "signature",
  "events",
  "no_nonce",
  "jti",
  "request",
  "ath",
  "binding",
  "at_hash",
  "c_hash",
  "scopes",
] as const;
export type CheckId = (typeof checkIds)[number];

/** A check of a login or a token: the compared values and the outcome. Contains no token. */
export const checkSchema = z.object({
  id: z.enum(checkIds),
  title: z.string(),
  /**
   * - warning: passed, but a receiver may refuse the token
   * - not-checked: the check applies, but a value or a key to check against is missing
   */
  outcome: z.enum(["passed", "failed", "warning", "not-checked", "not-applicable"]),
  /** One sentence: the result, or the reason why there is none. */
  message: z.string(),
  remedy: z.optional(z.string()),
  /** For a point in time, `at` is its Unix time in ms. */
  compared: z.array(z.object({ label: z.string(), value: z.string(), at: z.optional(z.number()) })),
  /** Specification and section. */
  source: z.string(),
});
export type Check = z.infer<typeof checkSchema>;
/** A check without its title and source, which follow from the id. */
export type CheckResult = Omit<Check, "title" | "source">;
export type ComparedValue = Check["compared"][number];

/** The title and the specification of each check. */
export const checkFacts: Readonly<Record<CheckId, { title: string; source: string }>> = {
  form: { title: "Form", source: "RFC 7519, section 7.2" },
  type: { title: "Type", source: "RFC 8725, section 3.11" },
  algorithm: { title: "Algorithm", source: "RFC 8725, sections 3.1 and 3.2" },
  key: { title: "Key", source: "RFC 9449, section 4.2" },
  response: { title: "Response", source: "RFC 6749, sections 4.2.2 and 4.2.2.1" },
  response_issuer: { title: "Issuer of the response", source: "RFC 9207, section 2.4" },
  state: { title: "State", source: "RFC 6749, section 10.12" },
  nonce: { title: "Nonce", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  issuer: { title: "Issuer", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  audience: { title: "Audience", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  subject: { title: "Subject", source: "OpenID Connect Core 1.0, section 2" },
  organization: {
    title: "Organization",
    source: "the tenant's own claim, documented for organizations",
  },
  profile: { title: "Claims", source: "RFC 9068, section 2.2" },
  times: { title: "Times", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  signature: { title: "Signature", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  events: { title: "Events", source: "OpenID Connect Back-Channel Logout 1.0, section 2.4" },
  no_nonce: { title: "No nonce", source: "OpenID Connect Back-Channel Logout 1.0, section 2.4" },
  jti: { title: "Token ID", source: "RFC 7519, section 4.1.7" },
  request: { title: "Request", source: "RFC 9449, section 4.3" },
  ath: { title: "ath", source: "RFC 9449, section 4.3" },
  binding: { title: "Key binding", source: "RFC 9449, sections 4.3 and 6.1" },
  at_hash: { title: "at_hash", source: "OpenID Connect Core 1.0, section 3.2.2.9" },
  c_hash: { title: "c_hash", source: "OpenID Connect Core 1.0, section 3.3.2.10" },
  scopes: { title: "Scopes", source: "RFC 6749, section 5.1" },
};

const maxValueLength = 160;

/** Formats an untrusted text: escapes hidden characters, and shortens the text. */
export function showText(text: string | undefined): string {
  if (text === undefined) return "absent";
  return shorten(showHidden(text), maxValueLength - 1);
}

/** Shortens a state or a nonce to a form that can be recognized, but not used. */
export function showEnds(text: string | undefined): string {
  if (text === undefined || text.length <= 12) return showText(text);
  return showText(`${text.slice(0, 6)}…${text.slice(-4)}`);
}
