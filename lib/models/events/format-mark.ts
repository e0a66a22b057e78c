import { describeMark } from "../../events/log/describe-mark.ts";
import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";

const names: Record<LogMark["kind"] | "retained", string> = {
  gap: "gap",
  resumed: "resumed",
  repaired: "repaired",
  unreadable: "unreadable",
  retained: "older events deleted",
};

/** Formats a date and time for the locale of this device. */
function formatTime(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
}

/** Formats a mark for a line of the list: a short name and a whole sentence. */
export function formatMark(mark: LogMark | RetainedMark): { name: string; sentence: string } {
  return { name: names[mark.kind], sentence: describeMark(mark, formatTime) };
}
