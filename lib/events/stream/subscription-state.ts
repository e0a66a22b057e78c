import * as z from "zod/mini";

/** Where a connection starts: from now on, behind a cursor, or at a time. */
const resumeKindSchema = z.enum(["now", "cursor", "timestamp"]);
export type ResumeKind = z.infer<typeof resumeKindSchema>;

/** Why the subscription waits before its next attempt. All but `rotation`, a routine reconnection, mean that something is wrong. */
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

/** Why the subscription rests: after a refusal until it tries again, else until something is changed. */
const stopReasonSchema = z.enum([
  "not-started",
  "asked",
  /** The browser's permission for the tenant's address was taken back. */
  "no-permission",
  /** There is no access token, and asking again would not bring one. */
  "no-token",
  "unauthorized",
  "insufficient-scope",
  "forbidden",
  "bad-request",
  "refused",
  "internal",
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

/** Why the subscription does nothing although nothing is wrong: something outside of it has to change first. */
const parkReasonSchema = z.enum([
  /** It is to run only while a window of the inspector is open, and none is. */
  "no-window",
  /** Another connection of this inspector for the same tenant holds the lock. */
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

/** The states of a subscription that connects again by itself at a known time. */
export const heldStateSchema = z.discriminatedUnion("name", [
  waitingSchema,
  z.object({ ...stopped, until: z.number() }),
]);
export type HeldState = Readonly<z.infer<typeof heldStateSchema>>;

/** Times are milliseconds since the epoch; messages are sentences for people and carry no secret. */
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
  /** `until`: when the stream is asked for again after a refusal. */
  z.object({ ...stopped, until: z.optional(z.number()) }),
]);
export type SubscriptionState = Readonly<z.infer<typeof subscriptionStateSchema>>;
