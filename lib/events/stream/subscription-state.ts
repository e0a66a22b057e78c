import * as z from "zod/mini";

/** The start of a connection: now, after a cursor, or at a time. */
const resumeKindSchema = z.enum(["now", "cursor", "timestamp"]);
export type ResumeKind = z.infer<typeof resumeKindSchema>;

/**
 * The reasons for a wait before the next attempt. `rotation` is a routine reconnection; each other
 * reason is a problem.
 */
const waitReasonSchema = z.enum([
  "rotation",
  "network",
  "silent",
  "server-error",
  "rate-limited",
  "too-many-streams",
  "stream-error",
  "not-an-event-stream",
  "position-lost",
  "storage",
  "no-token",
]);
export type WaitReason = z.infer<typeof waitReasonSchema>;

/**
 * The reasons for a stop. After a refusal, the subscription tries again later; otherwise a user
 * must change something.
 */
const stopReasonSchema = z.enum([
  "not-started",
  "asked",
  /** The user withdrew the browser's permission for the tenant's origin. */
  "no-permission",
  /** There is no access token, and a new request would fail as well. */
  "no-token",
  "unauthorized",
  "insufficient-scope",
  "forbidden",
  "bad-request",
  "refused",
  "internal",
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

/** The reasons for a parked subscription: nothing is wrong, but a condition is not met. */
const parkReasonSchema = z.enum([
  /** The stream is set to run only while a window of the inspector is open, and none is. */
  "no-window",
  /** Another connection of Tenant Inspector to the same tenant has the lock. */
  "other-connection",
]);
export type ParkReason = z.infer<typeof parkReasonSchema>;

const waitingSchema = z.object({
  name: z.literal("waiting"),
  since: z.number(),
  until: z.number(),
  why: waitReasonSchema,
  message: z.string(),
});
const stopped = {
  name: z.literal("stopped"),
  since: z.number(),
  why: stopReasonSchema,
  message: z.string(),
};

/** The states after which the subscription reconnects automatically, at a known time. */
export const heldStateSchema = z.discriminatedUnion("name", [
  waitingSchema,
  z.object({ ...stopped, until: z.number() }),
]);
export type HeldState = Readonly<z.infer<typeof heldStateSchema>>;

/**
 * The states of a subscription. Times are milliseconds since the epoch. Messages are sentences for
 * the user and contain no secret.
 */
export const subscriptionStateSchema = z.discriminatedUnion("name", [
  z.object({ name: z.literal("connecting"), since: z.number(), resume: resumeKindSchema }),
  z.object({
    name: z.literal("listening"),
    since: z.number(),
    lastHeardAt: z.number(),
    resume: resumeKindSchema,
  }),
  waitingSchema,
  z.object({
    name: z.literal("parked"),
    since: z.number(),
    why: parkReasonSchema,
    message: z.string(),
  }),
  /** `until` is the time of the next attempt after a refusal. */
  z.object({ ...stopped, until: z.optional(z.number()) }),
]);
export type SubscriptionState = Readonly<z.infer<typeof subscriptionStateSchema>>;
