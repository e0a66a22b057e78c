/** `blocked`: another page holds an older version open. `full`: no room. `damaged`: a row that cannot be read. */
export type EventLogErrorCode = "open-failed" | "blocked" | "full" | "damaged" | "failed";

const MESSAGES: Record<EventLogErrorCode, string> = {
  "open-failed":
    "The event log could not be opened. Check that this browser profile may store site data and has free disk space, then reload the extension.",
  blocked:
    "The event log is held open by an older page of this extension. Close the extension's other pages and DevTools windows; it then opens by itself.",
  full: "The browser has no room left for the event log. Free disk space or forget a tenant's events.",
  damaged:
    "The event log's record of where the stream stands cannot be read. Forget this tenant's events to start again.",
  failed:
    "The event log could not be read or written. Nothing that was stored is lost; reload the extension if this stays.",
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
    return new EventLogError(name === "QuotaExceededError" ? "full" : "failed", cause);
  }
}
