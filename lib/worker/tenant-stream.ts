import type { AccessTokenSource } from "../events/ports.ts";
import type { AppendResult, EventLog } from "../events/log/event-log.ts";
import {
  createConnectGate,
  type ConnectGate,
  type GateStore,
  type Initiative,
} from "../events/stream/connect-gate.ts";
import {
  createSilenceLimit,
  type SilenceLimit,
  type SilenceStore,
} from "../events/stream/silence-limit.ts";
import { findResumePosition, type ResumePoint } from "../events/stream/resume-point.ts";
import { createSubscription, type Subscription } from "../events/stream/subscription.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { WorkerPorts } from "./ports.ts";
import { createSerialQueue } from "./serial-queue.ts";

/** The decision about a tenant's stream: a subscription, or none for now. */
export type StreamPlan =
  | { kind: "follow"; tenant: Tenant; accessToken: AccessTokenSource }
  /** No subscription; the state gives the reason. */
  | { kind: "idle"; state: SubscriptionState };

export interface TenantStreamOptions {
  tenantId: string;
  ports: Pick<
    WorkerPorts,
    "fetch" | "clock" | "random" | "hasHostPermission" | "stayAwake" | "withLock"
  >;
  openLog(): Promise<EventLog>;
  /** Stores the waits of this stream, because the browser can end the worker during a wait. */
  gateStore: GateStore;
  silenceStore: SilenceStore;
  /**
   * Called at each start, because the user may have removed the credential or paused the stream.
   */
  plan(): Promise<StreamPlan>;
  onState(state: SubscriptionState): void;
  onStored(result: AppendResult): void;
  /** Called after a failed operation, for example if the log could not be opened. */
  onTrouble(error: unknown): void;
}

/** Runs at most one subscription for a tenant, with its current credential. */
export interface TenantStream {
  readonly state: SubscriptionState;
  /**
   * Starts the subscription. If the subscription is waiting, makes it check if it can connect now.
   * Called at each start of the worker and at each alarm.
   */
  wake(): Promise<void>;
  /** Replaces the subscription after the tenant, its credential or a permission changed. */
  restart(): Promise<void>;
  /** Retries at the user's request: ends every wait, except the wait for a rate limit. */
  retry(): Promise<void>;
  /**
   * Continues from another position, now or when the subscription next starts.
   *
   * @throws {ResumeError} if the stream cannot resume from the point
   */
  resumeFrom(point: ResumePoint): Promise<void>;
  /** Stops for good, and removes the stored waits and what was learned. */
  end(): Promise<void>;
}

/** Creates the stream of a tenant; it does nothing before the first `wake`. */
export function createTenantStream(options: TenantStreamOptions): TenantStream {
  return new SubscribedStream(options);
}

class SubscribedStream implements TenantStream {
  readonly #options: TenantStreamOptions;
  /** Shared by successive subscriptions, so that a new one continues the wait of the last one. */
  readonly #gate: ConnectGate;
  readonly #silence: SilenceLimit;
  /** Serializes changes: two starts at once would open two streams. */
  readonly #enqueue = createSerialQueue();
  #subscription: Subscription | undefined;
  #state: SubscriptionState;
  #isOver = false;

  constructor(options: TenantStreamOptions) {
    const { gateStore, silenceStore, ports } = options;
    this.#options = options;
    this.#gate = createConnectGate(gateStore, ports);
    this.#silence = createSilenceLimit(silenceStore);
    this.#state = { name: "stopped", since: ports.clock.now(), why: "not-started", message: "" };
  }

  get state(): SubscriptionState {
    return this.#state;
  }

  wake(): Promise<void> {
    return this.#run(() => this.#proceed("wake"));
  }

  restart(): Promise<void> {
    return this.#run(async () => {
      await this.#stop();
      await this.#start("person");
    });
  }

  retry(): Promise<void> {
    return this.#run(() => this.#proceed("person"));
  }

  async resumeFrom(point: ResumePoint): Promise<void> {
    const { ports, tenantId } = this.#options;
    const running = await this.#enqueue(async () => {
      if (this.#isOver) return undefined;
      if (this.#subscription !== undefined) return this.#subscription;
      // Without a subscription, set the position in the log: the next start begins there.
      const log = await this.#options.openLog();
      const at = ports.clock.now();
      const { position, mark } = await findResumePosition(log, tenantId, point, at);
      await log.append(tenantId, { at, position, marks: [mark] });
      return undefined;
    });
    // Call this outside the queue: `resumeFrom` can wait for the lock of another connection, and
    // `end` must not wait for `resumeFrom`.
    await running?.resumeFrom(point);
  }

  end(): Promise<void> {
    return this.#run(async () => {
      this.#isOver = true;
      await this.#stop();
      await this.#gate.forget();
      await this.#silence.forget();
    });
  }

  #run(task: () => Promise<void>): Promise<void> {
    return this.#enqueue(task).catch((error: unknown) => this.#options.onTrouble(error));
  }

  /** Nudges the running subscription, or starts one. */
  async #proceed(by: Initiative): Promise<void> {
    if (this.#subscription !== undefined && !hasFailed(this.#subscription.state)) {
      await this.#subscription.nudge(by);
      return;
    }
    await this.#stop();
    await this.#start(by);
  }

  async #stop(): Promise<void> {
    const subscription = this.#subscription;
    this.#subscription = undefined;
    await subscription?.stop();
  }

  async #start(by: Initiative): Promise<void> {
    if (this.#isOver) return;
    const plan = await this.#options.plan();
    if (plan.kind === "idle") {
      this.#setIdle(plan.state);
      return;
    }
    const { ports } = this.#options;
    if (!(await ports.hasHostPermission(permissionPatternOf(plan.tenant.origin)))) {
      const message = `Access to ${plan.tenant.origin} was removed. Select “Grant access” for this tenant in the options.`;
      this.#setIdle({ name: "stopped", since: ports.clock.now(), why: "no-permission", message });
      return;
    }
    await this.#gate.expedite(by);
    await this.#subscribe(plan.tenant, plan.accessToken);
  }

  async #subscribe(tenant: Tenant, accessToken: AccessTokenSource): Promise<void> {
    const { ports } = this.#options;
    this.#subscription = createSubscription({
      tenantId: tenant.id,
      baseUrl: `${tenant.origin}/api/v2`,
      eventTypes: tenant.stream.eventTypes,
      fetch: ports.fetch,
      clock: ports.clock,
      log: await this.#options.openLog(),
      accessToken,
      gate: this.#gate,
      silence: this.#silence,
      withLock: ports.withLock,
      onChange: (state) => this.#setState(state),
      onStored: (result) => this.#options.onStored(result),
    });
    this.#subscription.start();
  }

  /** Sets an idle state, unless an earlier alarm has already set the same one. */
  #setIdle(state: SubscriptionState): void {
    if (!isSameIdleState(this.#state, state)) this.#setState(state);
  }

  #setState(state: SubscriptionState): void {
    this.#state = state;
    this.#options.onState(state);
    // While data arrive, the subscription reports the listening state up to once a second. Each
    // report keeps the worker alive. If `stayAwake` fails, the alarm wakes the next worker.
    if (state.name === "listening") this.#options.ports.stayAwake().catch(() => undefined);
  }
}

/**
 * Returns true for a subscription that failed and does not retry by itself, for example because it
 * could not request its lock.
 */
function hasFailed(state: SubscriptionState): boolean {
  return state.name === "stopped" && state.until === undefined && state.why === "internal";
}

function isSameIdleState(state: SubscriptionState, next: SubscriptionState): boolean {
  if (!("message" in state && "message" in next)) return false;
  return state.name === next.name && state.why === next.why && state.message === next.message;
}
