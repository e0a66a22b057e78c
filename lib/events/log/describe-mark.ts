import { plural } from "../../encoding/plural.ts";
import type { GapReason, LogMark, ResumeChoice, RetainedMark } from "./log-mark.ts";

const lossReasons: Record<GapReason, string> = {
  expired: "The tenant no longer had the stream position",
  refused: "The tenant rejected the stream position",
  "too-long": "The tenant's cursor was too long to send back",
  "payload-too-large": "The tenant could not send an event because it was too large",
};

const chosen: Record<ResumeChoice, string> = {
  event: "after the event",
  time: "at the time",
  cursor: "after the cursor",
  now: "with new events only, from",
};

const dropped: Record<RetainedMark["why"], string> = {
  count: "because of the maximum number of events",
  age: "because of their age",
  quota: "because the browser's storage was full",
};

/**
 * Describes a mark in a sentence for the user.
 *
 * @param formatTime formats a time, given in milliseconds since the epoch
 */
export function describeMark(
  mark: LogMark | RetainedMark,
  formatTime: (at: number) => string,
): string {
  switch (mark.kind) {
    case "gap": {
      const lost = mark.reason === undefined ? "The position was lost" : lossReasons[mark.reason];
      const to = formatText(mark.to, formatTime);
      const bounds =
        mark.from === undefined
          ? `before ${to}`
          : `between ${formatText(mark.from, formatTime)} and ${to}`;
      return `${lost}: events ${bounds} may be missing.`;
    }
    case "resumed":
      return `Resumed manually ${chosen[mark.chosen]} ${mark.point}.`;
    case "repaired":
      return "The stored stream position was damaged and was restored from the events. No event is missing because of this.";
    case "unreadable":
      return mark.count === 1 ? mark.message : `${mark.message} (${mark.count} in a row)`;
    case "retained": {
      const events = plural(mark.count, "older event");
      const bounds = `${formatTime(mark.from)} to ${formatTime(mark.to)}`;
      return `Deleted ${events} (${bounds}) from this device, most recently ${dropped[mark.why]}.`;
    }
  }
  return mark satisfies never;
}

function formatText(time: string, formatTime: (at: number) => string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : formatTime(at);
}
