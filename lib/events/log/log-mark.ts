import * as z from "zod/mini";

/** Why events may be missing: what the service, or this inspector, said of the position. */
export const gapReasonSchema = z.enum([
  /** 410, or `cursor_expired`: the service keeps events for so long only. */
  "expired",
  /** `invalid_cursor`: the service does not take its own cursor any more. */
  "refused",
  /** The cursor was longer than the interface allows to send. Read from older logs; written no more. */
  "too-long",
  /** `payload_too_large`: an event is too large for the service to send. */
  "payload-too-large",
]);
export type GapReason = z.infer<typeof gapReasonSchema>;

/** Where a person chose to go on from. */
export const resumeChoiceSchema = z.enum(["event", "time", "cursor", "now"]);
export type ResumeChoice = z.infer<typeof resumeChoiceSchema>;

const placed = {
  /** When it was written, in milliseconds since the epoch. */
  at: z.number(),
  /** The event it stands behind; 0 when there was none. */
  afterSequence: z.number(),
};

/** Something about the stream that is not an event and must not be forgotten. */
export const logMarkSchema = z.discriminatedUnion("kind", [
  /** The position was lost: events between the two times may be missing. `from` is absent when unknown. */
  z.object({
    kind: z.literal("gap"),
    ...placed,
    from: z.optional(z.string()),
    to: z.string(),
    /** Absent in a log written by version 0.1. */
    reason: z.optional(gapReasonSchema),
  }),
  /** Somebody chose another place in the stream. Nothing was lost: what was stepped over was left on purpose. */
  z.object({
    kind: z.literal("resumed"),
    ...placed,
    chosen: resumeChoiceSchema,
    /** The event's id, the time, or the start of the cursor. */
    point: z.string(),
  }),
  /** The record of where the stream stands could not be read and was made anew from the events. */
  z.object({ kind: z.literal("repaired"), ...placed }),
  /** Frames that could not be understood, in a row; the first of them stands for all. */
  z.object({
    kind: z.literal("unreadable"),
    ...placed,
    count: z.number(),
    code: z.string(),
    message: z.string(),
    raw: z.string(),
  }),
]);
export type LogMark = z.infer<typeof logMarkSchema>;

type Unplaced<Mark> = Mark extends LogMark ? Omit<Mark, "at" | "afterSequence"> : never;
/** A mark to be written; the log adds when, and behind which event. */
export type NewLogMark = Unplaced<LogMark>;

/** What the limits of the log took away, oldest first. One for each tenant; never a gap: these events were stored. */
export const retainedMarkSchema = z.object({
  kind: z.literal("retained"),
  /** How many events, since the log began. */
  count: z.int(),
  /** When the first of them arrived, in milliseconds since the epoch. */
  from: z.number(),
  /** When the last of them arrived. */
  to: z.number(),
  /** When the last of them was dropped. */
  at: z.number(),
  /** The limit that dropped the last of them; `quota`: the browser had no more room. */
  why: z.enum(["count", "age", "quota"]),
});
export type RetainedMark = z.infer<typeof retainedMarkSchema>;
