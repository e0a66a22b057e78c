import type { StoredEvent } from "../../../../lib/events/event-log.ts";
import type { ActivitySnapshot } from "../../../../lib/messages/activity-feed.ts";
import type { Tenant } from "../../../../lib/messages/tenant.ts";

export const sampleTenant: Tenant = {
  id: "tenant-1",
  name: "Acme",
  origin: "https://acme.example",
  clientId: "app-1",
};

export function createSnapshot(over: Partial<ActivitySnapshot> = {}): ActivitySnapshot {
  return {
    tenant: sampleTenant,
    credential: { kind: "client_credentials", scopes: ["read:events"] },
    stream: { name: "listening", since: 1, lastHeardAt: 2, resume: "cursor" },
    unread: 0,
    events: [],
    ...over,
  };
}

/** An event as the log gives it back. */
export function createStoredEvent(sequence: number): StoredEvent {
  const id = `evt_${sequence}`;
  const object = { user_id: `local|${sequence}`, email: `user-${sequence}@example.com` };
  return {
    id,
    type: "user.created",
    time: "2026-11-21T08:00:00.000Z",
    envelope: { id, type: "user.created", data: { object } },
    malformed: false,
    problems: [],
    tenantId: sampleTenant.id,
    sequence,
    storedAt: 1_000 * sequence,
  };
}
