import { describe, expect, test } from "vitest";

import { eventTypes } from "../../../../../lib/events/payloads/event-types.ts";
import { findSubject } from "../../../../../lib/events/payloads/find-subject.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

describe("event types", () => {
  test("all 22 types of the interface are listed once", () => {
    expect(new Set(eventTypes).size).toBe(22);
  });
});

describe("parseTenantEvent", () => {
  test.each([["a0"], ["svc"], ["acme"]])(
    "the three prefixed fields are read with the prefix %s",
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

  test("an unknown type with any payload is kept and not marked", () => {
    const event = parseTenantEvent(
      makeUserEvent("evt_1", { type: "connection.created", data: [1, "two"] }),
      undefined,
      "fallback",
    );
    expect(event).toMatchObject({ type: "connection.created", malformed: false });
    expect(event.envelope["data"]).toEqual([1, "two"]);
  });

  test("a payload that does not fit its type is kept raw, marked, and the problem is named", () => {
    const event = parseTenantEvent(
      makeUserEvent("evt_1", { data: { object: { email: 3 } } }),
      undefined,
      "fallback",
    );
    expect(event.malformed).toBe(true);
    expect(event.problems).toContain("data.object.user_id: expected string");
    expect(event.envelope["data"]).toEqual({ object: { email: 3 } });
  });

  test("a deleted user needs its time of deletion", () => {
    const event = parseTenantEvent(makeUserEvent("e", { type: "user.deleted" }), undefined, "f");
    expect(event.problems).toEqual(["data.object.deleted_at: expected string"]);
  });

  test("the type stands outside of the event when the event has none", () => {
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
  ])("an envelope with %s = %s is kept and marked", (field, value) => {
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

  test("a person is known by an e-mail address before an id", () => {
    expect(about(makeUserEvent("ada").data)).toBe("ada@example.com");
    expect(about({ object: { user_id: "local|1" } })).toBe("local|1");
  });

  test("a membership is about its member, and a payload that does not say gives an empty string", () => {
    expect(about({ object: { organization: { id: "org_1" }, user: { user_id: "u" } } })).toBe("u");
    expect(about({ object: { organization: { id: "org_1", name: "Acme" } } })).toBe("Acme");
    expect(about(null)).toBe("");
  });
});
