import { connectOnce, describeStorage, type ConnectionEnd } from "./connect-once.ts";
import { EventLogError } from "./event-log-error.ts";
import type { AppendResult, EventLog, StreamPosition } from "./event-log.ts";
import type { AccessTokenSource, Clock, Fetch } from "./ports.ts";
import { computeRetryDelay } from "./retry-delay.ts";
import { findResumeKind, formatTimestamp, MAX_CURSOR_LENGTH } from "./stream-request.ts";
import type { StopReason, SubscriptionState, WaitReason } from "./subscription-state.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface SubscriptionOptions {
  readonly tenantId: string;
  /** `https://{tenant domain}/api/v2` */
  readonly baseUrl: string;
  /** The types to subscribe to; none means all. */
  readonly eventTypes?: readonly string[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** A number from 0 up to 1, as `Math.random` gives it. */
  readonly random: () => number;
  readonly log: EventLog;
  readonly accessToken: AccessTokenSource;
  /** Each new state; while listening at most once a second. Must not throw. */
  readonly onChange?: (state: SubscriptionState) => void;
  /** New events and marks, after they were stored. Must not throw. */
  readonly onStored?: (result: AppendResult) => void;
}

export interface Subscription {
  readonly state: SubscriptionState;
  /** Subscribe, from where the log says; nothing when it runs already. */
  start(): void;
  /** End it. When the promise resolves nothing is left running. */
  stop(): Promise<void>;
  /**
   * Try now: ends a wait (but not one for a rate limit), and looks whether an open connection went
   * silent while the device slept. Does nothing to a subscription that is stopped.
   */
  nudge(): void;
}

/** No byte for so long means that the connection is half open. */
const SILENCE_MS = 90_000;
/** A connection that lived so long was worth it, even if the tenant had nothing to tell. */
const WORTHWHILE_MS = 10_000;
const CHANGE_EVERY_MS = 1_000;

/**
 * The subscription to one tenant's event stream: connects, resumes, waits and stops as the service
 * asks, through the end of connections, tokens and positions. What a read brought is stored before
 * it is told; a stopped worker loses nothing, it starts again from the log.
 *
 * @see the management interface, GET {base_url}/events
 */
export function createSubscription(options: SubscriptionOptions): Subscription {
  const { tenantId, clock, log } = options;
  let state: SubscriptionState = describeStop("not-started", "The subscription was not started.");
  let controller: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();
  let watchdog: Watchdog | undefined;
  let wake: (() => void) | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;

  function describeStop(why: StopReason, message: string): SubscriptionState {
    return { name: "stopped", since: clock.now(), why, message };
  }

  function change(next: SubscriptionState): void {
    state = next;
    changedAt = clock.now();
    options.onChange?.(next);
  }

  function wait(why: WaitReason, message: string, ms: number, signal: AbortSignal): Promise<void> {
    const since = clock.now();
    return new Promise((resolve) => {
      const finish = (): void => {
        cancel();
        signal.removeEventListener("abort", finish);
        wake = undefined;
        resolve();
      };
      const cancel = clock.setTimeout(finish, ms);
      signal.addEventListener("abort", finish, { once: true });
      wake = finish;
      change({ name: "waiting", since, until: since + ms, why, message });
    });
  }

  /** Give the position up and say so in the log: what comes next starts at a time, or else from now. */
  async function losePosition(position: StreamPosition, isKnownGap: boolean): Promise<void> {
    const [last] = await log.latest(tenantId, { limit: 1 });
    const from = formatTimestamp(last?.time) ?? position.resumeFrom;
    const now = clock.now();
    await log
      .append(tenantId, {
        at: now,
        position: { resumeFrom: position.cursor === undefined ? undefined : from },
        marks: isKnownGap ? [] : [{ kind: "gap", from, to: new Date(now).toISOString() }],
      })
      .then(tell);
  }

  function tell(result: AppendResult): void {
    if (result.stored.length > 0 || result.marks.length > 0) options.onStored?.(result);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let retryMs: number | undefined;
    let renewToken = false;
    let isKnownGap = false;

    while (!signal.aborted) {
      let end: ConnectionEnd;
      const startedAt = clock.now();
      let listenedAt: number | undefined;
      let didProgress = false;
      try {
        const position = await log.position(tenantId);
        const resume = findResumeKind(position);
        if ((position.cursor?.length ?? 0) > MAX_CURSOR_LENGTH) end = { kind: "position-lost" };
        else {
          change({ name: "connecting", since: startedAt, resume });
          const watching = createWatchdog(clock, SILENCE_MS);
          watchdog = watching;
          end = await connectOnce({
            ...options,
            eventTypes: options.eventTypes ?? [],
            position,
            renewToken,
            watchdog: watching,
            signal,
            onListening() {
              renewToken = false;
              listenedAt = clock.now();
              change({ name: "listening", since: listenedAt, lastHeardAt: listenedAt, resume });
            },
            onRead(batch, result) {
              retryMs = batch.retryMs ?? retryMs;
              if (batch.events.length > 0 || batch.cursor !== undefined) didProgress = true;
              if (result !== undefined) tell(result);
              hear(watching.lastHeardAt);
            },
          }).finally(() => watching.end());
        }
        if (didProgress) isKnownGap = false;
        if (end.kind === "position-lost") {
          // Asked again: the stream may have brought a cursor before it was declared lost.
          const held = await log.position(tenantId);
          if (findResumeKind(held) !== "now") await losePosition(held, isKnownGap);
          isKnownGap = true;
        }
      } catch (error) {
        if (!(error instanceof EventLogError)) throw error;
        end = describeStorage(error);
      }
      watchdog = undefined;
      if (signal.aborted) return;

      const lived = listenedAt === undefined ? 0 : clock.now() - listenedAt;
      failures = didProgress || lived >= WORTHWHILE_MS ? 0 : failures + 1;
      if (end.kind === "renew-token" && !renewToken) {
        renewToken = true;
        continue;
      }
      if (end.kind === "renew-token" || end.kind === "stop") {
        const why = end.kind === "stop" ? end.why : "unauthorized";
        controller = undefined;
        change(describeStop(why, end.message));
        return;
      }
      const delay = computeRetryDelay(failures, retryMs, options.random());
      const floor = computeRetryDelay(0, retryMs, 0);
      if (end.kind === "position-lost") {
        await wait("position-lost", POSITION_LOST, delay, signal);
      } else await wait(end.why, end.message, Math.max(end.askedMs ?? delay, floor), signal);
    }
  }

  function hear(lastHeardAt: number): void {
    if (state.name !== "listening") return;
    const next = { ...state, lastHeardAt };
    if (clock.now() - changedAt >= CHANGE_EVERY_MS) change(next);
    else state = next;
  }

  return {
    get state() {
      return state;
    },
    start() {
      if (controller !== undefined) return;
      const mine = new AbortController();
      controller = mine;
      running = running
        .then(() => run(mine.signal))
        .catch(() => {
          mine.abort();
          if (controller === mine) controller = undefined;
          change(describeStop("internal", INTERNAL));
        });
    },
    async stop() {
      controller?.abort();
      controller = undefined;
      await running;
      if (controller === undefined) change(describeStop("asked", "The subscription is paused."));
    },
    nudge() {
      watchdog?.check();
      if (state.name === "waiting" && state.why !== "rate-limited") wake?.();
    },
  };
}

const POSITION_LOST =
  "The tenant no longer knows the position in the stream, so the subscription goes on by time. Events of the gap may be missing; the log marks it.";
const INTERNAL =
  "The subscription ended by a fault of the inspector itself. What was stored is safe; start it again, and report the fault if it stays.";
