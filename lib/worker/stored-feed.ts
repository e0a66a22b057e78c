import type { StoredEvent } from "../events/log/event-log.ts";
import type { Clock } from "../http/clock.ts";
import { maxShownEvents, type ActivityChange } from "../messages/activity-feed.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createPace } from "./pace.ts";

/** People cannot read a list that changes more often than this. */
const pushEveryMs = 200;

export interface StoredFeedOptions {
  clock: Clock;
  /** Counts the unread events of a tenant. */
  count(tenant: Tenant): Promise<number>;
  isSelected(tenantId: string): boolean;
  push(change: ActivityChange): void;
  /** Called if a count fails: a snapshot reports the problem. Must not reject. */
  onFailure(): Promise<void>;
}

export interface StoredFeed {
  add(tenant: Tenant, events: readonly StoredEvent[]): void;
  /** Discards the events that no page was told about yet. */
  discard(): void;
}

/**
 * Tells the pages about stored events: the first ones at once, then at most five times a second.
 * A page shows the newest events only, so older ones of a fast stream are left out.
 */
export function createStoredFeed(options: StoredFeedOptions): StoredFeed {
  const untold = new Map<string, { tenant: Tenant; events: StoredEvent[] }>();

  const push = createPace(options.clock, pushEveryMs, async () => {
    const told = [...untold.values()];
    untold.clear();
    try {
      for (const { tenant, events } of told) {
        const change = { tenantId: tenant.id, unread: await options.count(tenant) };
        if (options.isSelected(tenant.id)) options.push({ kind: "events", ...change, events });
        else options.push({ kind: "unread", ...change });
      }
    } catch {
      await options.onFailure();
    }
  });

  return {
    add(tenant, stored) {
      const events = [...(untold.get(tenant.id)?.events ?? []), ...stored].slice(-maxShownEvents);
      untold.set(tenant.id, { tenant, events });
      push();
    },
    discard: () => untold.clear(),
  };
}
