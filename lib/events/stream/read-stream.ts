import { createParser } from "eventsource-parser";

import {
  describeMalformed,
  parseMessage,
  type MalformedFrame,
  type StreamFailure,
} from "./parse-message.ts";
import { isSendableCursor } from "./stream-request.ts";
import type { TenantEvent } from "../payloads/tenant-event.ts";

/** Everything one read of the stream brought, in order of arrival. May be empty (half a frame). */
export interface StreamBatch {
  readonly events: readonly TenantEvent[];
  /** The newest cursor seen in this read that can be sent back, of an event or of a heartbeat. */
  readonly cursor: string | undefined;
  /** The newest `retry:` in milliseconds. */
  readonly retryMs: number | undefined;
  /** Comments: `connected` and keep-alives. */
  readonly comments: readonly string[];
  /** The error frame. It ends the stream: nothing after it is read. */
  readonly failure: StreamFailure | undefined;
  readonly malformed: readonly MalformedFrame[];
}

export interface ReadStreamOptions {
  /** Ends the reading and cancels the stream, also when the stream itself knows nothing of the signal. */
  readonly signal?: AbortSignal;
  /** Longest frame, in UTF-16 units. A longer one is named, skipped and never held in memory. Default 1 Mi. */
  readonly maxFrameLength?: number;
}

const DEFAULT_MAX_FRAME_LENGTH = 1_048_576;
/** Two line ends in a row; a line ends with LF, CR LF or CR. */
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/u;
const BLANK_LINES = new RegExp(BLANK_LINE, "gu");

interface Draft {
  events: TenantEvent[];
  cursor: string | undefined;
  retryMs: number | undefined;
  comments: string[];
  failure: StreamFailure | undefined;
  malformed: MalformedFrame[];
}

/**
 * Read an event stream: one batch for each read, until the stream ends, an error frame came, or
 * the signal aborts. A frame that cannot be read is an item of its batch, never an exception;
 * only a broken connection throws. An unfinished last frame is dropped, as SSE asks for: the
 * cursor before it is the one to resume from.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  options: ReadStreamOptions = {},
): AsyncGenerator<StreamBatch, void, void> {
  const { signal, maxFrameLength = DEFAULT_MAX_FRAME_LENGTH } = options;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel, { once: true });

  const decoder = new TextDecoder();
  const feed = createFeed(maxFrameLength);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal?.aborted === true) return;
      const batch = feed(decoder.decode(value, { stream: true }));
      yield batch;
      if (batch.failure !== undefined) return;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    // A consumer that leaves early must not leave the connection open behind it.
    cancel();
  }
}

/** Text in, batches out: the part without input and output. */
function createFeed(maxFrameLength: number): (text: string) => StreamBatch {
  let draft = newDraft();
  let isSkipping = false;
  let tail = "";
  /** An upper bound of what the parser holds of an unfinished frame. */
  let held = 0;

  const parser = createParser({
    maxBufferSize: maxFrameLength,
    onEvent(frame) {
      // SSE dispatches nothing that has no data; the parser does.
      if (frame.data === "" || draft.failure !== undefined) return;
      if (frame.data.length > maxFrameLength) {
        draft.malformed.push(describeTooLarge());
        return;
      }
      const message = parseMessage(frame);
      if (message.kind === "malformed") draft.malformed.push(message.frame);
      else if (message.kind === "error") draft.failure = message.failure;
      else {
        if (message.kind === "event") draft.events.push(message.event);
        // One that is too long to be sent back leaves the last one that is not in its place.
        if (isSendableCursor(message.offset)) draft.cursor = message.offset;
      }
    },
    onRetry(ms) {
      if (draft.failure === undefined) draft.retryMs = ms;
    },
    onComment(comment) {
      if (draft.failure === undefined) draft.comments.push(comment.slice(0, 200));
    },
    onError(error) {
      if (draft.failure !== undefined) return;
      // A field that is not known, a line that is none: SSE tells a reader to pass over them.
      if (error.type === "invalid-retry") draft.malformed.push(describeRetry(error.line ?? ""));
      if (error.type !== "max-buffer-size-exceeded") return;
      draft.malformed.push(describeTooLarge());
      isSkipping = true;
    },
  });

  /** Feed a part that holds at most one frame's end, so that giving a frame up gives up no other. */
  function feedPart(part: string): void {
    let rest = part;
    if (isSkipping) {
      const joined = tail + part;
      const end = BLANK_LINE.exec(joined);
      tail = joined.slice(-3);
      if (end === null) return;
      rest = joined.slice(end.index + end[0].length);
      isSkipping = false;
      parser.reset();
    }
    parser.feed(rest);
    tail = part.slice(-3);
  }

  return (text) => {
    draft = newDraft();
    held += text.length;
    if (!isSkipping && held <= maxFrameLength) {
      parser.feed(text);
      tail = text.slice(-3);
      return draft;
    }
    for (const part of splitBehindBlankLines(text)) feedPart(part);
    // Only looked for here, where it matters: most streams never come near the limit between two of these.
    const end = [...text.matchAll(BLANK_LINES)].at(-1);
    if (end !== undefined) held = text.length - end.index;
    return draft;
  };
}

function splitBehindBlankLines(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const end of text.matchAll(BLANK_LINES)) {
    parts.push(text.slice(from, end.index + end[0].length));
    from = end.index + end[0].length;
  }
  return [...parts, text.slice(from)];
}

function newDraft(): Draft {
  return {
    events: [],
    cursor: undefined,
    retryMs: undefined,
    comments: [],
    failure: undefined,
    malformed: [],
  };
}

function describeTooLarge(): MalformedFrame {
  return describeMalformed(
    "frame-too-large",
    "A frame of the event stream is longer than this inspector reads, so it was skipped.",
    "",
  );
}

function describeRetry(line: string): MalformedFrame {
  return describeMalformed(
    "invalid-retry",
    "The event stream names a reconnection time that is not a number of milliseconds.",
    line,
  );
}
