import { expect, test } from "vitest";

import {
  activityChangeSchema,
  activitySnapshotSchema,
} from "../../../../lib/messages/activity-feed.ts";
import { createSnapshot, createStoredEvent } from "./sample-activity.ts";

test("a snapshot and every kind of change read the same after crossing as JSON", () => {
  const snapshot = createSnapshot({ events: [createStoredEvent(2), createStoredEvent(1)] });
  const stream = { name: "connecting", since: 1, resume: "cursor" } as const;
  for (const change of [
    { kind: "snapshot", snapshot },
    { kind: "stream", stream },
    { kind: "unread", unread: 3 },
    { kind: "events", events: [createStoredEvent(3)], unread: 1 },
  ])
    expect(activityChangeSchema.parse(JSON.parse(JSON.stringify(change)))).toEqual(change);
});

test("a snapshot before there is a tenant needs the stream's state, a count and a list alone", () => {
  const stream = { name: "stopped", since: 1, why: "not-started", message: "" } as const;
  const bare = { stream, unread: 0, events: [] };
  expect(activitySnapshotSchema.parse(bare)).toEqual(bare);
});

test.each([
  { kind: "unread" },
  { kind: "unread", unread: "3" },
  { kind: "events", events: [{ id: "evt_1" }], unread: 1 },
  { kind: "stream", stream: { name: "humming" } },
  { kind: "tenant" },
])("the change %j does not fit", (change) => {
  expect(activityChangeSchema.safeParse(change).success).toBe(false);
});

test("a snapshot has no room for a secret of the credential", () => {
  const credential = { kind: "access_token", scopes: [], token: "hunter2" };
  const parsed = activitySnapshotSchema.parse({ ...createSnapshot(), credential });
  expect(JSON.stringify(parsed)).not.toContain("hunter2");
});
