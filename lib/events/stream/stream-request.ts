import type { StreamPosition } from "../log/event-log.ts";
import type { ResumeKind } from "./subscription-state.ts";

/** The longest cursor that the Management API accepts. */
export const maxCursorLength = 1024;

/** Returns true for a cursor that the service accepts. */
export function isSendableCursor(cursor: string | undefined): cursor is string {
  return cursor !== undefined && cursor !== "" && cursor.length <= maxCursorLength;
}

/**
 * Builds the URL of a subscription. A cursor is exact, so it takes precedence over a time; the
 * service allows only one of them. With neither, the stream starts now. An empty list of types
 * means every type.
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

/** Returns how a position resumes the stream. */
export function findResumeKind(position: StreamPosition): ResumeKind {
  if (position.cursor !== undefined) return "cursor";
  return position.resumeFrom === undefined ? "now" : "timestamp";
}

/**
 * Formats a time for `from_timestamp`: `YYYY-MM-DDTHH:MM:SSZ`, 20 characters. The time is rounded
 * down: an event that arrives twice is recognized, but a skipped one is lost.
 *
 * @returns undefined if the value is not a time
 */
export function formatTimestamp(time: string | number | null | undefined): string | undefined {
  const ms = typeof time === "string" ? Date.parse(time) : (time ?? Number.NaN);
  if (!Number.isFinite(ms) || ms < 0 || ms >= Date.UTC(10_000, 0)) return undefined;
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
