import * as z from "zod/mini";

/** The reasons for a gap, in which events may be missing. */
const gapReasonSchema = z.enum([
  /** 410 or `cursor_expired`: the service no longer keeps the events at the position. */
  "expired",
  /** `invalid_cursor`: the service no longer accepts its own cursor. */
  "refused",
  /** The cursor was too long to be sent back. Only older versions wrote this reason. */
  "too-long",
  /** `payload_too_large`: the service cannot send an event because of its size. */
  "payload-too-large",
]);
export type GapReason = z.infer<typeof gapReasonSchema>;

/** The kind of point from which a user resumed the stream. */
const resumeChoiceSchema = z.enum(["event", "time", "cursor", "now"]);
export type ResumeChoice = z.infer<typeof resumeChoiceSchema>;

const placed = {
  /** The time of writing, in milliseconds since the epoch. */
  at: z.number(),
  /** The sequence of the event before the mark; 0 if there was none. */
  afterSequence: z.number(),
};

/** A note in the log about the stream, between two events. */
export const logMarkSchema = z.discriminatedUnion("kind", [
  /** A gap: events between the two times may be missing. `from` is absent if it is unknown. */
  z.object({
    kind: z.literal("gap"),
    ...placed,
    from: z.optional(z.string()),
    to: z.string(),
    /** Absent in a mark written by version 0.1. */
    reason: z.optional(gapReasonSchema),
  }),
  /** A user resumed from another point. This is not a gap: the user skipped events on purpose. */
  z.object({
    kind: z.literal("resumed"),
    ...placed,
    chosen: resumeChoiceSchema,
    /** The id of the event, the time, or the start of the cursor. */
    point: z.string(),
  }),
  /** The tenant's row was damaged, and was rebuilt from the events. */
  z.object({ kind: z.literal("repaired"), ...placed }),
  /** One or more unreadable frames in a row, with the details of the first. */
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
/** A mark to write; the log adds its time and its place. */
export type NewLogMark = Unplaced<LogMark>;

/** Counts the events that retention deleted. Each tenant has at most one such mark. */
export const retainedMarkSchema = z.object({
  kind: z.literal("retained"),
  /** The number of deleted events since the log began. */
  count: z.int(),
  /** The arrival of the first deleted event, in milliseconds since the epoch. */
  from: z.number(),
  /** The arrival of the last deleted event. */
  to: z.number(),
  /** The time of the last deletion. */
  at: z.number(),
  /** The limit that caused the last deletion; `quota`: the browser's storage was full. */
  why: z.enum(["count", "age", "quota"]),
});
export type RetainedMark = z.infer<typeof retainedMarkSchema>;
