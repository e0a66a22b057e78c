import { batch, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { StoredEvent } from "../events/log/event-log.ts";
import {
  activityChangeSchema,
  activitySnapshotSchema,
  maxShownEvents,
  type ActivityChange,
  type ActivitySnapshot,
  type TenantActivity,
} from "../messages/activity-feed.ts";
import { followFeed, type FeedPort, type Schedule } from "../messages/feed-channel.ts";
import { readOnly } from "./read-only.ts";

export interface ActivityState {
  readonly snapshot: ReadonlySignal<ActivitySnapshot>;
  readonly link: ReadonlySignal<"connecting" | "live" | "interrupted">;
  /** False until the first snapshot arrives. */
  readonly isLoaded: ReadonlySignal<boolean>;
}

/**
 * Follows the worker's activity feed for the life of the surrounding model, and applies the
 * changes.
 *
 * @param onSnapshot called for each snapshot of a new connection, inside the batch that applies it
 */
export function followActivity(
  port: { connect(): FeedPort; schedule: Schedule },
  onSnapshot: () => void,
): ActivityState {
  const snapshot = signal<ActivitySnapshot>({ tenants: [], events: [], marks: [] });
  const link = signal<"connecting" | "live" | "interrupted">("connecting");
  const isLoaded = signal(false);

  effect(() =>
    followFeed({
      connect: () => port.connect(),
      schedule: port.schedule,
      snapshotSchema: activitySnapshotSchema,
      changeSchema: activityChangeSchema,
      onSnapshot(received) {
        batch(() => {
          snapshot.value = received;
          link.value = "live";
          isLoaded.value = true;
          onSnapshot();
        });
      },
      onChange(change) {
        snapshot.value = applyChange(snapshot.peek(), change);
      },
      onInterrupted() {
        link.value = "interrupted";
      },
    }),
  );

  return {
    snapshot: readOnly(snapshot),
    link: readOnly(link),
    isLoaded: readOnly(isLoaded),
  };
}

/**
 * Applies a change. Changes of unknown tenants are ignored: the next snapshot contains those
 * tenants.
 */
function applyChange(known: ActivitySnapshot, change: ActivityChange): ActivitySnapshot {
  switch (change.kind) {
    case "snapshot":
      return change.snapshot;
    case "stream":
      return updateTenant(known, change.tenantId, { stream: change.stream });
    case "unread":
      return updateTenant(known, change.tenantId, { unread: change.unread });
    case "rate-limit":
      if (change.tenantId !== known.selectedId) return known;
      return { ...known, rateLimit: change.rateLimit };
    case "events": {
      const next = updateTenant(known, change.tenantId, { unread: change.unread });
      if (change.tenantId !== known.selectedId) return next;
      return { ...next, events: addNewestFirst(known.events, change.events) };
    }
  }
  return change satisfies never;
}

function updateTenant(
  known: ActivitySnapshot,
  tenantId: string,
  changed: Partial<TenantActivity>,
): ActivitySnapshot {
  const tenants = known.tenants.map((one) =>
    one.tenant.id === tenantId ? { ...one, ...changed } : one,
  );
  return { ...known, tenants };
}

function addNewestFirst(
  known: readonly StoredEvent[],
  arrived: readonly StoredEvent[],
): StoredEvent[] {
  const sequences = new Set(known.map(({ sequence }) => sequence));
  const added = arrived.filter(({ sequence }) => !sequences.has(sequence));
  return [...added, ...known]
    .toSorted((one, other) => other.sequence - one.sequence)
    .slice(0, maxShownEvents);
}
