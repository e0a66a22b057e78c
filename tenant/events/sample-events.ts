import type { RandomSource } from "../random.ts";
import { createUser } from "../users.ts";
import type { NewEvent } from "./event-log.ts";
import { describeUserObject } from "./user-created.ts";

/** Types that can be emitted on demand. */
export const sampleTypes = [
  "group.created",
  "group.updated",
  "group.deleted",
  "organization.created",
  "organization.updated",
  "organization.deleted",
  "user.created",
  "user.updated",
  "user.deleted",
] as const;

/** An invented event of a type, marked as a test; `time` is ISO 8601. */
export function createSampleEvent(
  type: (typeof sampleTypes)[number],
  random: RandomSource,
  time: string,
): NewEvent {
  switch (type) {
    case "group.created":
      return { type, isTest: true, object: describeGroup(random, time) };
    case "group.updated":
    case "group.deleted":
      return { type, isTest: true, object: { ...describeGroup(random, time), updated_at: time } };
    case "organization.created":
    case "organization.updated":
    case "organization.deleted": {
      const id = `org_${random.text(16)}`;
      const name = `team-${random.text(6).toLowerCase()}`;
      return { type, isTest: true, object: { id, name, display_name: "Sample team" } };
    }
    case "user.created":
    case "user.updated":
    case "user.deleted": {
      const email = `sample-${random.text(8).toLowerCase()}@example.com`;
      const user = createUser({ email, password: random.text(20) }, random, time);
      const deletion = type === "user.deleted" ? { deleted_at: time } : {};
      return { type, isTest: true, object: { ...describeUserObject(user), ...deletion } };
    }
  }
}

function describeGroup(random: RandomSource, time: string): Record<string, unknown> {
  return {
    id: `grp_${random.text(16)}`,
    name: "Sample group",
    type: "connection",
    connection_id: "con_sampledirectory",
    external_id: random.text(12),
    created_at: time,
  };
}
