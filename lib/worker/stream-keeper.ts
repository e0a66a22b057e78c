import type { AppendResult, EventLog } from "../events/log/event-log.ts";
import {
  createConnectGate,
  type GateStore,
  type Initiative,
} from "../events/stream/connect-gate.ts";
import { createSubscription, type Subscription } from "../events/stream/subscription.ts";
import { findResumePosition, type ResumePoint } from "../events/stream/resume-point.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { AccessTokenSource } from "../events/ports.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createTurns } from "./create-turns.ts";
import type { WorkerPorts } from "./ports.ts";

/** What a keeper is to do with its tenant's stream now. */
export type StreamOrder =
  | { kind: "follow"; tenant: Tenant; accessToken: AccessTokenSource }
  /** No connection is wanted; the state that says why is shown. */
  | { kind: "rest"; state: SubscriptionState };

export interface StreamKeeperOptions {
  tenantId: string;
  ports: Pick<
    WorkerPorts,
    "fetch" | "clock" | "random" | "hasHostPermission" | "stayAwake" | "withLock"
  >;
  openLog(): Promise<EventLog>;
  /** Where it is kept when the tenant may be asked for its stream again. */
  gateStore: GateStore;
  /** Asked at each start: a tenant without a credential, or one that is paused, is to rest. */
  order(): Promise<StreamOrder>;
  onState(state: SubscriptionState): void;
  onStored(result: AppendResult): void;
  /** The subscription could not even be tried; the message is for people. */
  onTrouble(error: unknown): void;
}

/** Keeps at most one subscription: that of one tenant, with the credential it has. */
export interface StreamKeeper {
  readonly state: SubscriptionState;
  /** Starts the subscription, or lets it decide anew whether to connect; called at every start of the worker and at every alarm. */
  wake(): Promise<void>;
  /** Ends the subscription and starts it anew: the tenant, its credential or a permission changed. */
  restart(): Promise<void>;
  /** Tries again for a person: steps over every wait but one for a rate limit. */
  retry(): Promise<void>;
  /**
   * Goes on from another place, now or when the subscription next runs.
   *
   * @throws {ResumeError} a point that cannot be resumed from
   */
  resumeFrom(point: ResumePoint): Promise<void>;
  /** Ends the subscription and forgets its waits; nothing starts it again. */
  end(): Promise<void>;
}

export function createStreamKeeper(options: StreamKeeperOptions): StreamKeeper {
  const { ports } = options;
  let subscription: Subscription | undefined;
  let state: SubscriptionState = {
    name: "stopped",
    since: ports.clock.now(),
    why: "not-started",
    message: "",
  };
  let isOver = false;
  /** Outlives each subscription: a new one connects no sooner than the one before it would have. */
  const gate = createConnectGate(options.gateStore, ports);
  /** One change at a time: two starts at once would be two streams. */
  const inTurn = createTurns();

  function tell(next: SubscriptionState): void {
    state = next;
    options.onState(next);
    // What is heard keeps the worker alive, as long as each sign of life is an extension call (at most one a second).
    // One that fails changes nothing: the alarm wakes the next worker.
    if (next.name === "listening") ports.stayAwake().catch(() => undefined);
  }

  /** At each waking it is found out anew that there is nothing to do: that is no news, and it goes on resting. */
  function rest(next: SubscriptionState): void {
    if (!isSameRest(state, next)) tell(next);
  }

  async function stop(): Promise<void> {
    const ending = subscription;
    subscription = undefined;
    await ending?.stop();
  }

  async function start(by: Initiative): Promise<void> {
    if (isOver) return;
    const order = await options.order();
    if (order.kind === "rest") {
      rest(order.state);
      return;
    }
    const { tenant, accessToken } = order;
    if (!(await ports.hasHostPermission(permissionPatternOf(tenant.origin)))) {
      const message = `The permission to reach ${tenant.origin} was taken back. Press “Grant access” at the tenant in the options.`;
      rest({ name: "stopped", since: ports.clock.now(), why: "no-permission", message });
      return;
    }
    await gate.expedite(by);
    subscription = createSubscription({
      tenantId: tenant.id,
      baseUrl: `${tenant.origin}/api/v2`,
      eventTypes: tenant.stream.eventTypes,
      fetch: ports.fetch,
      clock: { now: ports.clock.now, setTimeout: ports.clock.schedule },
      log: await options.openLog(),
      accessToken,
      gate,
      withLock: ports.withLock,
      onChange: tell,
      onStored: (result) => options.onStored(result),
    });
    subscription.start();
  }

  /** Lets a subscription that runs decide anew, and starts one otherwise. */
  async function proceed(by: Initiative): Promise<void> {
    if (subscription !== undefined && !hasFailed(subscription.state)) {
      await subscription.nudge(by);
      return;
    }
    await stop();
    await start(by);
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    return inTurn(work).catch((error: unknown) => options.onTrouble(error));
  }

  return {
    get state() {
      return state;
    },
    wake: () => enqueue(() => proceed("wake")),
    restart: () =>
      enqueue(async () => {
        await stop();
        await start("person");
      }),
    retry: () => enqueue(() => proceed("person")),
    async resumeFrom(point) {
      const [resumed] = await inTurn(async () => {
        if (isOver) return [];
        // Not waited for in its turn: it takes as long as another connection holds the lock, and the stream can be ended meanwhile.
        if (subscription !== undefined) return [subscription.resumeFrom(point)];
        // Nothing runs: the place is written down, for the log is where each start begins.
        const log = await options.openLog();
        const at = ports.clock.now();
        const { position, mark } = await findResumePosition(log, options.tenantId, point, at);
        await log.append(options.tenantId, { at, position, marks: [mark] });
        return [];
      });
      await resumed;
    },
    end: () =>
      enqueue(async () => {
        isOver = true;
        await stop();
        await gate.forget();
      }),
  };
}

/** A subscription that will not try again by itself, such as one that failed to get its lock. */
function hasFailed(state: SubscriptionState): boolean {
  return state.name === "stopped" && state.until === undefined && state.why === "internal";
}

function isSameRest(state: SubscriptionState, next: SubscriptionState): boolean {
  if (!("message" in state && "message" in next)) return false;
  return state.name === next.name && state.why === next.why && state.message === next.message;
}
