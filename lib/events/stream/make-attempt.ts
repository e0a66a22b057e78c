import { EventLogError } from "../log/event-log-error.ts";
import type { AppendResult, EventLog } from "../log/event-log.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import type { AccessTokenSource } from "../ports.ts";
import type { ConnectGate } from "./connect-gate.ts";
import { connectOnce } from "./connect-once.ts";
import { describeInternal, describeStorage, type ConnectionEnd } from "./connection-end.ts";
import { discardPosition } from "./discard-position.ts";
import { skipPayload } from "./skip-payload.ts";
import type { SilenceLimit } from "./silence-limit.ts";
import type { StateReporter } from "./state-reporter.ts";
import { findResumeKind } from "./stream-request.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

/** A connection that lasts this long counts as progress, even without an event. */
const progressMs = 10_000;
/** A stream that resumes delivers the events that it missed within this time, in ms. */
const catchUpMs = 5_000;

/** The event stream of a tenant, and the ports that a connection to it uses. */
export interface StreamSource {
  readonly tenantId: string;
  /** `https://{tenant domain}/api/v2` */
  readonly baseUrl: string;
  /** The event types to subscribe to; an empty list means all. */
  readonly eventTypes?: readonly string[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly accessToken: AccessTokenSource;
  /** Decides when to connect. */
  readonly gate: ConnectGate;
  /** Decides when a silent connection counts as half open. */
  readonly silence: SilenceLimit;
}

/** The result of one connection. */
export interface Attempt {
  readonly end: ConnectionEnd;
  /** True if the connection was made with a renewed token. */
  readonly isTokenNew: boolean;
  readonly isProgress: boolean;
}

export interface AttemptOptions {
  readonly signal: AbortSignal;
  /** True to request a new access token in place of the cached one. */
  readonly renew: boolean;
  readonly reporter: StateReporter;
  readonly notifyStored: (result: AppendResult) => void;
  /** Receives the watchdog of the connection, before the connection is made. */
  readonly onWatchdog: (watchdog: Watchdog) => void;
}

/**
 * Makes one connection from the position in the log, and resolves when it ends. Stores a new
 * position and a mark if the end leaves no usable position. Returns every failure as an end.
 */
export async function makeAttempt(
  source: StreamSource,
  { signal, renew, reporter, notifyStored, onWatchdog }: AttemptOptions,
): Promise<Attempt> {
  const { clock, gate, log, silence, tenantId, eventTypes = [] } = source;
  let listenedAt: number | undefined;
  let isProgress = false;
  let isTokenNew = false;
  let end: ConnectionEnd;
  try {
    await gate.open();
    const hadStream = await gate.hadStream();
    const position = await log.position(tenantId);
    const resume = findResumeKind(position);
    reporter.change({ name: "connecting", since: clock.now(), resume });
    const watchdog = createWatchdog(clock, await silence.read());
    onWatchdog(watchdog);
    end = await connectOnce({
      ...source,
      eventTypes,
      position,
      accessToken: async () => {
        const token = await source.accessToken({ renew });
        isTokenNew = renew;
        return token;
      },
      watchdog,
      hadStream,
      signal,
      onAccepted: () => gate.accept(),
      onListening: () => {
        listenedAt = clock.now();
        reporter.change({ name: "listening", since: listenedAt, lastHeardAt: listenedAt, resume });
      },
      onRead: async (batch, result) => {
        if (batch.events.length > 0 || batch.cursor !== undefined) isProgress = true;
        const isCatchingUp = listenedAt !== undefined && clock.now() - listenedAt <= catchUpMs;
        if (batch.events.length > 0 && isCatchingUp) {
          await silence.noteMissed();
          watchdog.setLimit(await silence.read());
        }
        if (result !== undefined) notifyStored(result);
        reporter.updateLastHeardAt(watchdog.lastHeardAt);
        await silence.noteGap(watchdog.longestGapMs);
        if (batch.retryMs !== undefined) await gate.noteRetry(batch.retryMs);
      },
    }).finally(() => watchdog.end());
    if (listenedAt !== undefined) {
      const isSilent = end.kind === "wait" && end.why === "silent";
      await silence.noteEnd({ heardForMs: watchdog.heardForMs, isSilent });
    }
    const moved = await movePosition(end, source);
    if (moved !== undefined) notifyStored(moved);
  } catch (error) {
    end = error instanceof EventLogError ? describeStorage(error) : describeInternal();
  }
  const livedMs = listenedAt === undefined ? 0 : clock.now() - listenedAt;
  return { end, isTokenNew, isProgress: isProgress || livedMs >= progressMs };
}

/** Stores a new position and marks the gap, if the end left no usable position. */
async function movePosition(
  end: ConnectionEnd,
  { clock, log, tenantId }: StreamSource,
): Promise<AppendResult | undefined> {
  const at = clock.now();
  if (end.kind === "position-lost")
    return discardPosition(log, tenantId, end.reason, at, end.serviceNow);
  if (end.kind === "payload-too-large")
    return skipPayload(log, tenantId, { offset: end.offset, at, serviceNow: end.serviceNow });
  return undefined;
}
