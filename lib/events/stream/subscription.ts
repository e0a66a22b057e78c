import type { AppendResult } from "../log/event-log.ts";
import type { WithLock } from "../ports.ts";
import type { Initiative } from "./connect-gate.ts";
import { describeClosing, internalErrorText } from "./connection-end.ts";
import { createDelay } from "./create-delay.ts";
import { makeAttempt, type Attempt, type StreamSource } from "./make-attempt.ts";
import { findResumePosition, type ResumePoint } from "./resume-point.ts";
import { StateReporter } from "./state-reporter.ts";
import type { HeldState, StopReason, SubscriptionState } from "./subscription-state.ts";
import type { Watchdog } from "./watchdog.ts";

export interface SubscriptionOptions extends StreamSource {
  /** Prevents a second connection to the tenant. Without it the caller must prevent one. */
  readonly withLock?: WithLock;
  /** Receives each new state, but at most one per second while listening. Must not throw. */
  readonly onChange?: (state: SubscriptionState) => void;
  /** Receives new events and marks after they are stored. Must not throw. */
  readonly onStored?: (result: AppendResult) => void;
}

export interface Subscription {
  readonly state: SubscriptionState;
  /** Starts or resumes from the position in the log. Does nothing while the subscription runs. */
  start(): void;
  /** Pauses the subscription. Resolves once the connection is closed and all writes are done. */
  stop(): Promise<void>;
  /**
   * Shortens a wait if the initiative permits it, and checks an open connection, which may have
   * gone silent while the device slept. Does nothing unless the subscription is started.
   *
   * @param by `wake` ends only a back-off; `person` ends every wait except for a rate limit
   */
  nudge(by: Initiative): Promise<void>;
  /**
   * Resumes from another position. Resolves once the log holds the position; a running subscription
   * then reconnects. Events that arrive again are recognized and not stored twice.
   *
   * @throws {ResumeError} if the stream cannot resume from the point; the old position remains
   * @throws {EventLogError}
   */
  resumeFrom(point: ResumePoint): Promise<void>;
}

/**
 * Creates the subscription to a tenant's event stream. It reconnects after lost connections,
 * expired tokens and rejected positions, and waits as long as the service requests. It stores
 * events before it reports them, so that a new worker resumes from the log without a loss.
 *
 * @see the Management API, GET {base_url}/events
 */
export function createSubscription(options: SubscriptionOptions): Subscription {
  return new StreamSubscription(options);
}

class StreamSubscription implements Subscription {
  readonly #options: SubscriptionOptions;
  readonly #withLock: WithLock;
  readonly #lockName: string;
  readonly #delay;
  readonly #reporter: StateReporter;
  /** Ends the loop; undefined before `start` and after `stop`. */
  #controller: AbortController | undefined;
  /** Ends only the current connection; the loop then connects again once the gate opens. */
  #connection: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();
  #watchdog: Watchdog | undefined;
  /** Counts interruptions of the wait. A gate result from before an interruption is stale. */
  #interruptions = 0;
  /** Tasks to run between two connections, while no read of the stream moves the position. */
  readonly #tasks: (() => Promise<void>)[] = [];

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#withLock = options.withLock ?? ((_name, _signal, work) => work());
    this.#lockName = `events of ${options.tenantId}`;
    this.#delay = createDelay(options.clock);
    const initial = this.#describeStop("not-started", "The subscription was not started.");
    this.#reporter = new StateReporter(options.clock, initial, options.onChange);
  }

  get state(): SubscriptionState {
    return this.#reporter.state;
  }

  start(): void {
    if (this.#controller !== undefined) return;
    const controller = new AbortController();
    this.#controller = controller;
    this.#running = this.#running
      .then(() => this.#runAlone(controller.signal))
      .catch(() => {
        controller.abort();
        if (this.#controller === controller) this.#controller = undefined;
        this.#reporter.change(this.#describeStop("internal", internalErrorText));
      });
  }

  async stop(): Promise<void> {
    this.#controller?.abort();
    this.#controller = undefined;
    await this.#running;
    if (this.#controller === undefined)
      this.#reporter.change(this.#describeStop("asked", "The subscription is paused."));
  }

  async nudge(by: Initiative): Promise<void> {
    const { gate } = this.#options;
    this.#watchdog?.check();
    if (this.#controller === undefined) return;
    if (this.state.name === "connecting" || this.state.name === "listening") return;
    await gate.expedite(by);
    const held = await gate.check();
    if (held === undefined || !isSameHold(this.state, held)) this.#interruptWait();
  }

  resumeFrom(point: ResumePoint): Promise<void> {
    return new Promise((resolve, reject) => {
      const task = (): Promise<void> => this.#moveTo(point).then(resolve, reject);
      if (this.#controller === undefined) {
        const { signal } = new AbortController();
        const run = (): Promise<void> => this.#withLock(this.#lockName, signal, task);
        this.#running = this.#running.then(run).catch(reject);
        return;
      }
      this.#tasks.push(task);
      // An open connection is replaced. A wait is interrupted for the task, and then continues.
      this.#connection?.abort();
      this.#interruptWait();
    });
  }

  async #runAlone(signal: AbortSignal): Promise<void> {
    if (this.#options.withLock !== undefined) {
      const since = this.#options.clock.now();
      this.#reporter.change({
        name: "parked",
        since,
        why: "other-connection",
        message: otherConnection,
      });
    }
    try {
      await this.#withLock(this.#lockName, signal, () => this.#run(signal));
    } catch (error) {
      // The lock request rejects if the subscription stops before the lock is granted.
      if (!signal.aborted) throw error;
    } finally {
      // Runs the tasks that arrived after the last connection: their callers wait for them.
      await this.#runTasks();
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    /**
     * True from a rejected token until a new one arrives. Other attempts use the cached token,
     * because services count the tokens that they issue.
     */
    let renewToken = false;

    for (;;) {
      await this.#waitForGate(signal);
      if (signal.aborted) return;
      // Register the controller before the tasks run: a resume request that arrives meanwhile must
      // abort this connection.
      const connection = new AbortController();
      this.#connection = connection;
      await this.#runTasks();
      if (connection.signal.aborted) continue;
      const attempt = await makeAttempt(this.#options, {
        signal: AbortSignal.any([signal, connection.signal]),
        renew: renewToken,
        reporter: this.#reporter,
        notifyStored: (result) => this.#notifyStored(result),
        onWatchdog: (watchdog) => {
          this.#watchdog = watchdog;
        },
      });
      this.#connection = undefined;
      this.#watchdog = undefined;
      const isRenewal = attempt.end.kind === "renew-token" && !attempt.isTokenNew;
      renewToken = isRenewal || (renewToken && !attempt.isTokenNew);
      const isAborted = signal.aborted || connection.signal.aborted;
      await this.#closeGate(attempt, { isAborted, isRenewal, isStopped: signal.aborted });
      if (signal.aborted) return;
    }
  }

  /** Waits until the gate opens, and runs the tasks that arrive meanwhile. */
  async #waitForGate(signal: AbortSignal): Promise<void> {
    const { clock, gate } = this.#options;
    for (;;) {
      await this.#runTasks();
      const interruptions = this.#interruptions;
      const held = await gate.check();
      if (held === undefined || signal.aborted) return;
      if (interruptions !== this.#interruptions) continue;
      if (!isSameHold(this.state, held)) this.#reporter.change(held);
      if (await this.#delay.begin(held.until - clock.now(), signal)) await gate.expire();
    }
  }

  async #closeGate(
    { end, isProgress }: Attempt,
    how: { isAborted: boolean; isRenewal: boolean; isStopped: boolean },
  ): Promise<void> {
    const { gate } = this.#options;
    const isOwnAbort = how.isAborted && end.kind === "wait" && end.why === "network";
    if (!isOwnAbort && !how.isRenewal) {
      // A stopped subscription records its wait too, because the next start must observe it.
      await gate.close(describeClosing(end, isProgress));
      return;
    }
    await gate.abandon();
    // An abort by this class or a new token is no retry, so only the minimum spacing applies.
    if (!how.isStopped) await gate.expedite("person");
  }

  async #moveTo(point: ResumePoint): Promise<void> {
    const { clock, log, tenantId } = this.#options;
    const at = clock.now();
    const { position, mark } = await findResumePosition(log, tenantId, point, at);
    this.#notifyStored(await log.append(tenantId, { at, position, marks: [mark] }));
  }

  async #runTasks(): Promise<void> {
    for (const task of this.#tasks.splice(0)) await task();
  }

  #interruptWait(): void {
    this.#interruptions += 1;
    this.#delay.end();
  }

  #notifyStored(result: AppendResult): void {
    if (result.stored.length > 0 || result.marks.length > 0) this.#options.onStored?.(result);
  }

  #describeStop(why: StopReason, message: string): SubscriptionState {
    return { name: "stopped", since: this.#options.clock.now(), why, message };
  }
}

function isSameHold(state: SubscriptionState, held: HeldState): boolean {
  if (!("message" in state) || !("until" in state)) return false;
  const isSameSpan = state.since === held.since && state.until === held.until;
  return isSameSpan && state.name === held.name && state.why === held.why;
}

const otherConnection =
  "Another connection of Tenant Inspector to this tenant is still open. The subscription resumes when that connection closes.";
