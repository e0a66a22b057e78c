import * as z from "zod/mini";

/**
 * - `open-failed`: the browser refused to open the database.
 * - `newer`: a newer version of the extension wrote the database.
 * - `blocked`: another page holds an older version open; the database opens when that page closes.
 * - `held`: another page blocks the deletion of the database; it is deleted when that page closes.
 * - `full`: the browser's storage is full, even after old events were deleted.
 * - `damaged`: the stored data is not valid.
 * - `failed`: any other error of the database.
 */
export const eventLogErrorCodeSchema = z.enum([
  "open-failed",
  "newer",
  "blocked",
  "held",
  "full",
  "damaged",
  "failed",
]);
export type EventLogErrorCode = z.infer<typeof eventLogErrorCodeSchema>;

const messages: Record<EventLogErrorCode, string> = {
  "open-failed":
    "Could not open the event log. Check that this browser profile may store site data and has free disk space, then reload the extension.",
  newer:
    "A newer version of this extension wrote the event log. Install that version again: the stored events and the stream positions are then back.",
  blocked:
    "An older page of this extension blocks the event log. Close the extension's other pages and DevTools windows; the log then opens automatically.",
  held: "Another page of this extension blocks the deletion of the event log. Close the extension's other tabs and the DevTools windows with its panel; the log is then deleted and created again automatically.",
  full: "The browser's storage is full, so no more events can be stored. Free disk space, or remove the stored events in the options.",
  damaged:
    "The event log is damaged and cannot be read. Remove the stored events in the options to start again; the tenant is not affected.",
  failed:
    "Could not read or write the event log. Stored events are safe. If this continues, reload the extension.",
};

const codes: Readonly<Record<string, EventLogErrorCode>> = {
  QuotaExceededError: "full",
  // A store or an index is missing, so this extension did not create the database.
  NotFoundError: "damaged",
};

/** Reports a failure of the event log. The message is a sentence for the user. */
export class EventLogError extends Error {
  readonly code: EventLogErrorCode;

  constructor(code: EventLogErrorCode, cause?: unknown) {
    super(messages[code], { cause });
    this.name = "EventLogError";
    this.code = code;
  }

  /** Converts an error of the database; returns an `EventLogError` unchanged. */
  static from(cause: unknown): EventLogError {
    if (cause instanceof EventLogError) return cause;
    const name = cause instanceof Error ? cause.name : "";
    return new EventLogError(codes[name] ?? "failed", cause);
  }
}
