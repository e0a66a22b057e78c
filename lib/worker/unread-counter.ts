import type { EventLog, StoredEvent } from "../events/log/event-log.ts";
import { ruleFor } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";

/** Counts the unread events of a tenant, without those with the rule `quiet`. */
export interface UnreadCounter {
  count(tenant: Tenant): Promise<number>;
  /** Adds newly stored events. */
  add(tenant: Tenant, events: readonly StoredEvent[]): void;
  /** Discards the count after events were viewed or rules were changed. */
  forget(tenantId: string): void;
}

/**
 * Creates a counter. If no event type is quiet, the counter returns the number of the log.
 * Otherwise it reads the unread events once in the life of the worker, and then adds each new
 * event.
 */
export function createUnreadCounter(openLog: () => Promise<EventLog>): UnreadCounter {
  const counts = new Map<string, number>();

  async function countWithoutQuiet(tenant: Tenant): Promise<number> {
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
        known = await countWithoutQuiet(tenant);
        counts.set(tenant.id, known);
      }
      // Never exceed the count of the log: its limits or a reset may have removed counted events.
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
