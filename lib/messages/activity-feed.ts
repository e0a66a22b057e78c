import * as z from "zod/mini";
import { storedEventSchema } from "../events/log/event-log.ts";
import { logMarkSchema, retainedMarkSchema } from "../events/log/log-mark.ts";
import { subscriptionStateSchema } from "../events/stream/subscription-state.ts";
import { rateLimitSchema } from "../management/calls/rate-limit.ts";
import { credentialLossSchema, credentialSummarySchema } from "./credential.ts";
import { shownPolicySchema } from "./policy.ts";
import { tenantIdSchema, tenantRefSchema, tenantSchema } from "./tenant.ts";

/**
 * The name of the feed that every page follows. It contains all tenants, and the newest events of
 * the selected tenant.
 */
export const activityFeedName = "activity";

/**
 * The maximum number of events in a snapshot and on a page. A page waits for the whole snapshot,
 * and each event is a few kB that cross three processes. Pages read older events from the log.
 */
export const maxShownEvents = 50;

/** The state of one tenant, selected or not. */
const tenantActivitySchema = z.object({
  tenant: tenantSchema,
  /** Identifies the tenant in the URLs of pages. */
  ref: z.optional(tenantRefSchema),
  credential: z.optional(credentialSummarySchema),
  /** Why a saved credential is gone. */
  credentialLoss: z.optional(credentialLossSchema),
  /** True while the extension has the host permission for the tenant's origin. */
  isPermitted: z.boolean(),
  /** True while it has the permission for the custom domain; absent without a custom domain. */
  isCustomPermitted: z.optional(z.boolean()),
  stream: subscriptionStateSchema,
  unread: z.int(),
});
export type TenantActivity = z.infer<typeof tenantActivitySchema>;

/** A problem of the worker that the user must solve. The pages choose the remedy by `code`. */
const troubleSchema = z.object({ code: z.string(), message: z.string() });
export type WorkerTrouble = z.infer<typeof troubleSchema>;

export const activitySnapshotSchema = z.object({
  tenants: z.array(tenantActivitySchema),
  selectedId: z.optional(tenantIdSchema),
  /** The events of the selected tenant, newest first. */
  events: z.array(storedEventSchema),
  /** The marks of the selected tenant's log, oldest first. */
  marks: z.array(logMarkSchema),
  /** The mark for the events that exceeded the limits of the selected tenant's log. */
  retained: z.optional(retainedMarkSchema),
  /** The selected tenant's log starts at this time (`YYYY-MM-DDTHH:MM:SSZ`). */
  startedFrom: z.optional(z.string()),
  /** The last rate limit that the selected tenant reported. */
  rateLimit: z.optional(rateLimitSchema),
  trouble: z.optional(troubleSchema),
  /** The policy of the organisation that manages this browser. */
  policy: z.optional(shownPolicySchema),
  /** An update of the extension that waits, so that it takes nothing away. */
  waitingUpdate: z.optional(z.object({ version: z.string() })),
});
export type ActivitySnapshot = z.infer<typeof activitySnapshotSchema>;

/**
 * A change of the snapshot. A change contains the current value, so a page can apply it twice.
 */
export const activityChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("stream"),
    tenantId: tenantIdSchema,
    stream: subscriptionStateSchema,
  }),
  /**
   * New events of the selected tenant, oldest first. An event with a known sequence is a duplicate.
   */
  z.object({
    kind: z.literal("events"),
    tenantId: tenantIdSchema,
    events: z.array(storedEventSchema),
    unread: z.int(),
  }),
  z.object({ kind: z.literal("unread"), tenantId: tenantIdSchema, unread: z.int() }),
  z.object({ kind: z.literal("rate-limit"), tenantId: tenantIdSchema, rateLimit: rateLimitSchema }),
  /** Replaces everything, after another tenant was selected or a tenant changed. */
  z.object({ kind: z.literal("snapshot"), snapshot: activitySnapshotSchema }),
]);
export type ActivityChange = z.infer<typeof activityChangeSchema>;
