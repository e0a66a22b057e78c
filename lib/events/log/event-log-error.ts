import * as z from "zod/mini";

/**
 * - `open-failed`: the browser does not open the database.
 * - `blocked`: another page holds an older version open; it opens by itself when that page is gone.
 * - `held`: it is to be deleted, and another page does not let go of it; it goes on by itself when that page is gone.
 * - `full`: no room, although old events were given up for it.
 * - `damaged`: what is stored cannot be made sense of.
 * - `failed`: anything else that a database says.
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

const MESSAGES: Record<EventLogErrorCode, string> = {
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

const CODES: Readonly<Record<string, EventLogErrorCode>> = {
  QuotaExceededError: "full",
  // A store or an index is missing: this is not a database that this extension made.
  NotFoundError: "damaged",
};

/** A failure of the event log, told in a sentence. */
export class EventLogError extends Error {
  readonly code: EventLogErrorCode;

  constructor(code: EventLogErrorCode, cause?: unknown) {
    super(MESSAGES[code], { cause });
    this.name = "EventLogError";
    this.code = code;
  }

  /** The same error when it is one already, else the one that tells what the database said. */
  static from(cause: unknown): EventLogError {
    if (cause instanceof EventLogError) return cause;
    const name = cause instanceof Error ? cause.name : "";
    return new EventLogError(CODES[name] ?? "failed", cause);
  }
}
