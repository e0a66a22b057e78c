import * as z from "zod/mini";
import { storedEventSchema } from "../events/log/event-log.ts";
import { logMarkSchema, retainedMarkSchema } from "../events/log/log-mark.ts";
import { subscriptionStateSchema } from "../events/stream/subscription-state.ts";
import { rateLimitSchema } from "../management/calls/rate-limit.ts";
import { credentialSummarySchema } from "./credential.ts";
import { tenantIdSchema, tenantRefSchema, tenantSchema } from "./tenant.ts";

/** The feed that every surface follows: the tenants, and of the selected one its credential, stream and newest events. */
export const activityFeedName = "activity";

/**
 * How many of the newest events a snapshot brings, and a page keeps: a list's first view of them. The page waits for all of it,
 * and an event is some kB on a way through three processes; what is older is read from the log.
 */
export const maxShownEvents = 50;

/** What every surface may say of each tenant, selected or not. */
const tenantActivitySchema = z.object({
  tenant: tenantSchema,
  /** Stands for the tenant in the addresses of pages. */
  ref: z.optional(tenantRefSchema),
  credential: z.optional(credentialSummarySchema),
  /** True if a remembered credential was lost when the browser ended while another was erased. */
  isCredentialLost: z.optional(z.boolean()),
  /** Whether the browser lets this extension reach the tenant's origin. */
  isPermitted: z.boolean(),
  /** The same of its custom domain; absent where it has none. */
  isCustomPermitted: z.optional(z.boolean()),
  stream: subscriptionStateSchema,
  unread: z.int(),
});
export type TenantActivity = z.infer<typeof tenantActivitySchema>;

/** Something in the worker needs the user; `code` says which way out there is. */
const troubleSchema = z.object({ code: z.string(), message: z.string() });
export type WorkerTrouble = z.infer<typeof troubleSchema>;

export const activitySnapshotSchema = z.object({
  tenants: z.array(tenantActivitySchema),
  selectedId: z.optional(tenantIdSchema),
  /** Of the selected tenant, newest first. */
  events: z.array(storedEventSchema),
  /** Of the selected tenant, oldest first. */
  marks: z.array(logMarkSchema),
  /** What the limits of the selected tenant's log took away. */
  retained: z.optional(retainedMarkSchema),
  /** The selected tenant's log starts at this time (`YYYY-MM-DDTHH:MM:SSZ`). */
  startedFrom: z.optional(z.string()),
  /** What the selected tenant last said of its rate limit. */
  rateLimit: z.optional(rateLimitSchema),
  trouble: z.optional(troubleSchema),
});
export type ActivitySnapshot = z.infer<typeof activitySnapshotSchema>;

/** Each change says what is true now, so that applying it twice does no harm. */
export const activityChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("stream"),
    tenantId: tenantIdSchema,
    stream: subscriptionStateSchema,
  }),
  /** Oldest first; a sequence that is known already is not new. Events of a tenant that is not selected are not told. */
  z.object({
    kind: z.literal("events"),
    tenantId: tenantIdSchema,
    events: z.array(storedEventSchema),
    unread: z.int(),
  }),
  z.object({ kind: z.literal("unread"), tenantId: tenantIdSchema, unread: z.int() }),
  z.object({ kind: z.literal("rate-limit"), tenantId: tenantIdSchema, rateLimit: rateLimitSchema }),
  /** Another tenant is selected, or one of them is not what it was: everything is to be read anew. */
  z.object({ kind: z.literal("snapshot"), snapshot: activitySnapshotSchema }),
]);
export type ActivityChange = z.infer<typeof activityChangeSchema>;
