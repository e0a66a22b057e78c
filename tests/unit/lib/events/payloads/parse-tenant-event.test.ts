import { describe, expect, test } from "vitest";

import { eventTypes } from "../../../../../lib/events/payloads/event-types.ts";
import { findSubject } from "../../../../../lib/events/payloads/find-subject.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { eventTypes as tenantEventTypes } from "../../../../../tenant/events/event-types.ts";
import { makeUserEvent } from "../sample-events.ts";

describe("event types", () => {
  test("the list contains each type of the local tenant once", () => {
    expect(eventTypes).toEqual([...new Set(tenantEventTypes)]);
  });
});

describe("parseTenantEvent", () => {
  test.each([["a0"], ["svc"], ["acme"]])(
    "reads the three prefixed fields with the prefix %s",
    { tags: ["events.object.svctenant", "events.object.svcstream", "events.object.svcpurpose"] },
    (prefix) => {
      const { a0tenant: _tenant, a0stream: _stream, ...rest } = makeUserEvent("evt_1");
      const event = parseTenantEvent(
        {
          ...rest,
          [`${prefix}tenant`]: "t",
          [`${prefix}stream`]: "est_9",
          [`${prefix}purpose`]: "test",
        },
        undefined,
        "fallback",
      );
      expect(event).toMatchObject({ tenant: "t", stream: "est_9", purpose: "test" });
    },
  );

  test("keeps an unknown type with any payload, without a problem", () => {
    const event = parseTenantEvent(
      makeUserEvent("evt_1", { type: "connection.created", data: [1, "two"] }),
      undefined,
      "fallback",
    );
    expect(event).toMatchObject({ type: "connection.created", malformed: false });
    expect(event.envelope["data"]).toEqual([1, "two"]);
  });

  test("keeps an invalid payload unchanged, marks it and names the problem", () => {
    const event = parseTenantEvent(
      makeUserEvent("evt_1", { data: { object: { email: 3 } } }),
      undefined,
      "fallback",
    );
    expect(event.malformed).toBe(true);
    expect(event.problems).toContain("data.object.user_id: expected string");
    expect(event.envelope["data"]).toEqual({ object: { email: 3 } });
  });

  test("requires the time of deletion of a deleted user", () => {
    const event = parseTenantEvent(makeUserEvent("e", { type: "user.deleted" }), undefined, "f");
    expect(event.problems).toEqual(["data.object.deleted_at: expected string"]);
  });

  test("reads the type from the message if the event has none", () => {
    const { type: _type, ...untyped } = makeUserEvent("evt_1");
    expect(parseTenantEvent(untyped, "user.updated", "f")).toMatchObject({
      type: "user.updated",
      malformed: false,
    });
  });

  test.each([
    ["specversion", 1],
    ["source", undefined],
    ["id", undefined],
    ["id", "x".repeat(257)],
    ["time", "yesterday"],
  ])("keeps and marks an envelope with %s = %s", (field, value) => {
    const event = parseTenantEvent(
      makeUserEvent("evt_1", { [field]: value }),
      undefined,
      "fallback",
    );
    expect(event.malformed).toBe(true);
    expect(event.problems[0]).toMatch(new RegExp(`^${field}: `, "u"));
    expect(event.id).toBe(field === "id" ? "fallback" : "evt_1");
  });
});

describe("findSubject", () => {
  const about = (data: unknown) =>
    findSubject(parseTenantEvent(makeUserEvent("e", { data }), undefined, "f"));

  test("prefers the email address of a user to the id", () => {
    expect(about(makeUserEvent("ada").data)).toBe("ada@example.com");
    expect(about({ object: { user_id: "local|1" } })).toBe("local|1");
  });

  test("returns the member of a membership, and an empty string for a payload without a name", () => {
    expect(about({ object: { organization: { id: "org_1" }, user: { user_id: "u" } } })).toBe("u");
    expect(about({ object: { organization: { id: "org_1", name: "Acme" } } })).toBe("Acme");
    expect(about(null)).toBe("");
  });
});
