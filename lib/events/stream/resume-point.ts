import type { EventLog, StreamPosition } from "../log/event-log.ts";
import type { NewLogMark } from "../log/log-mark.ts";
import { formatTimestamp, isSendableCursor, maxCursorLength } from "./stream-request.ts";

/** A point from which a user wants to resume the stream. */
export type ResumePoint =
  /** After an event of the log: by its cursor, or by its time if it has no cursor. */
  | { readonly kind: "event"; readonly id: string }
  /** At a time: milliseconds since the epoch, rounded down to the second. */
  | { readonly kind: "time"; readonly at: number }
  | { readonly kind: "cursor"; readonly cursor: string }
  /** From now on; skips the events since the old position. */
  | { readonly kind: "now" };

/**
 * - `unknown-event`: the event is not in the log.
 * - `no-position`: the event has neither a cursor nor a time.
 */
export type ResumeErrorCode =
  | "unknown-event"
  | "no-position"
  | "not-a-time"
  | "in-the-future"
  | "cursor-too-long"
  | "no-cursor";

const messages: Record<ResumeErrorCode, string> = {
  "unknown-event": "This event is no longer in the log. Choose another event or a time.",
  "no-position": "This event has neither a cursor nor a time. Choose another event or a time.",
  "not-a-time": "Invalid time. Example: 2026-11-21T08:00:00Z.",
  "in-the-future": "The time is in the future. Choose a time in the past.",
  "cursor-too-long": `The cursor is longer than ${maxCursorLength} characters. Copy it again, or choose a time.`,
  "no-cursor": "The cursor is empty. Paste one, or choose a time.",
};

/** Reports that the stream cannot resume from a point. The message is a sentence for the user. */
class ResumeError extends Error {
  readonly code: ResumeErrorCode;

  constructor(code: ResumeErrorCode) {
    super(messages[code]);
    this.name = "ResumeError";
    this.code = code;
  }
}

/**
 * Finds the position of a chosen point, and the mark that records the choice.
 *
 * @throws {ResumeError}
 */
export async function findResumePosition(
  log: EventLog,
  tenantId: string,
  point: ResumePoint,
  now: number,
): Promise<{ position: StreamPosition; mark: NewLogMark }> {
  switch (point.kind) {
    case "event": {
      const event = await log.find(tenantId, point.id);
      if (event === undefined) throw new ResumeError("unknown-event");
      const { offset } = event;
      const position = isSendableCursor(offset)
        ? { cursor: offset }
        : { resumeFrom: formatTimestamp(event.time) };
      if (position.cursor === undefined && position.resumeFrom === undefined) {
        throw new ResumeError("no-position");
      }
      return { position, mark: describe("event", point.id) };
    }
    case "time": {
      const resumeFrom = formatTimestamp(point.at);
      if (resumeFrom === undefined) throw new ResumeError("not-a-time");
      if (point.at > now) throw new ResumeError("in-the-future");
      return { position: { resumeFrom }, mark: describe("time", resumeFrom) };
    }
    case "cursor": {
      const cursor = point.cursor.trim();
      if (cursor === "") throw new ResumeError("no-cursor");
      if (!isSendableCursor(cursor)) throw new ResumeError("cursor-too-long");
      return { position: { cursor }, mark: describe("cursor", cursor) };
    }
    case "now":
      return { position: {}, mark: describe("now", formatTimestamp(now) ?? "") };
  }
  return point satisfies never;
}

function describe(chosen: ResumePoint["kind"], point: string): NewLogMark {
  return { kind: "resumed", chosen, point: point.slice(0, 80) };
}
