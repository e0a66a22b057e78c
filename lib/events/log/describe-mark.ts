import type { GapReason, LogMark, ResumeChoice, RetainedMark } from "./log-mark.ts";

const lossReasons: Record<GapReason, string> = {
  expired: "The tenant no longer kept the position in its stream",
  refused: "The tenant refused the position in its stream",
  "too-long": "The tenant's cursor was too long to be sent back",
  "payload-too-large": "The tenant could not send an event because it is too large",
};

const chosen: Record<ResumeChoice, string> = {
  event: "behind the event",
  time: "at the time",
  cursor: "behind the cursor",
  now: "from then on, at",
};

const dropped: Record<RetainedMark["why"], string> = {
  count: "to keep to the number of events",
  age: "because of their age",
  quota: "because the browser had no more room",
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
      return `Resumed ${chosen[mark.chosen]} ${mark.point}, as chosen.`;
    case "repaired":
      return "The record of where the stream stands was damaged and has been made anew from the events; no event is missing for it.";
    case "unreadable":
      return mark.count === 1 ? mark.message : `${mark.message} (${mark.count} in a row)`;
    case "retained": {
      const events = mark.count === 1 ? "1 older event was" : `${mark.count} older events were`;
      const bounds = `from ${formatTime(mark.from)} to ${formatTime(mark.to)}`;
      return `${events} dropped from this device, ${bounds}, the last ${dropped[mark.why]}.`;
    }
  }
  return mark satisfies never;
}

function formatText(time: string, formatTime: (at: number) => string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : formatTime(at);
}
