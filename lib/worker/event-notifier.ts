import * as z from "zod/mini";
import { findSubject } from "../events/find-subject.ts";
import type { StoredEvent } from "../events/event-log.ts";
import { ruleFor } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { isQuietTime } from "./quiet-hours.ts";

/** The event that each tenant's notification tells of, by tenant id; a notification outlives the worker. */
export const notifiedEventsSchema = z.record(z.string(), z.string());

/** Shows events outside of the browser's window, as the rules of each tenant say. */
export interface EventNotifier {
  tell(tenant: Tenant, events: readonly StoredEvent[]): Promise<void>;
  /** The tenant is gone: a click on what was told of it opens nothing. */
  forget(tenantId: string): Promise<void>;
  /** Somebody clicked a notification: its event is shown. */
  open(notificationId: string): Promise<void>;
}

/** Events that come within this time of the last one belong to one burst, and to one notification. */
const burstMs = 10_000;
const mostNamedTypes = 3;
const prefix = "events of ";

/**
 * At most one notification for each tenant: the first event of a burst is shown at once, and what follows is counted in its
 * place, since a notification takes the place of the one before with its id.
 */
export function createEventNotifier(
  ports: Pick<WorkerPorts, "clock" | "notify" | "openEvent">,
  notified: StoredItem<z.infer<typeof notifiedEventsSchema>>,
): EventNotifier {
  const bursts = new Map<string, { lastAt: number; types: string[] }>();

  return {
    async tell(tenant, events) {
      const now = ports.clock.now();
      const told = events.filter(({ type }) => ruleFor(tenant.stream, type) === "notify");
      const newest = told.at(-1);
      if (newest === undefined || isQuietTime(tenant.stream.quietHours, new Date(now))) return;
      const burst = bursts.get(tenant.id);
      const isOngoing = burst !== undefined && now - burst.lastAt < burstMs;
      const types = [...(isOngoing ? burst.types : []), ...told.map(({ type }) => type)];
      bursts.set(tenant.id, { lastAt: now, types });
      await notified.write({ ...(await notified.read()), [tenant.id]: newest.id });
      await ports.notify({
        id: `${prefix}${tenant.id}`,
        ...(types.length === 1
          ? { title: `${tenant.name}: ${newest.type}`, message: findSubject(newest) }
          : { title: `${tenant.name}: ${types.length} events`, message: countTypes(types) }),
      });
    },
    async forget(tenantId) {
      bursts.delete(tenantId);
      const { [tenantId]: _forgotten, ...others } = (await notified.read()) ?? {};
      if (Object.keys(others).length > 0) await notified.write(others);
      else await notified.remove();
    },
    async open(notificationId) {
      if (!notificationId.startsWith(prefix)) return;
      const tenantId = notificationId.slice(prefix.length);
      const eventId = (await notified.read())?.[tenantId];
      if (eventId !== undefined) await ports.openEvent(tenantId, eventId);
    },
  };
}

/** `3 user.created, 1 user.updated`, the most frequent first. */
function countTypes(types: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const ordered = [...counts].toSorted(([, one], [, other]) => other - one);
  const named = ordered.slice(0, mostNamedTypes).map(([type, count]) => `${count} ${type}`);
  return ordered.length > mostNamedTypes ? `${named.join(", ")}, …` : named.join(", ");
}
