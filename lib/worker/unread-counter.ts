import type { EventLog, StoredEvent } from "../events/log/event-log.ts";
import { ruleFor } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";

/** Counts a tenant's unread events, but for those that are to be quiet. */
export interface UnreadCounter {
  count(tenant: Tenant): Promise<number>;
  /** New events were stored. */
  add(tenant: Tenant, events: readonly StoredEvent[]): void;
  /** What was counted is no longer true: events were viewed, rules were changed. */
  forget(tenantId: string): void;
}

/**
 * Without quiet types the log itself knows the number. With them the unread events are gone through once in a life of the
 * worker; after that each new event is added.
 */
export function createUnreadCounter(openLog: () => Promise<EventLog>): UnreadCounter {
  const counts = new Map<string, number>();

  async function countThrough(tenant: Tenant): Promise<number> {
    const log = await openLog();
    const { lastSequence, unread } = await log.summary(tenant.id);
    let count = 0;
    for await (const texts of log.texts(tenant.id, { after: lastSequence - unread }))
      count += texts.filter(({ type }) => isCounted(tenant, type)).length;
    return count;
  }

  return {
    async count(tenant) {
      const hasQuietTypes =
        tenant.stream.defaultRule === "quiet" ||
        Object.values(tenant.stream.rules).includes("quiet");
      const log = await openLog();
      if (!hasQuietTypes) return log.unreadCount(tenant.id);
      let known = counts.get(tenant.id);
      if (known === undefined) {
        known = await countThrough(tenant);
        counts.set(tenant.id, known);
      }
      // Never more than the log has: its limits, or a reset, may have taken away what was counted.
      const unread = await log.unreadCount(tenant.id);
      if (unread < known && counts.get(tenant.id) === known) counts.set(tenant.id, unread);
      return Math.min(known, unread);
    },
    add(tenant, events) {
      const known = counts.get(tenant.id);
      if (known === undefined) return;
      const counted = events.filter(({ type }) => isCounted(tenant, type)).length;
      counts.set(tenant.id, known + counted);
    },
    forget(tenantId) {
      counts.delete(tenantId);
    },
  };
}

function isCounted(tenant: Tenant, type: string): boolean {
  return ruleFor(tenant.stream, type) !== "quiet";
}
