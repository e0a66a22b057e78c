import { parseJson, readText } from "../../encoding/json.ts";
import { flattenDeep } from "./flatten-deep.ts";
import { isObject } from "../payloads/is-object.ts";
import { parseTenantEvent } from "../payloads/parse-tenant-event.ts";
import type { TenantEvent } from "../payloads/tenant-event.ts";
import { isSendableCursor } from "./stream-request.ts";

/** Why a frame of the stream could not be read. */
export type MalformedCode = "not-json" | "not-a-message" | "invalid-retry" | "frame-too-large";

/** A frame that is no message: named and kept in part, so that it can be shown. */
export interface MalformedFrame {
  readonly code: MalformedCode;
  /** What happened, in a sentence. */
  readonly message: string;
  /** The start of the frame as it arrived, at most 500 characters. */
  readonly raw: string;
}

/** The error frame; the service closes the stream after it. */
export interface StreamFailure {
  readonly code: string;
  /** The service's own words, at most 500 characters. */
  readonly message: string;
  /** A cursor to resume from, when the frame carries one that can be sent. */
  readonly offset: string | undefined;
}

/** One SSE frame, understood. */
export type StreamMessage =
  | { readonly kind: "event"; readonly offset: string | undefined; readonly event: TenantEvent }
  | { readonly kind: "offset-only"; readonly offset: string }
  | { readonly kind: "error"; readonly failure: StreamFailure }
  | { readonly kind: "malformed"; readonly frame: MalformedFrame };

/** The part of a parsed SSE frame that is read here. */
export interface SseFrame {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

/**
 * Understand one frame. `type` is taken from the data, else from the SSE `event` field; the cursor
 * from `offset` in the data, else from the SSE `id`.
 *
 * @see the management interface, GET {base_url}/events: its stream messages
 */
export function parseMessage(frame: SseFrame): StreamMessage {
  const json = parseJson(frame.data);
  if (json === undefined && frame.event !== "error") {
    return malformed("not-json", "A frame of the event stream is not JSON.", frame.data);
  }
  const message = asObject(json) ?? {};
  const type = readWord(message, "type") ?? frame.event;
  const offset = readWord(message, "offset") ?? readWord({ ...frame }, "id");
  const event = asObject(message["event"]);
  const error = asObject(message["error"]);

  if (type === "error" || (error !== undefined && event === undefined)) {
    return { kind: "error", failure: readFailure(error ?? {}, offset) };
  }
  if (event !== undefined) {
    const isShort = offset !== undefined && offset.length <= 200;
    const fallbackId = `no-id:${isShort ? offset : fingerprint(frame.data)}`;
    const parsed = parseTenantEvent(flattenDeep(event, frame.data) ?? event, type, fallbackId);
    // A longer one could not be sent back: it is no place to resume from.
    return {
      kind: "event",
      offset,
      event: isSendableCursor(offset) ? { ...parsed, offset } : parsed,
    };
  }
  if (type === "offset-only" && offset !== undefined) return { kind: "offset-only", offset };
  return malformed(
    "not-a-message",
    "A frame of the event stream carries neither an event nor a cursor.",
    frame.data,
  );
}

/** Name a frame that could not be read. */
export function describeMalformed(
  code: MalformedCode,
  message: string,
  raw: string,
): MalformedFrame {
  return { code, message, raw: raw.slice(0, 500) };
}

function malformed(code: MalformedCode, message: string, raw: string): StreamMessage {
  return { kind: "malformed", frame: describeMalformed(code, message, raw) };
}

function readFailure(
  error: Record<string, unknown>,
  outerOffset: string | undefined,
): StreamFailure {
  const offset = readWord(error, "offset") ?? outerOffset;
  return {
    code: (readWord(error, "code") ?? "unknown").slice(0, 100),
    message: (readWord(error, "message") ?? "").slice(0, 500),
    offset: isSendableCursor(offset) ? offset : undefined,
  };
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns a member that is a string with at least one character. */
function readWord(from: Record<string, unknown>, key: string): string | undefined {
  const text = readText(from[key]);
  return text === "" ? undefined : text;
}

/**
 * A short name for a text, the same each time it arrives: an event that has neither id nor cursor
 * is still recognised when it is delivered again. Not a defence, so no cryptographic hash (FNV-1a
 * in two lanes).
 */
function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (low >>> 0).toString(16).padStart(8, "0") + (high >>> 0).toString(16).padStart(8, "0");
}
