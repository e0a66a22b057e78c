import type { AppendResult, EventLog } from "../events/event-log.ts";
import { createSubscription, type Subscription } from "../events/subscription.ts";
import type { SubscriptionState } from "../events/subscription-state.ts";
import type { AccessTokenSource } from "../management/credentials.ts";
import { permissionPatternOf, type Tenant } from "../messages/tenant.ts";
import type { WorkerPorts } from "./ports.ts";

export interface StreamKeeperOptions {
  ports: Pick<WorkerPorts, "fetch" | "clock" | "random" | "hasHostPermission" | "stayAwake">;
  openLog(): Promise<EventLog>;
  /** The tenant to subscribe to and its token, when there are both. */
  target(): Promise<{ tenant: Tenant; accessToken: AccessTokenSource } | undefined>;
  onState(state: SubscriptionState): void;
  onStored(tenant: Tenant, result: AppendResult): void;
  /** The subscription could not even be tried; the message is for people. */
  onTrouble(error: unknown): void;
}

/** Keeps exactly one subscription: for the tenant there is, with the credential it has. */
export interface StreamKeeper {
  readonly state: SubscriptionState;
  /** Sees to it that the subscription runs; called at every start of the worker and at every alarm. */
  wake(): Promise<void>;
  /** Ends the subscription and starts it anew: the tenant, its credential or a permission changed. */
  restart(): Promise<void>;
  /** Tries again at once, also what had been given up. */
  retry(): Promise<void>;
}

export function createStreamKeeper(options: StreamKeeperOptions): StreamKeeper {
  const { ports } = options;
  let subscription: Subscription | undefined;
  let state: SubscriptionState = idle("");
  /** One change at a time: two starts at once would be two streams. */
  let queue: Promise<void> = Promise.resolve();

  function idle(message: string): SubscriptionState {
    return { name: "stopped", since: ports.clock.now(), why: "not-started", message };
  }

  function tell(next: SubscriptionState): void {
    state = next;
    options.onState(next);
    // What is heard keeps the worker alive, as long as each sign of life is an extension call (at most one a second).
    // One that fails changes nothing: the alarm wakes the next worker.
    if (next.name === "listening") ports.stayAwake().catch(() => undefined);
  }

  async function stop(): Promise<void> {
    const ending = subscription;
    subscription = undefined;
    await ending?.stop();
  }

  async function start(): Promise<void> {
    const target = await options.target();
    if (target === undefined) {
      tell(idle(""));
      return;
    }
    const { tenant, accessToken } = target;
    if (!(await ports.hasHostPermission(permissionPatternOf(tenant.origin)))) {
      const message = `The permission to reach ${tenant.origin} was taken back. Save the tenant again in the options to grant it.`;
      tell({ name: "stopped", since: ports.clock.now(), why: "forbidden", message });
      return;
    }
    const log = await options.openLog();
    subscription = createSubscription({
      tenantId: tenant.id,
      baseUrl: `${tenant.origin}/api/v2`,
      fetch: ports.fetch,
      clock: {
        now: ports.clock.now,
        setTimeout: ports.clock.schedule,
      },
      random: ports.random,
      log,
      accessToken,
      onChange: tell,
      onStored: (result) => options.onStored(tenant, result),
    });
    subscription.start();
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(work).catch((error: unknown) => options.onTrouble(error));
    return queue;
  }

  return {
    get state() {
      return state;
    },
    wake: () =>
      enqueue(async () => {
        if (subscription === undefined) await start();
        else subscription.nudge();
      }),
    restart: () =>
      enqueue(async () => {
        await stop();
        await start();
      }),
    retry: () =>
      enqueue(async () => {
        if (subscription === undefined) {
          await start();
        } else if (subscription.state.name === "stopped") {
          await stop();
          await start();
        } else {
          subscription.nudge();
        }
      }),
  };
}
