import { describeMark } from "../../events/log/describe-mark.ts";
import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";

const names: Record<LogMark["kind"] | "retained", string> = {
  gap: "gap",
  resumed: "resumed",
  repaired: "repaired",
  unreadable: "unreadable",
  retained: "older events dropped",
};

/** Date and time in the words of this device. */
function writeTime(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
}

/** A mark for a line of a list: what it is called, and the whole sentence. */
export function formatMark(mark: LogMark | RetainedMark): { name: string; sentence: string } {
  return { name: names[mark.kind], sentence: describeMark(mark, writeTime) };
}
