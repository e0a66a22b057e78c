import type { AppendResult, EventLog } from "../events/log/event-log.ts";
import { createSubscription, type Subscription } from "../events/stream/subscription.ts";
import { findResumePosition, type ResumePoint } from "../events/stream/resume-point.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { AccessTokenSource } from "../management/credentials/credentials.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createTurns } from "./create-turns.ts";
import type { WorkerPorts } from "./ports.ts";
import type { StreamHolds } from "./stream-holds.ts";

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
  holds: StreamHolds;
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
  /** Sees to it that the subscription runs; called at every start of the worker and at every alarm. */
  wake(): Promise<void>;
  /** Ends the subscription and starts it anew: the tenant, its credential or a permission changed. */
  restart(): Promise<void>;
  /** Tries again at once, also what had been given up. */
  retry(): Promise<void>;
  /**
   * Goes on from another place, now or when the subscription next runs.
   *
   * @throws {ResumeError} a point that cannot be resumed from
   */
  resumeFrom(point: ResumePoint): Promise<void>;
  /** Ends the subscription; nothing starts it again. */
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

  /** @param isForced whether somebody has a reason to ask a tenant again that refused */
  async function start({ isForced }: { isForced: boolean }): Promise<void> {
    if (isOver) return;
    const order = await options.order();
    if (order.kind === "rest") {
      rest(order.state);
      return;
    }
    const { tenant, accessToken } = order;
    if (!(await ports.hasHostPermission(permissionPatternOf(tenant.origin)))) {
      const message = `The permission to reach ${tenant.origin} was taken back. Press “Grant access” at the tenant in the options.`;
      rest({ name: "stopped", since: ports.clock.now(), why: "forbidden", message });
      return;
    }
    const held = await options.holds.read(options.tenantId);
    if (held?.name === "waiting") {
      // The next alarm looks again.
      tell({ ...held, message: RATE_LIMITED });
      return;
    }
    if (held !== undefined) {
      if (!isForced) {
        rest(held);
        return;
      }
      await options.holds.forget(options.tenantId);
    }
    subscription = createSubscription({
      tenantId: tenant.id,
      baseUrl: `${tenant.origin}/api/v2`,
      eventTypes: tenant.stream.eventTypes,
      fetch: ports.fetch,
      clock: { now: ports.clock.now, setTimeout: ports.clock.schedule },
      random: ports.random,
      log: await options.openLog(),
      accessToken,
      withLock: ports.withLock,
      onChange(next) {
        // One that is not noted costs the next worker a request too many.
        options.holds.note(options.tenantId, next).catch(() => undefined);
        tell(next);
      },
      onStored: (result) => options.onStored(result),
    });
    subscription.start();
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    return inTurn(work).catch((error: unknown) => options.onTrouble(error));
  }

  return {
    get state() {
      return state;
    },
    wake: () =>
      enqueue(async () => {
        if (subscription === undefined) await start({ isForced: false });
        else subscription.nudge();
      }),
    restart: () =>
      enqueue(async () => {
        await stop();
        await start({ isForced: true });
      }),
    retry: () =>
      enqueue(async () => {
        if (subscription === undefined) {
          await start({ isForced: true });
        } else if (subscription.state.name === "stopped") {
          await stop();
          await start({ isForced: true });
        } else {
          subscription.nudge("person");
        }
      }),
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
      }),
  };
}

const RATE_LIMITED =
  "The tenant's rate limit is reached. The stream goes on when it allows, up to half a minute later.";

function isSameRest(state: SubscriptionState, next: SubscriptionState): boolean {
  if (!("message" in state && "message" in next)) return false;
  return state.name === next.name && state.why === next.why && state.message === next.message;
}
