import type { StreamPosition } from "../log/event-log.ts";
import type { ResumeKind } from "./subscription-state.ts";

/** The longest cursor the service takes; a longer one cannot be resumed from. Its limit in the management interface. */
export const MAX_CURSOR_LENGTH = 1024;

/** Whether the service takes a cursor back. */
export function isSendableCursor(cursor: string | undefined): cursor is string {
  return cursor !== undefined && cursor !== "" && cursor.length <= MAX_CURSOR_LENGTH;
}

/**
 * The address to subscribe at. A cursor goes before a time, for it is exact, and the two exclude
 * each other; with neither, the stream starts from now on. No types mean every type.
 *
 * @param baseUrl `https://{tenant domain}/api/v2`
 */
export function buildEventsUrl(
  baseUrl: string,
  position: StreamPosition,
  eventTypes: readonly string[] = [],
): string {
  const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/u, "")}/events`);
  if (position.cursor !== undefined) url.searchParams.set("from", position.cursor);
  else if (position.resumeFrom !== undefined) {
    url.searchParams.set("from_timestamp", position.resumeFrom);
  }
  for (const type of eventTypes) url.searchParams.append("event_type", type);
  return url.href;
}

/** What kind of start a position gives. */
export function findResumeKind(position: StreamPosition): ResumeKind {
  if (position.cursor !== undefined) return "cursor";
  return position.resumeFrom === undefined ? "now" : "timestamp";
}

/**
 * A time as `from_timestamp` takes it: `YYYY-MM-DDTHH:MM:SSZ`, 20 characters. Cut to the second
 * before: what is delivered twice is recognised, what is skipped is lost.
 *
 * @returns undefined for what is no time
 */
export function formatTimestamp(time: string | number | null | undefined): string | undefined {
  const ms = typeof time === "string" ? Date.parse(time) : (time ?? Number.NaN);
  if (!Number.isFinite(ms) || ms < 0 || ms >= Date.UTC(10_000, 0)) return undefined;
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
