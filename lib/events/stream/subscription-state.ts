import * as z from "zod/mini";

/** Where a connection starts: from now on, behind a cursor, or at a time. */
const resumeKindSchema = z.enum(["now", "cursor", "timestamp"]);
export type ResumeKind = z.infer<typeof resumeKindSchema>;

/** Why the subscription waits before its next attempt. All but `rotation` mean that something is wrong. */
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

/** Why the subscription does nothing until it is started again. */
const stopReasonSchema = z.enum([
  "not-started",
  "asked",
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

/** Times are milliseconds since the epoch; messages are sentences for people and carry no secret. */
export const subscriptionStateSchema = z.discriminatedUnion("name", [
  z.object({ name: z.literal("connecting"), since: z.number(), resume: resumeKindSchema }),
  z.object({
    name: z.literal("listening"),
    since: z.number(),
    lastHeardAt: z.number(),
    resume: resumeKindSchema,
  }),
  z.object({
    name: z.literal("waiting"),
    since: z.number(),
    until: z.number(),
    why: waitReasonSchema,
    message: z.string(),
  }),
  z.object({
    name: z.literal("parked"),
    since: z.number(),
    why: parkReasonSchema,
    message: z.string(),
  }),
  z.object({
    name: z.literal("stopped"),
    since: z.number(),
    why: stopReasonSchema,
    message: z.string(),
  }),
]);
export type SubscriptionState = Readonly<z.infer<typeof subscriptionStateSchema>>;
