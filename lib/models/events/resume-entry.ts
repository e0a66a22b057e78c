import { maxCursorLength } from "../../events/stream/stream-request.ts";
import type { ResumePlace } from "../stream/stream-control-model.ts";

/** The entries in the form for resuming a stream. */
export interface ResumeEntry {
  kind: "event" | "time" | "cursor" | "now";
  /** The id of the chosen event. */
  eventId: string | undefined;
  /** The local date and time of a date field. */
  time: string;
  cursor: string;
}

/** Validates the entries, and returns the position or the problem. `now` is Unix time in ms. */
export function readResumeEntry(
  entry: ResumeEntry,
  now: number,
): { ok: true; place: ResumePlace } | { ok: false; problem: string } {
  switch (entry.kind) {
    case "event":
      return entry.eventId === undefined
        ? { ok: false, problem: "Select an event in the list first." }
        : { ok: true, place: { kind: "event", id: entry.eventId } };
    case "time": {
      const at = Date.parse(entry.time);
      if (Number.isNaN(at)) return { ok: false, problem: "Enter a date and a time." };
      if (at > now) return { ok: false, problem: "The time is in the future. Enter a past time." };
      return { ok: true, place: { kind: "time", at } };
    }
    case "cursor": {
      const cursor = entry.cursor.trim();
      if (cursor === "")
        return { ok: false, problem: "Enter the cursor: the offset of a message." };
      if (cursor.length > maxCursorLength) {
        return {
          ok: false,
          problem: `A cursor has at most ${maxCursorLength} characters; this one has ${cursor.length}.`,
        };
      }
      return { ok: true, place: { kind: "cursor", cursor } };
    }
    case "now":
      return { ok: true, place: { kind: "now" } };
  }
}
