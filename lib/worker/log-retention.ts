import { defaultStreamPreferences } from "../messages/stream-preferences.ts";
import type { EventStore } from "./event-store.ts";
import type { Clock } from "../http/clock.ts";
import type { TenantDirectory } from "./tenant-directory.ts";
import type { Trouble } from "./trouble.ts";

const dayMs = 86_400_000;

/** Returns how many events of a tenant the log keeps, and for how long. */
export function readRetention(
  tenants: Pick<TenantDirectory, "find">,
  tenantId: string,
): { maxEvents: number; maxAgeMs: number } {
  const { keep } = tenants.find(tenantId)?.stream ?? defaultStreamPreferences;
  return { maxEvents: keep.events, maxAgeMs: keep.days * dayMs };
}

/**
 * Removes events beyond the age and number limits of their tenant, even while its stream is idle.
 */
export interface LogRetention {
  /** Returns the number of removed events. Reports a failure and returns zero. */
  trim(tenantId: string): Promise<number>;
  /** Trims the logs of all tenants at most once a day, and returns the number of removed events. */
  trimDaily(): Promise<number>;
}

export function createLogRetention(options: {
  clock: Pick<Clock, "now">;
  store: Pick<EventStore, "open">;
  tenants: Pick<TenantDirectory, "tenants">;
  trouble: Trouble;
}): LogRetention {
  const { clock, store, tenants, trouble } = options;
  let trimmedAt = Number.NEGATIVE_INFINITY;

  async function trim(tenantId: string): Promise<number> {
    try {
      return await (await store.open()).trim(tenantId, clock.now());
    } catch (error) {
      trouble.report(error);
      return 0;
    }
  }

  return {
    trim,
    async trimDaily() {
      // The difference is negative if the clock was set back.
      if (Math.abs(clock.now() - trimmedAt) < dayMs) return 0;
      trimmedAt = clock.now();
      const counts = await Promise.all(tenants.tenants.map(({ id }) => trim(id)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
