import * as z from "zod/mini";
import { LONGEST_RETRY_AFTER_MS } from "../events/stream/retry-delay.ts";
import {
  subscriptionStateSchema,
  type StopReason,
  type SubscriptionState,
} from "../events/stream/subscription-state.ts";
import { createTurns } from "./create-turns.ts";
import type { StoredItem, WorkerClock } from "./ports.ts";

/** By tenant id: what its stream does meanwhile, and until when (Unix time, ms) the tenant is not to be asked for it. */
export const streamHoldsSchema = z.record(
  z.string(),
  z.object({ until: z.number(), state: subscriptionStateSchema }),
);
type HeldStreams = z.infer<typeof streamHoldsSchema>;

/**
 * What tenants answered that holds for longer than a worker lives: a rate limit until it ends, a refusal for a while. Without
 * it each new worker, one every half minute, would ask the tenant again.
 */
export interface StreamHolds {
  /** What holds the tenant's stream now; undefined when it may be asked for. */
  read(tenantId: string): Promise<SubscriptionState | undefined>;
  /** Takes notice of a state, if it is one that holds. */
  note(tenantId: string, state: SubscriptionState): Promise<void>;
  forget(tenantId: string): Promise<void>;
}

/** What is mended at the tenant itself is noticed after so long, without anybody's doing. */
const REFUSAL_HOLDS_MS = 15 * 60_000;

const refusals: ReadonlySet<StopReason> = new Set([
  "unauthorized",
  "insufficient-scope",
  "forbidden",
  "bad-request",
  "refused",
]);

export function createStreamHolds(
  noted: StoredItem<HeldStreams>,
  clock: Pick<WorkerClock, "now">,
): StreamHolds {
  const inTurn = createTurns();
  // One that cannot be read costs a request too many.
  const readAll = async () => (await noted.read().catch(() => undefined)) ?? {};

  /** A hold longer than any that there can be was written by a clock that was ahead. */
  function isAhead({ until }: HeldStreams[string]): boolean {
    const left = until - clock.now();
    return left > 0 && left <= LONGEST_RETRY_AFTER_MS;
  }

  /** Forgets besides what is past, of whichever tenant. */
  function change(tenantId: string, own?: HeldStreams[string]): Promise<void> {
    return inTurn(async () => {
      const others = Object.entries(await readAll()).filter(
        ([id, known]) => id !== tenantId && isAhead(known),
      );
      await noted.write({ ...Object.fromEntries(others), ...(own && { [tenantId]: own }) });
    });
  }

  return {
    async read(tenantId) {
      const held = (await readAll())[tenantId];
      return held !== undefined && isAhead(held) ? held.state : undefined;
    },
    async note(tenantId, state) {
      const until = findEnd(state);
      if (until !== undefined) await change(tenantId, { until, state });
    },
    forget: (tenantId) => change(tenantId),
  };
}

/** Until when a state holds, in Unix time (ms); undefined for one that the next worker finds out by itself. */
function findEnd(state: SubscriptionState): number | undefined {
  if (state.name === "waiting" && state.why === "rate-limited") return state.until;
  if (state.name === "stopped" && refusals.has(state.why)) return state.since + REFUSAL_HOLDS_MS;
  return undefined;
}
