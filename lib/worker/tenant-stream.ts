import type { AccessTokenSource } from "../events/ports.ts";
import type { AppendResult, EventLog } from "../events/log/event-log.ts";
import {
  createConnectGate,
  type ConnectGate,
  type GateStore,
  type Initiative,
} from "../events/stream/connect-gate.ts";
import { findResumePosition, type ResumePoint } from "../events/stream/resume-point.ts";
import { createSubscription, type Subscription } from "../events/stream/subscription.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { WorkerPorts } from "./ports.ts";
import { createSerialQueue } from "./serial-queue.ts";

/** Says whether a tenant's stream has a subscription now. */
export type StreamPlan =
  | { kind: "follow"; tenant: Tenant; accessToken: AccessTokenSource }
  /** No connection; the state gives the reason. */
  | { kind: "rest"; state: SubscriptionState };

export interface TenantStreamOptions {
  tenantId: string;
  ports: Pick<
    WorkerPorts,
    "fetch" | "clock" | "random" | "hasHostPermission" | "stayAwake" | "withLock"
  >;
  openLog(): Promise<EventLog>;
  /** Keeps the waits of this stream beyond the life of the worker. */
  gateStore: GateStore;
  /** Called at each start: the tenant may have lost its credential or been paused. */
  plan(): Promise<StreamPlan>;
  onState(state: SubscriptionState): void;
  onStored(result: AppendResult): void;
  /** Called if no subscription could be created; the message of the error is for people. */
  onTrouble(error: unknown): void;
}

/** Runs at most one subscription for a tenant, with the tenant's present credential. */
export interface TenantStream {
  readonly state: SubscriptionState;
  /** Starts the subscription, or lets it decide again whether to connect. Called when the worker starts and at each alarm. */
  wake(): Promise<void>;
  /** Replaces the subscription after the tenant, its credential or a permission changed. */
  restart(): Promise<void>;
  /** Tries again on a person's request: ends every wait but one for a rate limit. */
  retry(): Promise<void>;
  /**
   * Continues from another place, now or when the subscription next runs.
   *
   * @throws {ResumeError} if the stream cannot resume from the point
   */
  resumeFrom(point: ResumePoint): Promise<void>;
  /** Stops for good, and removes the stored waits. */
  end(): Promise<void>;
}

/** Creates the stream of a tenant; it does nothing before the first `wake`. */
export function createTenantStream(options: TenantStreamOptions): TenantStream {
  return new SubscribedStream(options);
}

class SubscribedStream implements TenantStream {
  readonly #options: TenantStreamOptions;
  /** Outlives each subscription: the next one connects no sooner than the last one would have. */
  readonly #gate: ConnectGate;
  /** Serializes changes: two starts at once would open two streams. */
  readonly #enqueue = createSerialQueue();
  #subscription: Subscription | undefined;
  #state: SubscriptionState;
  #isOver = false;

  constructor(options: TenantStreamOptions) {
    const { gateStore, ports } = options;
    this.#options = options;
    this.#gate = createConnectGate(gateStore, ports);
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
      // Each start begins at the position of the log.
      const log = await this.#options.openLog();
      const at = ports.clock.now();
      const { position, mark } = await findResumePosition(log, tenantId, point, at);
      await log.append(tenantId, { at, position, marks: [mark] });
      return undefined;
    });
    // Outside of the queue: it can wait for a lock of another connection, and `end` must not wait behind it.
    await running?.resumeFrom(point);
  }

  end(): Promise<void> {
    return this.#run(async () => {
      this.#isOver = true;
      await this.#stop();
      await this.#gate.forget();
    });
  }

  #run(task: () => Promise<void>): Promise<void> {
    return this.#enqueue(task).catch((error: unknown) => this.#options.onTrouble(error));
  }

  /** Lets a running subscription decide again, and starts one otherwise. */
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
    if (plan.kind === "rest") {
      this.#rest(plan.state);
      return;
    }
    const { ports } = this.#options;
    if (!(await ports.hasHostPermission(permissionPatternOf(plan.tenant.origin)))) {
      const message = `The permission to reach ${plan.tenant.origin} was taken back. Press “Grant access” at the tenant in the options.`;
      this.#rest({ name: "stopped", since: ports.clock.now(), why: "no-permission", message });
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
      clock: { now: ports.clock.now, setTimeout: ports.clock.schedule },
      log: await this.#options.openLog(),
      accessToken,
      gate: this.#gate,
      withLock: ports.withLock,
      onChange: (state) => this.#setState(state),
      onStored: (result) => this.#options.onStored(result),
    });
    this.#subscription.start();
  }

  /** Rests, without repeating a state that the last alarm has already set. */
  #rest(state: SubscriptionState): void {
    if (!isSameRest(this.#state, state)) this.#setState(state);
  }

  #setState(state: SubscriptionState): void {
    this.#state = state;
    this.#options.onState(state);
    // An extension call for each sign of life, at most once a second, keeps the worker alive. If the call fails, the alarm
    // wakes the next worker.
    if (state.name === "listening") this.#options.ports.stayAwake().catch(() => undefined);
  }
}

/** Returns true for a subscription that does not retry by itself, such as one that failed to get its lock. */
function hasFailed(state: SubscriptionState): boolean {
  return state.name === "stopped" && state.until === undefined && state.why === "internal";
}

function isSameRest(state: SubscriptionState, next: SubscriptionState): boolean {
  if (!("message" in state && "message" in next)) return false;
  return state.name === next.name && state.why === next.why && state.message === next.message;
}
