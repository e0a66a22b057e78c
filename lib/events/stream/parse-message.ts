import { parseJson, readText } from "../../encoding/json.ts";
import { isObject } from "../payloads/is-object.ts";
import { parseTenantEvent } from "../payloads/parse-tenant-event.ts";
import type { TenantEvent } from "../payloads/tenant-event.ts";
import { isSendableCursor } from "./stream-request.ts";

/**
 * The deepest nesting that is stored unchanged. Real payloads nest far less deeply. Thousands of
 * levels overflow the stack of recursive functions, such as the browser's serialization, a view or
 * a search.
 */
const maxDepth = 100;

/** The reasons why a frame of the stream is unreadable. */
export type MalformedCode = "not-json" | "not-a-message" | "invalid-retry" | "frame-too-large";

/** An unreadable frame. Its start is kept, so that the log can show it. */
export interface MalformedFrame {
  readonly code: MalformedCode;
  /** A sentence for the user. */
  readonly message: string;
  /** The start of the frame's data, at most 500 characters. */
  readonly raw: string;
}

/** The error frame; the service closes the stream after it. */
export interface StreamFailure {
  readonly code: string;
  /** The service's message, at most 500 characters. */
  readonly message: string;
  /** A cursor to resume from, if the frame has one that can be sent back. */
  readonly offset: string | undefined;
}

/** A parsed SSE frame. */
export type StreamMessage =
  | { readonly kind: "event"; readonly offset: string | undefined; readonly event: TenantEvent }
  | { readonly kind: "offset-only"; readonly offset: string }
  | { readonly kind: "error"; readonly failure: StreamFailure }
  | { readonly kind: "malformed"; readonly frame: MalformedFrame };

/** The fields of an SSE event that make up a message. */
export interface SseFrame {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

/**
 * Parses one frame. The type is `type` in the data, or else the SSE field `event`. The cursor is
 * `offset` in the data, or else the SSE field `id`. An error has no cursor but that in its data:
 * if it cuts off an event, its frame contains the `id` of the event that did not arrive.
 *
 * @see the Management API, GET {base_url}/events: its stream messages
 */
export function parseMessage(frame: SseFrame): StreamMessage {
  const json = parseJson(frame.data);
  if (json === undefined && frame.event !== "error") {
    return malformed("not-json", "A message of the event stream is not JSON.", frame.data);
  }
  const message = asObject(json) ?? {};
  const type = readFilledText(message, "type") ?? frame.event;
  const ownOffset = readFilledText(message, "offset");
  const event = asObject(message["event"]);
  const error = asObject(message["error"]);

  if (type === "error" || (error !== undefined && event === undefined)) {
    return { kind: "error", failure: readFailure(error ?? {}, ownOffset) };
  }
  const offset = ownOffset ?? readFilledText({ ...frame }, "id");
  if (event !== undefined) {
    const isShort = offset !== undefined && offset.length <= 200;
    const fallbackId = `no-id:${isShort ? offset : fingerprint(frame.data)}`;
    const parsed = parseTenantEvent(flattenDeep(event, frame.data) ?? event, type, fallbackId);
    // An event keeps no cursor that is too long to be sent back: the stream could not resume there.
    return {
      kind: "event",
      offset,
      event: isSendableCursor(offset) ? { ...parsed, offset } : parsed,
    };
  }
  if (type === "offset-only" && offset !== undefined) return { kind: "offset-only", offset };
  return malformed(
    "not-a-message",
    "A message of the event stream contains neither an event nor a cursor.",
    frame.data,
  );
}

/** Describes an unreadable frame. */
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
  const offset = readFilledText(error, "offset") ?? outerOffset;
  return {
    code: (readFilledText(error, "code") ?? "unknown").slice(0, 100),
    message: (readFilledText(error, "message") ?? "").slice(0, 500),
    offset: isSendableCursor(offset) ? offset : undefined,
  };
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns a member if it is a non-empty string. */
function readFilledText(from: Record<string, unknown>, key: string): string | undefined {
  const text = readText(from[key]);
  return text === "" ? undefined : text;
}

/**
 * Returns a short hash of a text (FNV-1a in two lanes). It identifies an event without id and
 * cursor, so that a second delivery is recognized. The hash protects nothing, so it need not be
 * cryptographic.
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

/**
 * Replaces an envelope that is nested too deeply by its primitive fields and its raw text.
 *
 * @returns undefined if the envelope is not nested too deeply
 */
function flattenDeep(
  envelope: Record<string, unknown>,
  raw: string,
): Record<string, unknown> | undefined {
  if (!isDeeper(envelope, maxDepth)) return undefined;
  const primitives = Object.entries(envelope).filter(([, value]) => typeof value !== "object");
  return { ...Object.fromEntries(primitives), raw };
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
