import * as z from "zod/mini";
import type { JsonValue } from "../encoding/json.ts";
import { showHidden } from "../encoding/show-hidden.ts";

/** Something about a token that its reader should know, with the way out. */
export const findingSchema = z.object({
  /** Stable name of the rule, for filters and tests. */
  id: z.string(),
  /** error: a correct client refuses the token. warning: it may be refused, or is unsafe to rely on. note: worth knowing. */
  severity: z.enum(["error", "warning", "note"]),
  title: z.string(),
  /** What in the token led here. */
  seen: z.string(),
  why: z.string(),
  remedy: z.string(),
  /** Specification and section. */
  source: z.string(),
  /** The error code that version 10 of the authentication library gives for this. */
  libraryError: z.optional(z.literal("invalid_token")),
});
export type Finding = z.infer<typeof findingSchema>;

export const tokenUseSchema = z.enum(["id_token", "access_token", "unknown"]);
export type TokenUse = z.infer<typeof tokenUseSchema>;

/** What the reader knows about the login that the token came from. */
export interface FindingsContext {
  /** Milliseconds since the epoch. */
  now: number;
  use: TokenUse;
  /** The issuer of the tenant that the user chose, with its trailing slash. */
  tenantIssuer?: string;
  /** The issuers of the same tenant's other domains. */
  otherIssuers?: readonly string[];
  clientId?: string;
  /** The nonce of the login request; an ID token must repeat it. */
  nonce?: string;
  /** The `max_age` of the login request in seconds; an ID token must then carry `auth_time`. */
  maxAge?: number;
  /** The `organization` of the login request: an id (`org_…`) or a name. */
  organization?: string;
  /** Seconds of clock difference that the client tolerates; the library's own default, 60, when left out. */
  leeway?: number;
}

const MAX_SHOWN = 160;

/** A value of the token as it is quoted in a finding, shortened: the token's author chose its length. */
export function showValue(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  const text = showHidden(JSON.stringify(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
