import * as z from "zod/mini";
import { isFindingId, type FindingId } from "./finding-table.ts";
import type { JsonValue } from "../encoding/json.ts";
import { shorten } from "../encoding/shorten.ts";
import { showHidden } from "../encoding/show-hidden.ts";
import type { Kind } from "./kinds/kind-table.ts";
import type { TokenUse } from "./kinds/token-kind.ts";

/** A problem of a token, or a remark, with its remedy. */
export const findingSchema = z.object({
  id: z.custom<FindingId>(isFindingId),
  /**
   * - error: a correct client refuses the token
   * - warning: a client may refuse the token, or relying on it is unsafe
   * - note: for information
   */
  severity: z.enum(["error", "warning", "note"]),
  title: z.string(),
  /** The values of the token that caused the finding. */
  seen: z.string(),
  why: z.string(),
  remedy: z.string(),
  /** Specification and section. */
  source: z.string(),
  /** The error code of version 10 of the authentication library in this case. */
  libraryError: z.optional(z.literal("invalid_token")),
});
export type Finding = z.infer<typeof findingSchema>;

/** The known facts of the login that issued the token. */
export interface FindingsContext {
  /** Milliseconds since the epoch. */
  now: number;
  use: TokenUse;
  /** The kind of the token; default: the one of its use. */
  kind?: Kind;
  /**
   * True if the token is for version 10 of the library: then its rules are rules for the token.
   * Default: true for a token of the selected tenant.
   */
  isForLibrary?: boolean;
  /** The name before the token in the text, such as `id_token`. */
  name?: string;
  /** The issuer of the selected tenant, with its trailing slash. */
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
  /** True if the login's request is known: a value that it lacks here was not sent. */
  isRequestKnown?: boolean;
  /** The arrival of the login's response by this device's clock: Unix time in ms. */
  receivedAt?: number;
  /** The tolerated clock difference in seconds; by default 60, as in the library. */
  leeway?: number;
}

const maxShown = 160;

/** Formats a value for a finding. Shortens it, because the token's author chose its length. */
export function showValue(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  return shorten(showHidden(JSON.stringify(value)), maxShown - 1);
}
