import type { Closing, ConnectGate, Initiative } from "./connect-gate.ts";
import { connectOnce, describeStorage, type ConnectionEnd } from "./connect-once.ts";
import { createPause } from "./create-pause.ts";
import { EventLogError } from "../log/event-log-error.ts";
import type { AppendResult, EventLog } from "../log/event-log.ts";
import { losePosition } from "./lose-position.ts";
import { skipPayload } from "./skip-payload.ts";
import type { AccessTokenSource, Clock, Fetch, WithLock } from "../ports.ts";
import { findResumePosition, type ResumePoint } from "./resume-point.ts";
import { findResumeKind } from "./stream-request.ts";
import type { HeldState, StopReason, SubscriptionState } from "./subscription-state.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface SubscriptionOptions {
  readonly tenantId: string;
  /** `https://{tenant domain}/api/v2` */
  readonly baseUrl: string;
  /** The types to subscribe to; none means all. */
  readonly eventTypes?: readonly string[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly accessToken: AccessTokenSource;
  /** Decides when to connect. */
  readonly gate: ConnectGate;
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
   * Decides anew whether to connect: shortens a wait as far as it yields, and looks whether an open connection went silent while
   * the device slept. Does nothing to a subscription that was not started or is paused.
   *
   * @param by a wake steps over a back-off alone, a person over every wait but one for a rate limit
   */
  nudge(by: Initiative): Promise<void>;
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
  const { gate, eventTypes = [] } = options;
  let state: SubscriptionState = describeStop("not-started", "The subscription was not started.");
  let controller: AbortController | undefined;
  /** Ends the present connection alone: the loop connects again as soon as the gate allows. */
  let connection: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();
  let watchdog: Watchdog | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  /** Counts what may have opened the gate: a check that was begun before has to be made again. */
  let nudges = 0;
  /** Work for the time between two connections, when no read of the stream can come in between. */
  const pending: (() => Promise<void>)[] = [];

  function describeStop(why: StopReason, message: string): SubscriptionState {
    return { name: "stopped", since: clock.now(), why, message };
  }

  function change(next: SubscriptionState): void {
    state = next;
    changedAt = clock.now();
    options.onChange?.(next);
  }

  function tell(result: AppendResult): void {
    if (result.stored.length > 0 || result.marks.length > 0) options.onStored?.(result);
  }

  async function settlePending(): Promise<void> {
    for (const work of pending.splice(0)) await work();
  }

  /** Waits for the gate to open; work that arrives meanwhile is done at once. */
  async function waitForGate(signal: AbortSignal): Promise<void> {
    for (;;) {
      await settlePending();
      const seen = nudges;
      const held = await gate.check();
      if (held === undefined || signal.aborted) return;
      if (seen !== nudges) continue;
      if (!isSameHold(state, held)) change(held);
      if (await pause.begin(held.until - clock.now(), signal)) await gate.expire();
    }
  }

  function wakeLoop(): void {
    nudges += 1;
    pause.end();
  }

  async function run(signal: AbortSignal): Promise<void> {
    /** The next token is to be a new one; kept until there is one, for services count each that they issue. */
    let renewToken = false;

    for (;;) {
      await waitForGate(signal);
      if (signal.aborted) return;
      // Register the controller before flushing: a resume request that arrives meanwhile must abort this connection.
      const current = new AbortController();
      connection = current;
      await settlePending();
      if (current.signal.aborted) continue;
      const attempt = await connect(AbortSignal.any([signal, current.signal]), renewToken);
      const { end } = attempt;
      connection = undefined;
      watchdog = undefined;
      if (attempt.isTokenNew) renewToken = false;

      const isGivenUp =
        (signal.aborted || current.signal.aborted) && end.kind === "wait" && end.why === "network";
      const isRenewal = end.kind === "renew-token" && !attempt.isTokenNew;
      if (isRenewal) renewToken = true;
      if (isGivenUp || isRenewal) {
        await gate.abandon();
        // Neither is a retry: of the wait, only the time between two connections is kept.
        if (!signal.aborted) await gate.expedite("person");
      } else {
        // Also if the subscription was stopped meanwhile: the wait holds for the next start.
        await gate.close(describeClosing(end, attempt.isProgress));
      }
      if (signal.aborted) return;
    }
  }

  /** Makes one connection and follows it to its end. */
  async function connect(
    signal: AbortSignal,
    renew: boolean,
  ): Promise<{ end: ConnectionEnd; isTokenNew: boolean; isProgress: boolean }> {
    let listenedAt: number | undefined;
    let isProgress = false;
    let isTokenNew = false;
    let end: ConnectionEnd;
    try {
      await gate.open();
      const position = await log.position(tenantId);
      const resume = findResumeKind(position);
      change({ name: "connecting", since: clock.now(), resume });
      const watching = createWatchdog(clock, SILENCE_MS);
      watchdog = watching;
      end = await connectOnce({
        ...options,
        eventTypes,
        position,
        async accessToken() {
          const token = await options.accessToken({ renew });
          isTokenNew = renew;
          return token;
        },
        watchdog: watching,
        signal,
        onAccepted: () => gate.accept(),
        onListening() {
          listenedAt = clock.now();
          change({ name: "listening", since: listenedAt, lastHeardAt: listenedAt, resume });
        },
        async onRead(batch, result) {
          if (batch.events.length > 0 || batch.cursor !== undefined) isProgress = true;
          if (result !== undefined) tell(result);
          hear(watching.lastHeardAt);
          if (batch.retryMs !== undefined) await gate.noteRetry(batch.retryMs);
        },
      }).finally(() => watching.end());
      const result = await movePast(end);
      if (result !== undefined) tell(result);
    } catch (error) {
      end =
        error instanceof EventLogError
          ? describeStorage(error)
          : { kind: "stop", why: "internal", message: INTERNAL };
    }
    const lived = listenedAt === undefined ? 0 : clock.now() - listenedAt;
    return { end, isTokenNew, isProgress: isProgress || lived >= WORTHWHILE_MS };
  }

  /** Writes down where to go on from after an end that leaves no usable place, and the gap. */
  async function movePast(end: ConnectionEnd): Promise<AppendResult | undefined> {
    const at = clock.now();
    if (end.kind === "position-lost")
      return losePosition(log, tenantId, end.reason, at, end.servicesNow);
    if (end.kind !== "payload-too-large") return undefined;
    const { offset, servicesNow } = end;
    return skipPayload(log, tenantId, { offset, at, servicesNow });
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
    async nudge(by) {
      watchdog?.check();
      if (controller === undefined) return;
      if (state.name === "connecting" || state.name === "listening") return;
      await gate.expedite(by);
      const held = await gate.check();
      if (held === undefined || !isSameHold(state, held)) wakeLoop();
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
        // The connection is exchanged, when there is one; a wait stays as it is.
        connection?.abort();
        wakeLoop();
      });
    },
  };
}

/** What the end of a connection asks of the next one. */
function describeClosing(end: ConnectionEnd, isProgress: boolean): Closing {
  switch (end.kind) {
    case "wait":
      return { ...end, name: "waiting", isProgress };
    case "position-lost":
      return { name: "waiting", why: "position-lost", message: POSITION_LOST, isProgress };
    case "payload-too-large":
      return { name: "waiting", why: "stream-error", message: TOO_LARGE, isProgress };
    case "renew-token":
      return { ...end, name: "stopped", why: "unauthorized", isProgress };
    case "stop":
      return { ...end, name: "stopped", isProgress };
  }
  return end satisfies never;
}

function isSameHold(state: SubscriptionState, held: HeldState): boolean {
  if (!("message" in state) || !("until" in state)) return false;
  const isSameSpan = state.since === held.since && state.until === held.until;
  return isSameSpan && state.name === held.name && state.why === held.why;
}

const POSITION_LOST =
  "The tenant no longer knows the position in the stream, so the subscription goes on by time. Events of the gap may be missing; the log marks it.";
const TOO_LARGE =
  "The tenant cannot send an event because it is too large, so the subscription skips it. The log marks the gap.";
const INTERNAL =
  "The subscription stopped because of an internal error. What was stored is safe. It tries again by itself; report the error if it stays.";
const OTHER_CONNECTION =
  "Another connection of this inspector for the same tenant is still open. The subscription goes on as soon as that one has ended.";
