import type { AppendResult, EventLog, StreamPosition } from "../log/event-log.ts";
import { EventLogError } from "../log/event-log-error.ts";
import { findLoss, judgeResponse } from "./judge-response.ts";
import type { GapReason } from "../log/log-mark.ts";
import type { StreamFailure } from "./parse-message.ts";
import type { Clock, Fetch } from "../ports.ts";
import { readStream, type StreamBatch } from "./read-stream.ts";
import { buildEventsUrl, formatTimestamp } from "./stream-request.ts";
import type { StopReason, WaitReason } from "./subscription-state.ts";
import { untilAborted } from "./until-aborted.ts";
import type { Watchdog } from "./watchdog.ts";

/** How one connection ended. `askedMs`: how long the service asks to wait, in milliseconds. */
export type ConnectionEnd =
  | {
      readonly kind: "wait";
      readonly why: WaitReason;
      readonly message: string;
      readonly askedMs?: number | undefined;
    }
  | { readonly kind: "renew-token"; readonly message: string }
  | { readonly kind: "position-lost"; readonly reason: GapReason }
  | { readonly kind: "stop"; readonly why: StopReason; readonly message: string };

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
  /** The subscription's own end. */
  readonly signal: AbortSignal;
  onListening(): void;
  /** Some bytes came; what was in them is stored by now. */
  onRead(batch: StreamBatch, stored: AppendResult | undefined): Promise<void>;
}

const NETWORK: ConnectionEnd = {
  kind: "wait",
  why: "network",
  message:
    "The tenant cannot be reached. Check the network, the tenant's domain, and that this extension may access it; the subscription tries again by itself.",
};
const SILENT: ConnectionEnd = {
  kind: "wait",
  why: "silent",
  message:
    "The connection to the tenant went silent, so it was closed. The subscription connects again by itself.",
};
const ROTATION: ConnectionEnd = {
  kind: "wait",
  why: "rotation",
  message: "The tenant closed the connection, as it does every few minutes.",
};

/** One connection: ask, judge the answer, store what the stream brings until it ends. Never rejects. */
export async function connectOnce(options: ConnectionOptions): Promise<ConnectionEnd> {
  const { watchdog, clock } = options;
  const signal = AbortSignal.any([options.signal, watchdog.signal]);
  const interrupted = (): ConnectionEnd => (watchdog.signal.aborted ? SILENT : NETWORK);

  let token: string;
  try {
    token = await untilAborted(options.accessToken(), signal);
  } catch (error) {
    return signal.aborted ? interrupted() : describeNoToken(error);
  }

  let response: Response;
  try {
    const asking = options.fetch(
      buildEventsUrl(options.baseUrl, options.position, options.eventTypes),
      {
        headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
        cache: "no-store",
        credentials: "omit",
        // A redirect would carry the token to wherever the answer points.
        redirect: "manual",
        signal,
      },
    );
    response = await untilAborted(asking, signal, (late) => {
      late.body?.cancel().catch(() => undefined);
    });
  } catch {
    return interrupted();
  }
  watchdog.heard();

  const verdict = await judgeResponse(response, { now: clock.now(), token, signal });
  if (verdict.kind !== "stream") return verdict;
  return followStream(verdict.body, response.headers.get("date"), options, signal, interrupted);
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
  try {
    const isFirst = position.cursor === undefined && resumeFrom === undefined;
    // The first subscription: should it end before a cursor came, it goes on from here, by the service's clock.
    if (isFirst) resumeFrom = formatTimestamp(date) ?? formatTimestamp(clock.now());
    if (isFirst || position.isGapMarked === true) {
      await log.append(tenantId, {
        at: clock.now(),
        position: { ...position, resumeFrom },
        startedFrom: isFirst ? resumeFrom : undefined,
        // After a loss: what the service has not kept until now will not come any more.
        gapUntil: position.isGapMarked === true ? new Date(clock.now()).toISOString() : undefined,
      });
    }
    options.onListening();
    for await (const batch of batches) {
      watchdog.heard();
      await options.onRead(batch, await store(batch));
      if (batch.failure !== undefined) return describeFailure(batch.failure);
    }
  } catch (error) {
    if (error instanceof EventLogError) return describeStorage(error);
    return interrupted();
  } finally {
    await body.cancel().catch(() => undefined);
  }
  return signal.aborted ? interrupted() : ROTATION;

  async function store(batch: StreamBatch): Promise<AppendResult | undefined> {
    const { events, failure, malformed } = batch;
    const cursor = failure?.offset ?? batch.cursor;
    const first = malformed[0];
    if (events.length === 0 && cursor === undefined && first === undefined) return undefined;
    return log.append(tenantId, {
      at: clock.now(),
      events,
      ...(cursor === undefined ? {} : { position: { cursor, resumeFrom } }),
      marks: first === undefined ? [] : [{ kind: "unreadable", count: malformed.length, ...first }],
    });
  }
}

/** What the error frame, which ends a stream, means for the next connection. */
function describeFailure(failure: StreamFailure): ConnectionEnd {
  const loss = findLoss(failure.code);
  if (loss !== undefined) return { kind: "position-lost", reason: loss };
  if (failure.code === "connection_timeout") return ROTATION;
  return {
    kind: "wait",
    why: "stream-error",
    message: `The tenant broke the event stream off (${failure.code}). The subscription connects again by itself.`,
  };
}

/** What a failing log means: nothing is acknowledged, so nothing is lost by trying again. */
export function describeStorage(error: EventLogError): ConnectionEnd {
  return { kind: "wait", why: "storage", message: error.message };
}

function describeNoToken(error: unknown): ConnectionEnd {
  const why = error instanceof Error && error.message !== "" ? ` ${error.message}` : "";
  return {
    kind: "wait",
    why: "no-token",
    message: `There is no access token for the event stream.${why.slice(0, 300)}`,
  };
}
