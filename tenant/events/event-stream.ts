import type { TenantContext } from "../context.ts";
import { createHangUp } from "../http/hang-up.ts";
import { formatFrame, type StoredEvent } from "./event-log.ts";
import type { EventType } from "./event-types.ts";
import { cutFrame, type Interruption } from "./stream-delivery.ts";
import { formatStreamError, streamErrorCodes, type StreamErrorCode } from "./stream-error.ts";
import type { StreamEnding, StreamRecord } from "./stream-registry.ts";

/** One reader's wish. */
export interface StreamRequest {
  /** Position of the log to start after. */
  position: number;
  /** Position of the cursor that the reader came with, if it came with one. */
  resumedFrom: number | undefined;
  /** Types to send; undefined for all. */
  types: ReadonlySet<EventType> | undefined;
  clientId: string;
  /** When the credential ends, in Unix seconds; the stream ends with it. */
  expiresAt: number;
}

/** Bytes after which a chunk goes out; the next waits until the reader has taken it. */
const chunkSize = 64 * 1024;

/** Milliseconds between the last bytes and the failure of a connection. */
const graceBeforeAbort = 50;

const nothing = new Uint8Array(0);

type Wake = "news" | "heartbeat" | "check" | "end";

/**
 * The body of an event stream. It is pulled: a reader costs one chunk and a position in the shared
 * log, however slowly it reads. One that falls out of the log gets an error frame and the end.
 */
export function openEventStream(
  context: TenantContext,
  request: StreamRequest,
): ReadableStream<Uint8Array> {
  const { events, limits, faults, delivery } = context;
  const encoder = new TextEncoder();
  const openedAt = context.now();
  let position = request.position;
  let knownPosition = request.resumedFrom === position ? position : -1;
  let state: StreamRecord["state"] = "open";
  let ending: StreamEnding | undefined;
  let sent = 0;
  let wake: ((reason: Wake) => void) | undefined;
  let controllerOfBody: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Bytes that are due but have not been written yet. */
  let due: Uint8Array = encoder.encode(`:connected\n\nretry: ${limits.streamRetry}\n\n`);
  /** Bytes of the control interface, which go out once nothing else is due. */
  let injected: Uint8Array[] = [];
  /** How to end once nothing is due any more. */
  let interruption: Interruption | undefined;
  /** The plan that `sentUnderPlan` counts for. */
  let plan: Interruption | undefined;
  let sentUnderPlan = 0;

  const unsubscribe = events.subscribe(() => wake?.("news"));
  const unregister = context.streams.add({
    end: () => finish("dropped"),
    fail: (code) => finish(code),
    check: () => wake?.("check"),
    freeze,
    inject(bytes) {
      injected = [...injected, bytes].slice(-100);
      wake?.("news");
    },
    describe: () => ({
      client_id: request.clientId,
      state,
      opened_at: new Date(openedAt).toISOString(),
      ...(ending !== undefined && { ending }),
      ...(request.resumedFrom !== undefined && { resumed_from: request.resumedFrom }),
      position,
      sent,
    }),
  });

  const isOver = (): boolean => state === "closed";

  function release(reason: StreamEnding): void {
    state = "closed";
    ending = reason;
    unsubscribe();
    unregister();
    wake?.("end");
  }

  /** Ends the stream; with what is due and an error frame when there is a code for it. */
  function finish(reason: StreamEnding): void {
    if (isOver()) return;
    if (isErrorCode(reason)) {
      const frame = encoder.encode(formatStreamError(reason, events.toCursor(position)));
      controllerOfBody?.enqueue(join([due, frame]));
    }
    release(reason);
    controllerOfBody?.close();
  }

  function freeze(): void {
    if (state === "open") state = "frozen";
    wake?.("check");
  }

  async function interrupt({ ending: how }: Interruption): Promise<void> {
    interruption = undefined;
    if (how === "freeze") freeze();
    if (how === "close") finish("interrupted");
    if (how !== "abort") return;
    // A client throws away what it has not read yet when its connection fails.
    await sleep(graceBeforeAbort, "check");
    if (isOver()) return;
    release("interrupted");
    controllerOfBody?.error(createHangUp());
  }

  /** The reason to end the stream now, or undefined to go on. */
  function findEnd(): StreamEnding | undefined {
    if (state === "frozen") return undefined;
    const now = context.now();
    if (now >= request.expiresAt * 1000) return "token_expired";
    if (position < events.start) return "cursor_expired";
    return now < openedAt + limits.streamLifetime ? undefined : "connection_timeout";
  }

  /** Moves on through the log and gives the frames passed, up to one chunk. */
  function readFrames(): Uint8Array | undefined {
    if (faults.isPlanted("stream-silent")) return undefined;
    const passed: StoredEvent[] = [];
    const frames: Uint8Array[] = [];
    let size = 0;
    while (size < chunkSize) {
      const event = events.after(position);
      if (event === undefined) break;
      const isWanted = request.types === undefined || request.types.has(event.type);
      const part = isWanted ? breakOff(event.frame) : undefined;
      if (part !== undefined) {
        frames.push(part);
        break;
      }
      position += 1;
      if (!isWanted) continue;
      for (let copy = 0; copy <= delivery.habits.duplicates; copy += 1) {
        frames.push(event.frame);
        size += event.frame.length;
        sent += 1;
      }
      sentUnderPlan += 1;
      passed.push(event);
      knownPosition = position;
    }
    if (passed.length > 0) {
      context.log.addFact("events delivered", {
        count: passed.length,
        event_ids: passed.slice(0, 100).map((event) => event.id),
      });
    }
    return frames.length === 0 ? undefined : join(frames);
  }

  /** What is left of a frame when the plan to interrupt says that it is this one's turn. */
  function breakOff(frame: Uint8Array): Uint8Array | undefined {
    if (plan !== delivery.interruption) {
      plan = delivery.interruption;
      sentUnderPlan = 0;
    }
    if (plan === undefined || sentUnderPlan < plan.after) return undefined;
    const part = cutFrame(frame, plan.at);
    if (part === undefined) return undefined;
    interruption = plan;
    delivery.countInterruption();
    context.log.addFact("event stream interrupted", { at: plan.at, ending: plan.ending });
    return part;
  }

  /** After silence: a progress mark when the client lacks this position's cursor, else a comment. */
  function formatHeartbeat(): string {
    if (knownPosition === position || faults.isPlanted("stream-silent")) return ": keep-alive\n\n";
    knownPosition = position;
    const offset = events.toCursor(position);
    return formatFrame("offset-only", { offset }, offset);
  }

  /** Waits so long, or until something wakes the stream. */
  async function sleep(milliseconds: number, reason: Wake): Promise<Wake> {
    const woken = await new Promise<Wake>((resolve) => {
      const timer = setTimeout(() => resolve(reason), milliseconds);
      wake = (given) => {
        clearTimeout(timer);
        resolve(given);
      };
    });
    wake = undefined;
    return woken;
  }

  /** Waits for an event, the next heartbeat or the time to end, whichever comes first. */
  async function waitForNews(): Promise<Wake> {
    if (state === "frozen") {
      return await new Promise<Wake>((resolve) => {
        wake = (given) => {
          if (given === "end") resolve(given);
        };
      });
    }
    const endsAt = Math.min(request.expiresAt * 1000, openedAt + limits.streamLifetime);
    const timeLeft = Math.max(1, endsAt - context.now());
    return timeLeft < limits.streamHeartbeat
      ? await sleep(timeLeft, "check")
      : await sleep(limits.streamHeartbeat, "heartbeat");
  }

  /** The next bytes to send; undefined when it is time to look for the end. */
  async function readChunk(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (state === "open") {
        const chunk = injected.shift() ?? readFrames();
        if (chunk !== undefined) return chunk;
      }
      const reason = await waitForNews();
      if (reason === "end" || findEnd() !== undefined) return undefined;
      if (reason === "heartbeat") return readFrames() ?? encoder.encode(formatHeartbeat());
    }
  }

  /** Takes what may go out in one write from what is due. */
  async function takePiece(): Promise<Uint8Array> {
    const { pieceSize, pieceDelay } = delivery.habits;
    const until = Date.now() + pieceDelay;
    for (let left = pieceDelay; left > 0; left = until - Date.now()) {
      if ((await sleep(left, "check")) === "end") break;
    }
    if (state === "frozen") await waitForNews();
    const piece = pieceSize > 0 ? due.subarray(0, pieceSize) : due;
    due = due.subarray(piece.length);
    return piece;
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      controllerOfBody = controller;
    },
    async pull(controller) {
      // Only now that the reader has taken the rest: a failure throws away what still waits for it.
      if (due.length === 0 && interruption !== undefined) await interrupt(interruption);
      if (isOver()) return;
      if (due.length === 0 && findEnd() === undefined) due = (await readChunk()) ?? nothing;
      const piece = due.length === 0 ? nothing : await takePiece();
      if (isOver()) return;
      if (piece.length > 0) controller.enqueue(piece);
      if (due.length > 0 || interruption !== undefined) return;
      const reason = findEnd();
      if (reason !== undefined) finish(reason);
    },
    cancel() {
      release("reader_left");
    },
  });
}

function isErrorCode(ending: StreamEnding): ending is StreamErrorCode {
  return streamErrorCodes.some((code) => code === ending);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
