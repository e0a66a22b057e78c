import { expect, test } from "vitest";

import {
  activityChangeSchema,
  activitySnapshotSchema,
} from "../../../../lib/messages/activity-feed.ts";
import {
  createSnapshot,
  createStoredEvent,
  createTenantActivity,
  sampleTenant,
} from "./sample-activity.ts";

test("a snapshot and every kind of change survive a round trip as JSON", () => {
  const snapshot = createSnapshot({ events: [createStoredEvent(2), createStoredEvent(1)] });
  const tenantId = sampleTenant.id;
  const stream = { name: "connecting", since: 1, resume: "cursor" } as const;
  for (const change of [
    { kind: "snapshot", snapshot },
    { kind: "stream", tenantId, stream },
    { kind: "unread", tenantId, unread: 3 },
    { kind: "rate-limit", tenantId, rateLimit: { limit: 10, remaining: 3, reset: 5 } },
    { kind: "events", tenantId, events: [createStoredEvent(3)], unread: 1 },
  ])
    expect(activityChangeSchema.parse(JSON.parse(JSON.stringify(change)))).toEqual(change);
});

test("a snapshot without a tenant needs only three empty lists", () => {
  const bare = { tenants: [], events: [], marks: [] };
  expect(activitySnapshotSchema.parse(bare)).toEqual(bare);
});

test.each([
  { kind: "unread" },
  { kind: "unread", unread: 3 },
  { kind: "unread", tenantId: "t", unread: "3" },
  { kind: "events", tenantId: "t", events: [{ id: "evt_1" }], unread: 1 },
  { kind: "stream", tenantId: "t", stream: { name: "humming" } },
  { kind: "tenant" },
])("the change %j is rejected", (change) => {
  expect(activityChangeSchema.safeParse(change).success).toBe(false);
});

test("a snapshot cannot contain a secret of the credential", () => {
  const credential = { ...createTenantActivity().credential, token: "hunter2" };
  const tenants = [{ ...createTenantActivity(), credential }];
  const parsed = activitySnapshotSchema.parse({ ...createSnapshot(), tenants });
  expect(JSON.stringify(parsed)).not.toContain("hunter2");
});
