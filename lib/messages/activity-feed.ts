import * as z from "zod/mini";
import { storedEventSchema } from "../events/event-log.ts";
import { subscriptionStateSchema } from "../events/subscription-state.ts";
import { credentialSummarySchema, tenantSchema } from "./tenant.ts";

/** The feed that every surface follows: the tenant, its credential, the stream's state, and the newest events. */
export const activityFeedName = "activity";

/** How many of the newest events a snapshot brings, and a page keeps. */
export const shownEvents = 200;

export const activitySnapshotSchema = z.object({
  tenant: z.optional(tenantSchema),
  credential: z.optional(credentialSummarySchema),
  stream: subscriptionStateSchema,
  unread: z.int(),
  /** Newest first. */
  events: z.array(storedEventSchema),
  /** Something in the worker needs the user: a damaged store, a database that cannot be opened. */
  trouble: z.optional(z.string()),
});
export type ActivitySnapshot = z.infer<typeof activitySnapshotSchema>;

/** Each change says what is true now, so that applying it twice does no harm. */
export const activityChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("stream"), stream: subscriptionStateSchema }),
  /** Oldest first; a sequence that is known already is not new. */
  z.object({ kind: z.literal("events"), events: z.array(storedEventSchema), unread: z.int() }),
  z.object({ kind: z.literal("unread"), unread: z.int() }),
  /** The tenant or its credential is another: everything is to be read anew. */
  z.object({ kind: z.literal("snapshot"), snapshot: activitySnapshotSchema }),
]);
export type ActivityChange = z.infer<typeof activityChangeSchema>;
