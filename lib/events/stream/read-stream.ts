import { createParser } from "eventsource-parser";

import {
  describeMalformed,
  parseMessage,
  type MalformedFrame,
  type SseFrame,
  type StreamFailure,
} from "./parse-message.ts";
import { isSendableCursor } from "./stream-request.ts";
import type { TenantEvent } from "../payloads/tenant-event.ts";

/**
 * The messages that arrived since the last batch, in order of arrival. Without a whole frame, the
 * batch is empty.
 */
export interface StreamBatch {
  readonly events: readonly TenantEvent[];
  /** The newest cursor that can be sent back, from an event or a heartbeat. */
  readonly cursor: string | undefined;
  /** The newest `retry:` field, in milliseconds. */
  readonly retryMs: number | undefined;
  /** Comments: `connected` and keep-alives. */
  readonly comments: readonly string[];
  /** The error frame. It ends the stream, and everything after it is ignored. */
  readonly failure: StreamFailure | undefined;
  readonly malformed: readonly MalformedFrame[];
}

export interface ReadStreamOptions {
  /** Stops reading and cancels the stream, even if the stream does not observe the signal. */
  readonly signal?: AbortSignal;
  /**
   * The length of the longest accepted frame, in UTF-16 units. Default 1 Mi. A longer frame is
   * reported and skipped, and never held in memory.
   */
  readonly maxFrameLength?: number;
}

const defaultMaxFrameLength = 1_048_576;
/** The length of text from which a batch takes no more, in UTF-16 units: about 200 events. */
const fullLength = 262_144;
/** Matches two line ends in a row; a line ends with LF, CR LF or CR. */
const blankLine = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/u;
const blankLines = new RegExp(blankLine, "gu");

interface Draft {
  events: TenantEvent[];
  cursor: string | undefined;
  retryMs: number | undefined;
  comments: string[];
  failure: StreamFailure | undefined;
  malformed: MalformedFrame[];
}

/**
 * Reads an event stream: yields what has arrived since the last batch, until the stream ends, an
 * error frame arrives, or the signal aborts. It reads on while the consumer works on a batch, so a
 * slow consumer gets fewer and larger batches. An unreadable frame is an item of its batch; only a
 * broken connection throws, after what arrived before. An incomplete last frame is discarded, as
 * SSE demands, so the stream resumes from the cursor before it.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  options: ReadStreamOptions = {},
): AsyncGenerator<StreamBatch, void, void> {
  const { signal, maxFrameLength = defaultMaxFrameLength } = options;
  const reader = body.getReader();
  let taken = Promise.withResolvers<void>();
  let arrived = Promise.withResolvers<void>();
  let isOver = false;
  const cancel = (): void => {
    isOver = true;
    taken.resolve();
    reader.cancel().catch(() => undefined);
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel, { once: true });

  const feed = createFeed(maxFrameLength);
  const readAll = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || isOver) return;
      feed.add(decoder.decode(value, { stream: true }));
      arrived.resolve();
      if (feed.hasFailed) return;
      if (feed.length >= fullLength) await taken.promise;
    }
  };
  // Wakes the consumer for the last time; it receives an error only after what arrived before.
  const reading = readAll().finally(() => {
    isOver = true;
    arrived.resolve();
  });
  reading.catch(() => undefined);

  try {
    for (;;) {
      await arrived.promise;
      if (signal?.aborted === true) return;
      const hasEnded = isOver;
      const batch = feed.length > 0 ? feed.take() : undefined;
      arrived = Promise.withResolvers();
      taken.resolve();
      taken = Promise.withResolvers();
      if (batch !== undefined) yield batch;
      if (hasEnded) return await reading;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    // Also closes the connection if the consumer stops early.
    cancel();
  }
}

/** Parses pieces of text into a batch. */
interface Feed {
  /** The length of the text in the batch, in UTF-16 units. */
  readonly length: number;
  /** True if the batch has an error frame. */
  readonly hasFailed: boolean;
  add(text: string): void;
  /** Returns the batch, and begins the next one. */
  take(): StreamBatch;
}

function createFeed(maxFrameLength: number): Feed {
  let draft = newDraft();
  let length = 0;

  const parser = createBoundedParser(maxFrameLength, {
    onEvent(frame) {
      // SSE does not dispatch an event without data, but the parser does.
      if (frame.data === "" || draft.failure !== undefined) return;
      const message = parseMessage(frame);
      if (message.kind === "malformed") draft.malformed.push(message.frame);
      else if (message.kind === "error") draft.failure = message.failure;
      else {
        if (message.kind === "event") draft.events.push(message.event);
        // A cursor that is too long to be sent back does not replace the last sendable one.
        if (isSendableCursor(message.offset)) draft.cursor = message.offset;
      }
    },
    onRetry(ms) {
      if (draft.failure === undefined) draft.retryMs = ms;
    },
    onComment(comment) {
      if (draft.failure === undefined) draft.comments.push(comment.slice(0, 200));
    },
    onMalformed(frame) {
      if (draft.failure === undefined) draft.malformed.push(frame);
    },
  });

  return {
    get length() {
      return length;
    },
    get hasFailed() {
      return draft.failure !== undefined;
    },
    add(text) {
      length += text.length;
      parser.feed(text);
    },
    take() {
      const batch = draft;
      draft = newDraft();
      length = 0;
      return batch;
    },
  };
}

interface FrameListener {
  onEvent(frame: SseFrame): void;
  onRetry(ms: number): void;
  onComment(comment: string): void;
  onMalformed(frame: MalformedFrame): void;
}

/** Creates a parser that skips frames above a length, and never holds one in memory. */
function createBoundedParser(
  maxFrameLength: number,
  listener: FrameListener,
): { feed(text: string): void } {
  let isSkipping = false;
  let tail = "";
  /** An upper bound for the length of the incomplete frame in the parser. */
  let held = 0;

  const parser = createParser({
    maxBufferSize: maxFrameLength,
    onEvent(frame) {
      if (frame.data.length > maxFrameLength) listener.onMalformed(describeTooLarge());
      else listener.onEvent(frame);
    },
    onRetry: (ms) => listener.onRetry(ms),
    onComment: (comment) => listener.onComment(comment),
    onError(error) {
      if (error.type === "invalid-retry") listener.onMalformed(describeRetry(error.line ?? ""));
      // SSE ignores unknown fields and lines without a field name.
      if (error.type !== "max-buffer-size-exceeded") return;
      listener.onMalformed(describeTooLarge());
      isSkipping = true;
    },
  });

  /** Parses a part with at most one frame end, so that skipping a frame skips no other. */
  function feedPart(part: string): void {
    let rest = part;
    if (isSkipping) {
      const joined = tail + part;
      const end = blankLine.exec(joined);
      tail = joined.slice(-3);
      if (end === null) return;
      rest = joined.slice(end.index + end[0].length);
      isSkipping = false;
      parser.reset();
    }
    parser.feed(rest);
    tail = part.slice(-3);
  }

  return {
    feed(text) {
      held += text.length;
      if (!isSkipping && held <= maxFrameLength) {
        parser.feed(text);
        tail = text.slice(-3);
        return;
      }
      for (const part of splitAfterBlankLines(text)) feedPart(part);
      // `held` is made exact only near the limit, because finding the last blank line takes time.
      const end = [...text.matchAll(blankLines)].at(-1);
      if (end !== undefined) held = text.length - end.index;
    },
  };
}

function splitAfterBlankLines(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const end of text.matchAll(blankLines)) {
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
    "A message of the event stream exceeded the size limit and was skipped.",
    "",
  );
}

function describeRetry(line: string): MalformedFrame {
  return describeMalformed(
    "invalid-retry",
    "The retry field of the event stream is not a number of milliseconds.",
    line,
  );
}
