import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { eventTypes, type EventType } from "../../../../../lib/events/payloads/event-types.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { createSampleEvent } from "../../../../../tenant/events/sample-events.ts";
import { createRandomSource } from "../../../../../tenant/core/random.ts";
import { makeUserEvent } from "../sample-events.ts";

type Fields = Record<string, unknown>;

const time = "2026-11-21T08:00:00.000Z";
/** The fields whose content the tenant's owner defines: every content is valid. */
const open = new Set(["metadata", "app_metadata", "user_metadata", "profileData"]);
/** The fields of a member's user; only its id is defined. */
const openMember = new Set(["email", "name"]);

function makeData(type: EventType, tenant: Fields = { tenant_id: "local" }): Fields {
  let byte = 0;
  const random = createRandomSource((bytes) => bytes.map(() => (byte = (byte + 7) % 200)));
  const { object, context } = createSampleEvent(type, random, time);
  return { object, context: { ...context, tenant } };
}

function judge(type: string, data: unknown) {
  return parseTenantEvent(makeUserEvent("evt_1", { type, data }), undefined, "fallback");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists the path of each field that the interface defines, objects and lists included. */
function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => listPaths(item, [...path, String(index)]));
  }
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (path.at(-1) === "user" && openMember.has(key)) return [];
    const here = [...path, key];
    return [here, ...(open.has(key) ? [] : listPaths(inner, here))];
  });
}

/** Copies a value with one field of a wrong type: a string for a list, a list for others. */
function damage(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return Array.isArray(value) ? "not a list" : [["not a value"]];
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === key ? damage(item, rest) : item));
  }
  if (!isFields(value)) throw new Error(`There is nothing at ${path.join(".")}`);
  return { ...value, [key]: damage(value[key], rest) };
}

/** Copies data without one field of `data.object`. */
function omit(data: Fields, key: string): Fields {
  if (!isFields(data["object"])) throw new Error("There is no object.");
  const { [key]: _left, ...object } = data["object"];
  return { ...data, object };
}

/** The required fields of `data.object` for each type. */
const group = ["id", "type", "connection_id", "name", "created_at"];
const user = ["user_id", "created_at", "updated_at", "identities"];
const required: Record<EventType, readonly string[]> = {
  "group.created": group,
  "group.updated": [...group, "updated_at"],
  "group.deleted": [...group, "updated_at"],
  "group.member.added": ["group", "member"],
  "group.member.deleted": ["group", "member"],
  "group.role.assigned": ["group", "role", "created_at"],
  "group.role.deleted": ["group", "role", "deleted_at"],
  "organization.created": ["id"],
  "organization.updated": ["id"],
  "organization.deleted": ["id"],
  "organization.connection.added": ["organization", "connection"],
  "organization.connection.updated": ["organization", "connection"],
  "organization.connection.removed": ["organization", "connection"],
  "organization.member.added": ["organization", "user"],
  "organization.member.deleted": ["organization", "user"],
  "organization.member.role.assigned": ["organization", "user", "role"],
  "organization.member.role.deleted": ["organization", "user", "role"],
  "organization.group.role.assigned": ["organization", "role", "group", "created_at"],
  "organization.group.role.deleted": ["organization", "role", "group", "deleted_at"],
  "user.created": user,
  "user.updated": user,
  "user.deleted": [...user, "deleted_at"],
};

describe.each(eventTypes.map((type) => [type]))("the payload of %s", (type) => {
  test("accepts the local tenant's sample with additional unknown fields", () => {
    const data = { ...makeData(type), previous_object: { any: "thing" } };
    const event = judge(type, data);
    expect(event.problems).toEqual([]);
    expect(event.malformed).toBe(false);
    expect(event.envelope["data"]).toEqual(data);
  });

  test.each(required[type].map((key) => [key]))("is kept and marked without %s", (key) => {
    const data = omit(makeData(type), key);
    const event = judge(type, data);
    expect(event.malformed).toBe(true);
    expect(event.problems.join()).toContain(`data.object.${key}`);
    expect(event.envelope["data"]).toEqual(data);
  });
});

test("marks an event with any one invalid field, names the field and keeps the event unchanged", () => {
  const cases = eventTypes.flatMap((type) =>
    listPaths(makeData(type)).map((path) => ({ type, path })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...cases), ({ type, path }) => {
      const data = damage(makeData(type), path);
      const event = judge(type, data);
      expect(event.malformed).toBe(true);
      expect(event.problems).toHaveLength(1);
      expect(event.problems[0]).toContain(`data.${path.join(".")}: `);
      expect(event).toMatchObject({ id: "evt_1", type });
      expect(event.envelope["data"]).toEqual(data);
    }),
    { numRuns: 1_000 },
  );
});

test.each([["tenant_id"], ["id"]])("accepts the tenant in %s", (key) => {
  expect(judge("group.created", makeData("group.created", { [key]: "local" })).problems).toEqual(
    [],
  );
});

test.each([
  ["connection", { connection_id: "con_1" }],
  ["organization", { organization_id: "org_1" }],
  ["tenant", {}],
])("accepts a group of the kind %s with its owner", (type, owner) => {
  const member = { member_type: "connection", id: "m", type: "connection", connection_id: "con_1" };
  const data = (fields: object) => ({ object: { group: { id: "g", type, ...fields }, member } });
  expect(judge("group.member.added", data(owner)).malformed).toBe(false);
  expect(judge("group.member.added", data({})).malformed).toBe(type !== "tenant");
});
