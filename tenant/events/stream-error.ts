import { formatFrame } from "./event-frame.ts";

/** The errors that end a stream, with their messages. */
const messages = {
  invalid_cursor: "The cursor is invalid: this stream did not issue it.",
  cursor_expired: "The events after the cursor are no longer retained.",
  timeout: "Could not read the next events in time.",
  payload_too_large: "The next event is too large to send.",
  processing_error: "Could not process the next events.",
  connection_timeout: "The connection has reached its maximum age. Connect again.",
} as const;

export type StreamErrorCode = keyof typeof messages;

export const streamErrorCodes = [
  "invalid_cursor",
  "cursor_expired",
  "timeout",
  "payload_too_large",
  "processing_error",
  "connection_timeout",
] as const satisfies readonly StreamErrorCode[];

/** Formats the last frame of a stream; `offset` is set if a client can resume from it. */
export function formatStreamError(code: StreamErrorCode, cursor: string): string {
  const isResumable = code !== "invalid_cursor" && code !== "cursor_expired";
  const error = { code, message: messages[code], ...(isResumable && { offset: cursor }) };
  return formatFrame("error", { error });
}
