import type { StoredEvent } from "../../../../lib/events/log/event-log.ts";
import type { ActivitySnapshot, TenantActivity } from "../../../../lib/messages/activity-feed.ts";
import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../lib/messages/tenant.ts";

export const sampleTenant: Tenant = {
  id: "https://acme.example",
  name: "Acme",
  origin: "https://acme.example",
  clientId: "app-1",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
};

/** Creates the activity of a tenant with a credential and a listening stream. */
export function createTenantActivity(over: Partial<TenantActivity> = {}): TenantActivity {
  return {
    tenant: sampleTenant,
    credential: {
      kind: "client_credentials",
      scopes: ["read:events"],
      remembering: "session",
      isLocked: false,
    },
    isPermitted: true,
    stream: { name: "listening", since: 1, lastHeardAt: 2, resume: "cursor" },
    unread: 0,
    ...over,
  };
}

/** Creates a snapshot with one selected tenant; `one` overrides values of the tenant. */
export function createSnapshot(
  over: Partial<ActivitySnapshot> = {},
  one: Partial<TenantActivity> = {},
): ActivitySnapshot {
  return {
    tenants: [createTenantActivity(one)],
    selectedId: sampleTenant.id,
    events: [],
    marks: [],
    ...over,
  };
}

/** Creates an event as the log returns it. */
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
