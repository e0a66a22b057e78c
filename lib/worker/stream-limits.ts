import * as z from "zod/mini";
import { LONGEST_RETRY_AFTER_MS } from "../events/stream/retry-delay.ts";
import { createTurns } from "./create-turns.ts";
import type { StoredItem, WorkerClock } from "./ports.ts";

/** Until when each tenant takes no stream, by tenant id, in Unix time (ms). */
export const streamLimitsSchema = z.record(z.string(), z.number());

/** What tenants said of their rate limits: a worker that is started anew has to keep to it as well. */
export interface StreamLimits {
  /** Until when the tenant is not to be asked; undefined when it may be. */
  read(tenantId: string): Promise<number | undefined>;
  note(tenantId: string, until: number): Promise<void>;
  forget(tenantId: string): Promise<void>;
}

export function createStreamLimits(
  noted: StoredItem<z.infer<typeof streamLimitsSchema>>,
  clock: Pick<WorkerClock, "now">,
): StreamLimits {
  const inTurn = createTurns();
  // One that cannot be read costs a request too many.
  const readAll = async () => (await noted.read().catch(() => undefined)) ?? {};

  /** A wait longer than any that is believed was written by a clock that was ahead. */
  function isAhead(until: number): boolean {
    const left = until - clock.now();
    return left > 0 && left <= LONGEST_RETRY_AFTER_MS;
  }

  /** Forgets besides what is past, of whichever tenant. */
  function change(tenantId: string, until?: number): Promise<void> {
    return inTurn(async () => {
      const others = Object.entries(await readAll()).filter(
        ([id, known]) => id !== tenantId && isAhead(known),
      );
      const own = until === undefined ? {} : { [tenantId]: until };
      await noted.write({ ...Object.fromEntries(others), ...own });
    });
  }

  return {
    async read(tenantId) {
      const until = (await readAll())[tenantId];
      return until !== undefined && isAhead(until) ? until : undefined;
    },
    note: (tenantId, until) => change(tenantId, until),
    forget: (tenantId) => change(tenantId),
  };
}
