import { showHiddenInLine } from "../encoding/show-hidden.ts";
import * as z from "zod/mini";
import { findSubject } from "../events/payloads/find-subject.ts";
import type { StoredEvent } from "../events/log/event-log.ts";
import { ruleFor } from "../messages/stream-preferences.ts";
import type { Tenant, TenantRef } from "../messages/tenant.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { putEntry } from "./put-entry.ts";
import { isQuietTime } from "./quiet-hours.ts";

/** The event to open for a notification, by tenant id. Stored: notifications outlive the worker. */
export const notifiedEventsSchema = z.record(
  z.string(),
  z.object({ sequence: z.number(), storedAt: z.number() }),
);

/** Shows notifications of events, by the rules of each tenant. */
export interface EventNotifier {
  notify(tenant: Tenant, events: readonly StoredEvent[]): Promise<void>;
  /** Forgets a tenant, or all tenants, and dismisses the notifications, which can name users. */
  forget(tenantId?: string): Promise<void>;
  /** Shows the event of a clicked notification. */
  open(notificationId: string): Promise<void>;
}

/** An event within this time after the last one belongs to the same burst and notification. */
const burstMs = 10_000;
/** The minimum time between two updates of a notification, so that people can read it. */
const showEveryMs = 1_000;
const maxNamedTypes = 3;
const prefix = "events of ";

interface Burst {
  tenantName: string;
  newest: StoredEvent;
  count: number;
  countOfType: Map<string, number>;
  lastAt: number;
  shownAt: number;
  isScheduled: boolean;
}

/**
 * Creates a notifier with at most one notification for each tenant. The first event of a burst
 * appears at once; the count of the following events replaces it under the same id.
 */
export function createEventNotifier(
  ports: Pick<WorkerPorts, "clock" | "notify" | "dismiss" | "openEvent"> & {
    /** Reads the reference that stands for a tenant in URLs; undefined for a forgotten tenant. */
    readRef(tenantId: string): Promise<TenantRef | undefined>;
  },
  notified: StoredItem<z.infer<typeof notifiedEventsSchema>>,
): EventNotifier {
  const { clock } = ports;
  const bursts = new Map<string, Burst>();
  /** Serializes changes, because the item holds the entries of all tenants. */
  const enqueue = createSerialQueue();

  /**
   * Adds events to the tenant's burst. Starts a new burst after a pause, or if the clock was set
   * back.
   */
  function count(tenant: Tenant, events: readonly StoredEvent[], newest: StoredEvent): Burst {
    const now = clock.now();
    let burst = bursts.get(tenant.id);
    if (burst === undefined || now < burst.lastAt || now - burst.lastAt >= burstMs) {
      const begun = { countOfType: new Map<string, number>(), count: 0, shownAt: -Infinity };
      burst = { ...begun, tenantName: tenant.name, newest, lastAt: now, isScheduled: false };
      bursts.set(tenant.id, burst);
    }
    const { countOfType } = burst;
    for (const { type } of events) countOfType.set(type, (countOfType.get(type) ?? 0) + 1);
    burst.count += events.length;
    burst.newest = newest;
    burst.lastAt = now;
    return burst;
  }

  function show(tenantId: string): Promise<void> {
    return enqueue(async () => {
      const burst = bursts.get(tenantId);
      if (burst === undefined) return;
      const { newest, tenantName } = burst;
      const { sequence, storedAt } = newest;
      burst.isScheduled = false;
      burst.shownAt = clock.now();
      await notified.write({ ...(await notified.read()), [tenantId]: { sequence, storedAt } });
      await ports.notify({
        id: `${prefix}${tenantId}`,
        ...(burst.count === 1
          ? {
              title: showHiddenInLine(`${tenantName}: ${newest.type}`),
              message: showHiddenInLine(findSubject(newest)),
            }
          : {
              title: showHiddenInLine(`${tenantName}: ${burst.count} events`),
              message: showHiddenInLine(nameTypes(burst.countOfType)),
            }),
      });
    });
  }

  return {
    async notify(tenant, events) {
      const announced = events.filter(({ type }) => ruleFor(tenant.stream, type) === "notify");
      const newest = announced.at(-1);
      if (newest === undefined) return;
      if (isQuietTime(tenant.stream.quietHours, new Date(clock.now()))) return;
      const burst = count(tenant, announced, newest);
      if (burst.isScheduled) return;
      const waitMs = burst.shownAt + showEveryMs - clock.now();
      if (waitMs <= 0) return show(tenant.id);
      burst.isScheduled = true;
      // Ignore a failure: the next notification also counts the events of this one.
      clock.schedule(() => void show(tenant.id).catch(() => undefined), waitMs);
    },
    forget(tenantId) {
      if (tenantId === undefined) bursts.clear();
      else bursts.delete(tenantId);
      return enqueue(async () => {
        if (tenantId === undefined) await notified.remove();
        else await putEntry(notified, tenantId, undefined);
        // A failure leaves a notification that the user can close; the rest must be removed.
        const id = tenantId === undefined ? undefined : `${prefix}${tenantId}`;
        await ports.dismiss(id).catch(() => undefined);
      });
    },
    async open(notificationId) {
      if (!notificationId.startsWith(prefix)) return;
      const tenantId = notificationId.slice(prefix.length);
      const place = (await notified.read())?.[tenantId];
      const tenantRef = await ports.readRef(tenantId);
      if (place !== undefined && tenantRef !== undefined)
        await ports.openEvent({ tenantRef, ...place });
    },
  };
}

/** Returns text such as `3 user.created, 1 user.updated`, the most frequent type first. */
function nameTypes(countOfType: ReadonlyMap<string, number>): string {
  const ordered = [...countOfType].toSorted(([, one], [, other]) => other - one);
  const named = ordered.slice(0, maxNamedTypes).map(([type, count]) => `${count} ${type}`);
  return ordered.length > maxNamedTypes ? `${named.join(", ")}, …` : named.join(", ");
}
