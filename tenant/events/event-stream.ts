import type { TenantCore } from "../core/tenant-core.ts";
import { createHangUp } from "../http/hang-up.ts";
import type { EventFeed } from "./event-feed.ts";
import { joinBytes } from "./event-frame.ts";
import { createFrameReader, type FrameReader, type StreamRequest } from "./frame-reader.ts";
import type { Interruption } from "./stream-delivery.ts";
import { formatStreamError, streamErrorCodes, type StreamErrorCode } from "./stream-error.ts";
import type { OpenStream, StreamEnding, StreamRecord } from "./stream-registry.ts";
import { createWaker, type WakeReason } from "./waker.ts";

type StreamContext = EventFeed & Pick<TenantCore, "now" | "limits" | "faults" | "log">;

/** Milliseconds between the last bytes and the failure of a connection. */
const graceBeforeAbort = 50;

const nothing = new Uint8Array(0);
const encoder = new TextEncoder();

/**
 * Opens the body of an event stream. The body is pulled, so a slow reader costs one chunk and a
 * position in the shared log. A reader that falls behind the retained events gets an error frame.
 */
export function openEventStream(
  context: StreamContext,
  request: StreamRequest,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new EventStreamSource(context, request));
}

/**
 * The source of one stream's bytes, which the control interface can also end, freeze and change.
 */
class EventStreamSource implements UnderlyingDefaultSource<Uint8Array>, OpenStream {
  readonly #context: StreamContext;
  readonly #request: StreamRequest;
  readonly #reader: FrameReader;
  readonly #waker = createWaker();
  readonly #openedAt: number;
  readonly #unsubscribe: () => void;
  readonly #unregister: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #state: StreamRecord["state"] = "open";
  #ending: StreamEnding | undefined;
  /** Bytes to send next. */
  #due: Uint8Array;
  /** Bytes of the control interface, to send when nothing else is due. */
  #injected: Uint8Array[] = [];
  /** The interruption to carry out when nothing is due. */
  #interruption: Interruption | undefined;
  /** True from the reading of a frame that an interruption cuts: nothing may follow it. */
  #hasCutFrame = false;

  constructor(context: StreamContext, request: StreamRequest) {
    this.#context = context;
    this.#request = request;
    this.#reader = createFrameReader(context, request);
    this.#openedAt = context.now();
    this.#due = encoder.encode(`:connected\n\nretry: ${context.limits.streamRetry}\n\n`);
    this.#unsubscribe = context.events.subscribe(() => this.#waker.wake("news"));
    this.#unregister = context.streams.add(this);
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    // Interrupt only after the reader has taken all bytes: a failure discards queued bytes.
    if (this.#due.length === 0 && this.#interruption !== undefined) {
      await this.#interrupt(this.#interruption);
    }
    if (this.#isClosed()) return;
    if (this.#due.length === 0 && this.#findEnd() === undefined) {
      this.#due = (await this.#readChunk()) ?? nothing;
    }
    const piece = this.#due.length === 0 ? nothing : await this.#takePiece();
    if (this.#isClosed()) return;
    if (piece.length > 0) controller.enqueue(piece);
    if (this.#due.length > 0 || this.#interruption !== undefined) return;
    const reason = this.#findEnd();
    if (reason !== undefined) this.#finish(reason);
  }

  cancel(): void {
    this.#release("reader_left");
  }

  end(): void {
    this.#finish("dropped");
  }

  fail(code: StreamErrorCode): void {
    this.#finish(code);
  }

  check(): void {
    this.#waker.wake("check");
  }

  freeze(): void {
    if (this.#state === "open") this.#state = "frozen";
    this.#waker.wake("check");
  }

  inject(bytes: Uint8Array): void {
    this.#injected = [...this.#injected, bytes].slice(-100);
    this.#waker.wake("news");
  }

  describe(): Omit<StreamRecord, "stream"> {
    const { clientId, resumedFrom } = this.#request;
    return {
      client_id: clientId,
      state: this.#state,
      opened_at: new Date(this.#openedAt).toISOString(),
      ...(this.#ending !== undefined && { ending: this.#ending }),
      ...(resumedFrom !== undefined && { resumed_from: resumedFrom }),
      position: this.#reader.position,
      sent: this.#reader.sent,
    };
  }

  #isClosed(): boolean {
    return this.#state === "closed";
  }

  #release(reason: StreamEnding): void {
    this.#state = "closed";
    this.#ending = reason;
    this.#unsubscribe();
    this.#unregister();
    this.#waker.wake("end");
  }

  /**
   * Ends the stream. For an error code, sends the due bytes and an error frame first, but not after
   * a cut frame: both would be one frame, with the cursor of the event that was cut.
   */
  #finish(reason: StreamEnding): void {
    if (this.#isClosed()) return;
    if (isErrorCode(reason)) {
      if (this.#hasCutFrame) return this.#finish("interrupted");
      const cursor = this.#context.events.toCursor(this.#reader.position);
      const frame = encoder.encode(formatStreamError(reason, cursor));
      this.#controller?.enqueue(joinBytes([this.#due, frame]));
    }
    this.#release(reason);
    this.#controller?.close();
  }

  async #interrupt({ ending }: Interruption): Promise<void> {
    this.#interruption = undefined;
    if (ending === "freeze") this.freeze();
    if (ending === "close") this.#finish("interrupted");
    if (ending !== "abort") return;
    // Wait first: when a connection fails, the client discards the bytes that it has not read.
    await this.#waker.sleep(graceBeforeAbort, "check");
    if (this.#isClosed()) return;
    this.#release("interrupted");
    this.#controller?.error(createHangUp());
  }

  /** Returns the reason to end the stream now; undefined to continue. */
  #findEnd(): StreamEnding | undefined {
    if (this.#state === "frozen") return undefined;
    const now = this.#context.now();
    if (now >= this.#request.expiresAt * 1000) return "token_expired";
    if (this.#reader.position < this.#context.events.start) return "cursor_expired";
    return now < this.#openedAt + this.#context.limits.streamLifetime
      ? undefined
      : "connection_timeout";
  }

  /** Waits for an event, the next heartbeat or the end, whichever is first. */
  async #waitForNews(): Promise<WakeReason> {
    if (this.#state === "frozen") return await this.#waker.sleepUntilEnd();
    const { streamLifetime, streamHeartbeat } = this.#context.limits;
    const endsAt = Math.min(this.#request.expiresAt * 1000, this.#openedAt + streamLifetime);
    const timeLeft = Math.max(1, endsAt - this.#context.now());
    return timeLeft < streamHeartbeat
      ? await this.#waker.sleep(timeLeft, "check")
      : await this.#waker.sleep(streamHeartbeat, "heartbeat");
  }

  /** Returns the next bytes to send; undefined if the stream has ended or must end. */
  async #readChunk(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#state === "open") {
        const bytes = this.#injected.shift() ?? this.#readFrames();
        if (bytes !== undefined) return bytes;
      }
      const reason = await this.#waitForNews();
      if (reason === "end" || this.#findEnd() !== undefined) return undefined;
      if (reason === "heartbeat") {
        return this.#readFrames() ?? encoder.encode(this.#reader.formatHeartbeat());
      }
    }
  }

  #readFrames(): Uint8Array | undefined {
    const chunk = this.#reader.read();
    if (chunk?.interruption !== undefined) {
      this.#interruption = chunk.interruption;
      this.#hasCutFrame = true;
    }
    return chunk?.bytes;
  }

  /** Takes the bytes of one write from the due bytes, after the delay of the delivery settings. */
  async #takePiece(): Promise<Uint8Array> {
    const { pieceSize, pieceDelay } = this.#context.delivery.settings;
    const until = Date.now() + pieceDelay;
    for (let left = pieceDelay; left > 0; left = until - Date.now()) {
      if ((await this.#waker.sleep(left, "check")) === "end") break;
    }
    if (this.#state === "frozen") await this.#waitForNews();
    const piece = pieceSize > 0 ? this.#due.subarray(0, pieceSize) : this.#due;
    this.#due = this.#due.subarray(piece.length);
    return piece;
  }
}

function isErrorCode(ending: StreamEnding): ending is StreamErrorCode {
  return streamErrorCodes.some((code) => code === ending);
}
