import { connectOnce, describeStorage, type ConnectionEnd } from "./connect-once.ts";
import { createPause } from "./create-pause.ts";
import { EventLogError } from "../log/event-log-error.ts";
import type { AppendResult, EventLog } from "../log/event-log.ts";
import { losePosition } from "./lose-position.ts";
import type { AccessTokenSource, Clock, Fetch, WithLock } from "../ports.ts";
import { findResumePosition, type ResumePoint } from "./resume-point.ts";
import { computeRetryDelay } from "./retry-delay.ts";
import { findResumeKind, MAX_CURSOR_LENGTH } from "./stream-request.ts";
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
  /** Keeps a second connection for the tenant from existing; left out, the caller answers for that. */
  readonly withLock?: WithLock;
  /** Each new state; while listening at most once a second. Must not throw. */
  readonly onChange?: (state: SubscriptionState) => void;
  /** New events and marks, after they were stored. Must not throw. */
  readonly onStored?: (result: AppendResult) => void;
}

export interface Subscription {
  readonly state: SubscriptionState;
  /** Subscribe, from where the log says; nothing when it runs already. Resumes what `stop` paused. */
  start(): void;
  /** Pause it. When the promise resolves nothing is left running. */
  stop(): Promise<void>;
  /**
   * Try now: ends a wait, and looks whether an open connection went silent while the device slept.
   * Does nothing to a subscription that is stopped.
   *
   * @param by an alarm steps over no wait that the service asked for, a person over all but one for a rate limit
   */
  nudge(by?: "alarm" | "person"): void;
  /**
   * Go on from another place. Resolves when the log holds it; a subscription that runs is connected
   * anew from there. What arrives again is recognised and left out.
   *
   * @throws {ResumeError} a point that cannot be resumed from; everything stays as it was
   * @throws {EventLogError}
   */
  resumeFrom(point: ResumePoint): Promise<void>;
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
  const withLock: WithLock = options.withLock ?? ((_name, _signal, work) => work());
  const pause = createPause(clock);
  const lockName = `events of ${tenantId}`;
  const { eventTypes = [] } = options;
  let state: SubscriptionState = describeStop("not-started", "The subscription was not started.");
  let controller: AbortController | undefined;
  /** Ends the present connection alone: the loop goes on at once. */
  let connection: AbortController | undefined;
  /** Whether the present wait is one that the service asked for. */
  let isAsked = false;
  let running: Promise<void> = Promise.resolve();
  let watchdog: Watchdog | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  /** What has to be written between two connections, when no read of the stream can come in between. */
  const pending: (() => Promise<void>)[] = [];

  function describeStop(why: StopReason, message: string): SubscriptionState {
    return { name: "stopped", since: clock.now(), why, message };
  }

  function change(next: SubscriptionState): void {
    state = next;
    changedAt = clock.now();
    options.onChange?.(next);
  }

  /** Resolves to true when the time is over, and to false when somebody has a reason to go on sooner. */
  function wait(
    why: WaitReason,
    message: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    // Whoever asked for this connection to be left while it ended by itself.
    if (pending.length > 0) return Promise.resolve(false);
    const since = clock.now();
    const isOver = pause.begin(ms, signal);
    change({ name: "waiting", since, until: since + ms, why, message });
    return isOver;
  }

  function tell(result: AppendResult): void {
    if (result.stored.length > 0 || result.marks.length > 0) options.onStored?.(result);
  }

  async function settlePending(): Promise<void> {
    for (const work of pending.splice(0)) await work();
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let retryMs: number | undefined;
    /** The next token is to be a new one; said until there is one, for services count each that they issue. */
    let renewToken = false;

    while (!signal.aborted) {
      let end: ConnectionEnd;
      const startedAt = clock.now();
      let listenedAt: number | undefined;
      let didProgress = false;
      let isTokenNew = false;
      // Before what is pending is written: who asks for another place from now on ends this one.
      const current = new AbortController();
      connection = current;
      await settlePending();
      try {
        const position = await log.position(tenantId);
        const resume = findResumeKind(position);
        if ((position.cursor?.length ?? 0) > MAX_CURSOR_LENGTH) {
          end = { kind: "position-lost", reason: "too-long" };
        } else {
          change({ name: "connecting", since: startedAt, resume });
          const watching = createWatchdog(clock, SILENCE_MS);
          watchdog = watching;
          end = await connectOnce({
            ...options,
            eventTypes,
            position,
            async accessToken() {
              const token = await options.accessToken({ renew: renewToken });
              isTokenNew = renewToken;
              renewToken = false;
              return token;
            },
            watchdog: watching,
            signal: AbortSignal.any([signal, current.signal]),
            onListening() {
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
        if (end.kind === "position-lost") {
          const result = await losePosition(log, tenantId, end.reason, clock.now());
          if (result !== undefined) tell(result);
        }
      } catch (error) {
        if (!(error instanceof EventLogError)) throw error;
        end = describeStorage(error);
      }
      connection = undefined;
      watchdog = undefined;
      if (signal.aborted) return;
      if (current.signal.aborted && end.kind === "wait" && end.why === "network") continue;

      const lived = listenedAt === undefined ? 0 : clock.now() - listenedAt;
      failures = didProgress || lived >= WORTHWHILE_MS ? 0 : failures + 1;
      if (end.kind === "renew-token" && !isTokenNew) {
        renewToken = true;
        continue;
      }
      if (end.kind === "renew-token" || end.kind === "stop") {
        const why = end.kind === "stop" ? end.why : "unauthorized";
        controller = undefined;
        change(describeStop(why, end.message));
        return;
      }
      const { why, message, askedMs } = end.kind === "position-lost" ? POSITION_LOST : end;
      const delay = computeRetryDelay(failures, retryMs, options.random());
      const ms = Math.max(askedMs ?? delay, computeRetryDelay(0, retryMs, 0));
      const until = clock.now() + ms;
      isAsked = why === "rate-limited" || askedMs !== undefined;
      for (;;) {
        // No longer than was asked for, wherever the clock is set to meanwhile.
        const isOver = await wait(why, message, Math.min(until - clock.now(), ms), signal);
        // Only a wait that the service asked for is taken up again by who was woken to write.
        await settlePending();
        if (isOver || !isAsked || clock.now() >= until || signal.aborted) break;
      }
    }
  }

  async function runAlone(signal: AbortSignal): Promise<void> {
    if (options.withLock !== undefined) {
      change({
        name: "parked",
        since: clock.now(),
        why: "other-connection",
        message: OTHER_CONNECTION,
      });
    }
    try {
      await withLock(lockName, signal, () => run(signal));
    } catch (error) {
      // Stopped while it waited for the lock.
      if (!signal.aborted) throw error;
    } finally {
      // What came too late for the loop.
      await settlePending();
    }
  }

  function hear(lastHeardAt: number): void {
    if (state.name !== "listening") return;
    const next = { ...state, lastHeardAt };
    const passed = clock.now() - changedAt;
    // Less than nothing has passed where the clock was set back.
    if (passed >= CHANGE_EVERY_MS || passed < 0) change(next);
    else state = next;
  }

  async function moveTo(point: ResumePoint): Promise<void> {
    const at = clock.now();
    const { position, mark } = await findResumePosition(log, tenantId, point, at);
    tell(await log.append(tenantId, { at, position, marks: [mark] }));
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
        .then(() => runAlone(mine.signal))
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
    nudge(by = "alarm") {
      watchdog?.check();
      if (state.name !== "waiting") return;
      if (by === "person" && state.why !== "rate-limited") isAsked = false;
      // A timer may be late: a laptop that slept has waited long enough.
      if (!isAsked || state.until <= clock.now()) pause.end();
    },
    resumeFrom(point) {
      return new Promise((resolve, reject) => {
        const work = (): Promise<void> => moveTo(point).then(resolve, reject);
        if (controller === undefined) {
          const { signal } = new AbortController();
          running = running.then(() => withLock(lockName, signal, work)).catch(reject);
          return;
        }
        pending.push(work);
        // The connection is exchanged, when there is one; a wait that the service asked for stays.
        connection?.abort();
        pause.end();
      });
    },
  };
}

const POSITION_LOST = {
  why: "position-lost",
  message:
    "The tenant no longer knows the position in the stream, so the subscription goes on by time. Events of the gap may be missing; the log marks it.",
  askedMs: undefined,
} as const;
const INTERNAL =
  "The subscription ended by a fault of the inspector itself. What was stored is safe; start it again, and report the fault if it stays.";
const OTHER_CONNECTION =
  "Another connection of this inspector for the same tenant is still open. The subscription goes on as soon as that one has ended.";
