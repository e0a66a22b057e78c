import * as z from "zod/mini";
import { showHidden } from "../../encoding/show-hidden.ts";

/** The ids of the checks, in the order of the list. */
const checkIds = [
  "response",
  "state",
  "nonce",
  "issuer",
  "audience",
  "subject",
  "organization",
  "times",
  "signature",
  "at_hash",
  "c_hash",
  "scopes",
] as const;
export type CheckId = (typeof checkIds)[number];

/** A check of a login: the compared values and the outcome. Contains no token and no code. */
export const checkSchema = z.object({
  id: z.enum(checkIds),
  title: z.string(),
  outcome: z.enum(["passed", "failed", "not-applicable"]),
  /** One sentence: the result, or the reason why the check does not apply. */
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
  response: { title: "Response", source: "RFC 6749, sections 4.2.2 and 4.2.2.1" },
  state: { title: "State", source: "RFC 6749, section 10.12" },
  nonce: { title: "Nonce", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  issuer: { title: "Issuer", source: "OpenID Connect Core 1.0, section 3.1.3.7; RFC 9207" },
  audience: { title: "Audience", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  subject: { title: "Subject", source: "OpenID Connect Core 1.0, section 2" },
  organization: {
    title: "Organization",
    source: "the tenant's own claim, documented for organizations",
  },
  times: { title: "Times", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  signature: { title: "Signature", source: "OpenID Connect Core 1.0, section 3.1.3.7" },
  at_hash: { title: "at_hash", source: "OpenID Connect Core 1.0, section 3.2.2.9" },
  c_hash: { title: "c_hash", source: "OpenID Connect Core 1.0, section 3.3.2.10" },
  scopes: { title: "Scopes", source: "RFC 6749, section 5.1" },
};

const maxValueLength = 160;

/** Formats an untrusted text: escapes hidden characters, and shortens the text. */
export function showText(text: string | undefined): string {
  if (text === undefined) return "absent";
  const shown = showHidden(text);
  return shown.length > maxValueLength ? `${shown.slice(0, maxValueLength - 1)}…` : shown;
}

/** Shortens a state or a nonce to a form that can be recognized, but not used. */
export function shorten(text: string | undefined): string {
  if (text === undefined || text.length <= 12) return showText(text);
  return showText(`${text.slice(0, 6)}…${text.slice(-4)}`);
}
