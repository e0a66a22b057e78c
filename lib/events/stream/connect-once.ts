import { untilAborted } from "../../http/until-aborted.ts";
import type { AppendResult, EventLog, StreamPosition } from "../log/event-log.ts";
import { EventLogError } from "../log/event-log-error.ts";
import { describeStorage, type ConnectionEnd } from "./connection-end.ts";
import { createDelay } from "./create-delay.ts";
import { findGapReason, classifyResponse } from "./classify-response.ts";
import type { StreamFailure } from "./parse-message.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import { NoTokenError } from "../ports.ts";
import { longestRetryAfterMs } from "./retry-delay.ts";
import { readStream, type StreamBatch } from "./read-stream.ts";
import { buildEventsUrl, formatTimestamp } from "./stream-request.ts";
import type { Watchdog } from "./watchdog.ts";

export interface ConnectionOptions {
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly eventTypes: readonly string[];
  readonly position: StreamPosition;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: EventLog;
  accessToken(): Promise<string>;
  readonly watchdog: Watchdog;
  /** True if a stream of this extension to the tenant ended shortly before. */
  readonly hadStream: boolean;
  /** Aborts the connection when the subscription ends or resumes from another position. */
  readonly signal: AbortSignal;
  /**
   * Called when the service responds with a stream. The reading starts when the promise resolves.
   */
  onAccepted(): Promise<void>;
  onListening(): void;
  /** Called after each read, once its events are stored. */
  onRead(batch: StreamBatch, stored: AppendResult | undefined): Promise<void>;
}

/** The pause after a batch is stored: about a frame, because nobody sees a change sooner. */
const pauseMs = 16;
/** A stream that catches up delivers batches of this many events, and is not delayed. */
const fullBatch = 32;
const payloadTooLarge = "payload_too_large";
const network: ConnectionEnd = {
  kind: "wait",
  why: "network",
  message:
    "Could not reach the tenant. Check the network, the tenant's domain and the extension's access to it. The subscription will retry.",
};
const silent: ConnectionEnd = {
  kind: "wait",
  why: "silent",
  message: "The connection was idle for too long and was closed. The subscription will reconnect.",
};
const rotation: ConnectionEnd = {
  kind: "wait",
  why: "rotation",
  message: "The tenant closed the connection, as it does every few minutes.",
};

/**
 * Makes one connection: requests the stream, classifies the response, and stores events until
 * the stream ends. Returns each failure as an end; rejects only if `onAccepted` rejects.
 */
export async function connectOnce(options: ConnectionOptions): Promise<ConnectionEnd> {
  const { watchdog, clock } = options;
  const signal = AbortSignal.any([options.signal, watchdog.signal]);
  const interrupted = (): ConnectionEnd => (watchdog.signal.aborted ? silent : network);

  let token: string;
  try {
    token = await untilAborted(options.accessToken(), signal);
  } catch (error) {
    return signal.aborted ? interrupted() : describeNoToken(error, clock.now());
  }

  let response: Response;
  try {
    const pending = options.fetch(
      buildEventsUrl(options.baseUrl, options.position, options.eventTypes),
      {
        headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
        cache: "no-store",
        credentials: "omit",
        // Following a redirect could send the token to another host.
        redirect: "manual",
        signal,
      },
    );
    response = await untilAborted(pending, signal, (late) => {
      late.body?.cancel().catch(() => undefined);
    });
  } catch {
    return interrupted();
  }
  watchdog.heard();

  const outcome = await classifyResponse(response, {
    clock,
    token,
    signal,
    hadStream: options.hadStream,
  });
  const date = response.headers.get("date");
  if (outcome.kind === "position-lost") return { ...outcome, ...readServiceNow(date) };
  if (outcome.kind !== "stream") return outcome;
  await options.onAccepted();
  const arrivedAt = clock.now();
  const end = await followStream(outcome.body, date, options, signal, interrupted);
  if (end.kind !== "position-lost" && end.kind !== "payload-too-large") return end;
  return { ...end, ...readServiceNow(date, clock.now() - arrivedAt) };
}

/** Computes the service's present time from the `Date` of a response that is `elapsedMs` old. */
function readServiceNow(date: string | null, elapsedMs = 0): { serviceNow?: number } {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? {} : { serviceNow: time + Math.max(0, elapsedMs) };
}

async function followStream(
  body: ReadableStream<Uint8Array>,
  date: string | null,
  options: ConnectionOptions,
  signal: AbortSignal,
  interrupted: () => ConnectionEnd,
): Promise<ConnectionEnd> {
  const { position, clock, log, tenantId, watchdog } = options;
  let { resumeFrom } = position;
  const batches = readStream(body, { signal });
  const pause = createDelay(clock);
  /** The last cursor that was sent or received. */
  let cursor = position.cursor;
  let isProgress = false;
  try {
    const isFirst = position.cursor === undefined && resumeFrom === undefined;
    // If the first subscription ends before it receives a cursor, the next one resumes from this
    // time, by the service's clock.
    if (isFirst) resumeFrom = formatTimestamp(date) ?? formatTimestamp(clock.now());
    if (isFirst || position.isGapMarked === true) {
      await log.append(tenantId, {
        at: clock.now(),
        position: { ...position, resumeFrom },
        startedFrom: isFirst ? resumeFrom : undefined,
        // After a loss, the gap extends to now: the service no longer has the events in it.
        gapUntil: position.isGapMarked === true ? formatNow(date, clock) : undefined,
      });
    }
    options.onListening();
    for await (const batch of batches) {
      watchdog.heard();
      cursor = batch.cursor ?? cursor;
      isProgress ||= batch.events.length > 0 || batch.cursor !== undefined;
      await options.onRead(batch, await store(batch));
      if (batch.failure !== undefined) return describeFailure(batch.failure, cursor, isProgress);
      // All events that arrive during the pause are stored in one transaction.
      const { length } = batch.events;
      if (length > 0 && length < fullBatch) await pause.begin(pauseMs, signal);
    }
  } catch (error) {
    if (error instanceof EventLogError) return describeStorage(error);
    return interrupted();
  } finally {
    await body.cancel().catch(() => undefined);
  }
  return signal.aborted ? interrupted() : rotation;

  async function store(batch: StreamBatch): Promise<AppendResult | undefined> {
    const { events, failure, malformed } = batch;
    // A cursor after an event that is too large is stored only together with the gap.
    const isTooLarge = failure?.code === payloadTooLarge;
    const reached = isTooLarge ? batch.cursor : (failure?.offset ?? batch.cursor);
    const first = malformed[0];
    if (events.length === 0 && reached === undefined && first === undefined) return undefined;
    return log.append(tenantId, {
      at: clock.now(),
      events,
      ...(reached === undefined ? {} : { position: { cursor: reached, resumeFrom } }),
      marks: first === undefined ? [] : [{ kind: "unreadable", count: malformed.length, ...first }],
    });
  }
}

/**
 * Classifies the error frame that ends a stream.
 *
 * @param cursor the last cursor that was sent or received
 * @param isProgress true if the connection delivered an event or a cursor before
 */
function describeFailure(
  failure: StreamFailure,
  cursor: string | undefined,
  isProgress: boolean,
): ConnectionEnd {
  const { code, offset } = failure;
  const isNewCursor = offset !== undefined && offset !== cursor;
  const reason = findGapReason(code);
  // A new cursor is tried first. Events are lost only if the service rejects this cursor too.
  if (reason !== undefined && !isNewCursor) return { kind: "position-lost", reason };
  if (code === "connection_timeout") return rotation;
  if (code === payloadTooLarge && isNewCursor) return { kind: "payload-too-large", offset };
  // From the same position, the service would fail at the same event forever.
  if (code === payloadTooLarge && !isProgress)
    return { kind: "payload-too-large", offset: undefined };
  return {
    kind: "wait",
    why: "stream-error",
    message: `The tenant closed the event stream with the error ${failure.code}. The subscription will reconnect.`,
  };
}

function formatNow(date: string | null, clock: Clock): string {
  return new Date(readServiceNow(date).serviceNow ?? clock.now()).toISOString();
}

function describeNoToken(error: unknown, now: number): ConnectionEnd {
  const detail = error instanceof Error && error.message !== "" ? ` ${error.message}` : "";
  const message = `Could not get an access token for the event stream.${detail.slice(0, 300)}`;
  const { code, retryAt } =
    error instanceof NoTokenError ? error : { code: "unavailable", retryAt: undefined };
  if (code === "refused") return { kind: "stop", why: "unauthorized", message };
  if (code === "missing") return { kind: "stop", why: "no-token", message };
  const asked = retryAt === undefined ? undefined : retryAt - now;
  const askedMs =
    asked !== undefined && asked > 0 ? Math.min(asked, longestRetryAfterMs) : undefined;
  return code === "rate-limited"
    ? { kind: "wait", why: "rate-limited", message: tokenLimited, askedMs }
    : { kind: "wait", why: "no-token", message, askedMs };
}

const tokenLimited =
  "The tenant's rate limit for access tokens is reached. The subscription resumes when the limit resets.";
