import type { TenantContext } from "../context.ts";
import { formatFrame, type StoredEvent } from "./event-log.ts";
import type { EventType } from "./event-types.ts";
import { formatStreamError } from "./stream-error.ts";

/** One reader's wish. */
export interface StreamRequest {
  /** Position of the log to start after. */
  position: number;
  /** Does the client know a cursor for that position already? */
  isPositionKnown: boolean;
  /** Types to send; undefined for all. */
  types: ReadonlySet<EventType> | undefined;
  /** When the credential ends, in Unix seconds; the stream ends with it. */
  expiresAt: number;
}

/** Bytes after which a chunk goes out; the next waits until the reader has taken it. */
const chunkSize = 64 * 1024;

type Wake = "news" | "heartbeat" | "check" | "end";

/**
 * The body of an event stream. It is pulled: a reader costs one chunk and a position in the shared
 * log, however slowly it reads. One that falls out of the log gets an error frame and the end.
 */
export function openEventStream(
  context: TenantContext,
  request: StreamRequest,
): ReadableStream<Uint8Array> {
  const { events, limits, faults } = context;
  const encoder = new TextEncoder();
  const openedAt = context.now();
  let position = request.position;
  let knownPosition = request.isPositionKnown ? position : -1;
  let isOver = false;
  let hasGreeted = false;
  let wake: ((reason: Wake) => void) | undefined;

  const unsubscribe = events.subscribe(() => wake?.("news"));
  const unregister = context.streams.add({
    end: () => finish(),
    fail: (code) => finish(formatStreamError(code, events.toCursor(position))),
    check: () => wake?.("check"),
  });
  let controllerOfBody: ReadableStreamDefaultController<Uint8Array> | undefined;

  function release(): void {
    isOver = true;
    unsubscribe();
    unregister();
    wake?.("end");
  }

  function finish(lastFrame?: string): void {
    if (isOver) return;
    release();
    if (lastFrame !== undefined) controllerOfBody?.enqueue(encoder.encode(lastFrame));
    controllerOfBody?.close();
  }

  /** The reason to end the stream now, or undefined to go on. */
  function findEnd(): { frame?: string } | undefined {
    const now = context.now();
    if (now >= request.expiresAt * 1000) return {};
    const cursor = events.toCursor(position);
    if (position < events.start) return { frame: formatStreamError("cursor_expired", cursor) };
    if (now < openedAt + limits.streamLifetime) return undefined;
    return { frame: formatStreamError("connection_timeout", cursor) };
  }

  /** Moves on through the log and gives the frames passed, up to one chunk. */
  function readFrames(): Uint8Array | undefined {
    if (faults.isPlanted("stream-silent")) return undefined;
    const passed: StoredEvent[] = [];
    let size = 0;
    while (size < chunkSize) {
      const event = events.after(position);
      if (event === undefined) break;
      position += 1;
      if (request.types !== undefined && !request.types.has(event.type)) continue;
      size += event.frame.length;
      passed.push(event);
      knownPosition = position;
    }
    if (passed.length === 0) return undefined;
    context.log.addFact("events delivered", {
      count: passed.length,
      event_ids: passed.slice(0, 100).map((event) => event.id),
    });
    return joinFrames(passed, size);
  }

  /** After silence: a progress mark when the client lacks this position's cursor, else a comment. */
  function formatHeartbeat(): string {
    if (knownPosition === position || faults.isPlanted("stream-silent")) return ": keep-alive\n\n";
    knownPosition = position;
    const offset = events.toCursor(position);
    return formatFrame("offset-only", { offset }, offset);
  }

  /** Waits for an event, the next heartbeat or the time to end, whichever comes first. */
  async function waitForNews(): Promise<Wake> {
    const endsAt = Math.min(request.expiresAt * 1000, openedAt + limits.streamLifetime);
    const timeLeft = Math.max(1, endsAt - context.now());
    const reason = await new Promise<Wake>((resolve) => {
      const timer =
        timeLeft < limits.streamHeartbeat
          ? setTimeout(() => resolve("check"), timeLeft)
          : setTimeout(() => resolve("heartbeat"), limits.streamHeartbeat);
      wake = (given) => {
        clearTimeout(timer);
        resolve(given);
      };
    });
    wake = undefined;
    return reason;
  }

  async function readChunk(): Promise<Uint8Array | undefined> {
    if (!hasGreeted) {
      hasGreeted = true;
      return encoder.encode(":connected\n\nretry: 2000\n\n");
    }
    for (;;) {
      const frames = readFrames();
      if (frames !== undefined) return frames;
      const reason = await waitForNews();
      if (reason === "end" || findEnd() !== undefined) return undefined;
      if (reason === "heartbeat") return readFrames() ?? encoder.encode(formatHeartbeat());
    }
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      controllerOfBody = controller;
    },
    async pull(controller) {
      const chunk = findEnd() === undefined ? await readChunk() : undefined;
      if (isOver) return;
      const ending = findEnd();
      if (chunk !== undefined) controller.enqueue(chunk);
      if (ending !== undefined) finish(ending.frame);
    },
    cancel() {
      release();
    },
  });
}

function joinFrames(events: readonly StoredEvent[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const { frame } of events) {
    joined.set(frame, offset);
    offset += frame.length;
  }
  return joined;
}
