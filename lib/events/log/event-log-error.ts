import * as z from "zod/mini";

/**
 * - `open-failed`: the browser refused to open the database.
 * - `blocked`: another page holds an older version open; the database opens when that page closes.
 * - `held`: another page holds a database that is to be deleted; the deletion runs once it closes.
 * - `full`: the browser has no room, even after old events were deleted.
 * - `damaged`: the stored data is not valid.
 * - `failed`: any other error of the database.
 */
export const eventLogErrorCodeSchema = z.enum([
  "open-failed",
  "blocked",
  "held",
  "full",
  "damaged",
  "failed",
]);
export type EventLogErrorCode = z.infer<typeof eventLogErrorCodeSchema>;

const messages: Record<EventLogErrorCode, string> = {
  "open-failed":
    "The event log could not be opened. Check that this browser profile may store site data and has free disk space, then reload the extension.",
  blocked:
    "The event log is held open by an older page of this extension. Close the extension's other pages and DevTools windows; it then opens by itself.",
  held: "The event log is to be removed, and another page of this extension does not let go of it. Close the extension's other tabs and the DevTools windows with its panel; it is then removed and begun anew by itself.",
  full: "The browser has no room left for the event log. Free disk space or forget a tenant's events.",
  damaged:
    "The event log is damaged and cannot be read. Delete the event log in the options to start again; the tenant is not affected.",
  failed:
    "The event log could not be read or written. Nothing that was stored is lost; reload the extension if this stays.",
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
