import { describe, expect, test } from "vitest";

import { writeEventText } from "../../../../../lib/events/log/event-text.ts";
import { parseMessage } from "../../../../../lib/events/stream/parse-message.ts";
import { makeUserEvent } from "../sample-events.ts";

const event = makeUserEvent("evt_1");
const json = (value: unknown) => JSON.stringify(value);

describe("parseMessage", () => {
  test(
    "the type is taken from the SSE event field when the data has none",
    { tags: ["events.message.type"] },
    () => {
      const { type: _type, ...untyped } = event;
      const message = parseMessage({
        event: "user.created",
        data: json({ offset: "o1", event: untyped }),
      });
      expect(message).toMatchObject({
        kind: "event",
        offset: "o1",
        event: { type: "user.created" },
      });
    },
  );

  test("the type is taken from the data when there is no SSE event field", () => {
    const { type: _type, ...untyped } = event;
    const message = parseMessage({
      data: json({ type: "user.updated", offset: "o1", event: untyped }),
    });
    expect(message).toMatchObject({ kind: "event", event: { type: "user.updated" } });
  });

  test("the cursor is the offset, else the SSE id", { tags: ["events.message.offset"] }, () => {
    expect(parseMessage({ id: "sse", data: json({ offset: "data", event }) })).toMatchObject({
      offset: "data",
    });
    expect(parseMessage({ id: "sse", data: json({ event }) })).toMatchObject({ offset: "sse" });
  });

  test("a heartbeat is a cursor and nothing else", { tags: ["events.message.offset-only"] }, () => {
    expect(parseMessage({ event: "offset-only", data: json({ offset: "o2" }) })).toEqual({
      kind: "offset-only",
      offset: "o2",
    });
  });

  test(
    "an error message carries code, words and a cursor when there is one",
    { tags: ["events.message.error"] },
    () => {
      const error = { code: "timeout", message: "too slow", offset: "o3" };
      expect(parseMessage({ event: "error", data: json({ error }) })).toEqual({
        kind: "error",
        failure: { code: "timeout", message: "too slow", offset: "o3" },
      });
      expect(parseMessage({ event: "error", data: "not json" })).toMatchObject({
        kind: "error",
        failure: { code: "unknown" },
      });
    },
  );

  test.each([
    ["in the data", (type: string) => ({ data: json({ type, offset: "o", event }) })],
    ["in the SSE field", (type: string) => ({ event: type, data: json({ offset: "o", event }) })],
  ])(
    "the type, %s, tells an event from an error",
    { tags: ["events.message.discriminated"] },
    (_, write) => {
      expect(parseMessage(write("user.created"))).toMatchObject({ kind: "event", offset: "o" });
      expect(parseMessage(write("error"))).toMatchObject({ kind: "error" });
    },
  );

  test.each([
    ["in the data", (type: string) => ({ data: json({ type, offset: "o" }) })],
    ["in the SSE field", (type: string) => ({ event: type, data: json({ offset: "o" }) })],
  ])(
    "the type, %s, tells a heartbeat from an error and from an event that is not there",
    { tags: ["events.message.discriminated"] },
    (_, write) => {
      const kinds = ["offset-only", "error", "user.created"].map(
        (type) => parseMessage(write(type)).kind,
      );
      expect(kinds).toEqual(["offset-only", "error", "malformed"]);
    },
  );

  test("an event keeps the cursor behind it, unless it is too long to be sent back", () => {
    const keep = (offset: string) => {
      const message = parseMessage({ data: json({ offset, event }) });
      return message.kind === "event" ? message.event.offset : message.kind;
    };
    expect(keep("x".repeat(1_024))).toHaveLength(1_024);
    expect(keep("x".repeat(1_025))).toBeUndefined();
  });

  test("unknown members of a message, null ones too, are passed over", () => {
    const message = parseMessage({ data: json({ offset: "o", event, error: null, later: 1 }) });
    expect(message).toMatchObject({ kind: "event", event: { malformed: false } });
  });

  test.each([
    ["{", "not-json"],
    ["[]", "not-a-message"],
    ['{"offset":"o"}', "not-a-message"],
    ['{"offset":"o","event":"text"}', "not-a-message"],
  ])("the data %s is named %s and kept in part", (data, code) => {
    expect(parseMessage({ data })).toMatchObject({ kind: "malformed", frame: { code, raw: data } });
  });

  test("a huge unreadable frame is kept by its first 500 characters", () => {
    const message = parseMessage({ data: "x".repeat(9_999) });
    expect(message.kind === "malformed" && message.frame.raw.length).toBe(500);
  });

  test("an event without an id is known by its cursor, without both by its content", () => {
    const { id: _id, ...nameless } = event;
    const idOf = (value: unknown): string => {
      const message = parseMessage({ data: json(value) });
      return message.kind === "event" ? message.event.id : "";
    };
    expect(idOf({ offset: "o1", event: nameless })).toBe("no-id:o1");
    expect(idOf({ event: nameless })).toBe(idOf({ event: nameless }));
    expect(idOf({ event: nameless })).not.toBe(idOf({ event: { ...nameless, time: "x" } }));
  });

  test.each([101, 5_000, 100_000])(
    "an event nested %i deep is kept as its text, marked, and can be stored and searched",
    (depth) => {
      const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      const data = `{"type":"user.created","offset":"o1","event":{"id":"evt_9","type":"user.created","data":${deep}}}`;
      const message = parseMessage({ data });
      expect(message).toMatchObject({
        kind: "event",
        event: { id: "evt_9", malformed: true, envelope: { id: "evt_9", raw: data } },
      });
      if (message.kind !== "event") return;
      expect(writeEventText(message.event)).toContain("evt_9");
      expect(structuredClone(message.event)).toEqual(message.event);
    },
  );

  test("an event as deep as any payload is kept as it is", () => {
    const data: unknown = JSON.parse(`${'{"a":'.repeat(90)}1${"}".repeat(90)}`);
    const message = parseMessage({ data: json({ event: { ...event, data } }) });
    expect(message).toMatchObject({ kind: "event", event: { envelope: { data } } });
  });

  test("an error is recognized by its member, unless there is an event beside it", () => {
    const error = { code: "timeout", message: "too slow" };
    expect(parseMessage({ data: json({ error }) })).toMatchObject({ kind: "error" });
    expect(parseMessage({ data: json({ error, event }) })).toMatchObject({ kind: "event" });
    expect(parseMessage({ data: json({}) })).toMatchObject({ kind: "malformed" });
  });

  test("an error keeps the first characters of its code and its message, and may lack both", () => {
    const error = { code: "c".repeat(101), message: "m".repeat(501) };
    expect(parseMessage({ data: json({ error }) })).toMatchObject({
      failure: { code: "c".repeat(100), message: "m".repeat(500) },
    });
    expect(parseMessage({ data: json({ error: {} }) })).toMatchObject({
      failure: { code: "unknown", message: "" },
    });
  });

  test("a cursor without an event needs the type offset-only", () => {
    expect(parseMessage({ data: json({ type: "other", offset: "o1" }) }).kind).toBe("malformed");
  });

  test.each([7, "", null])("an offset of %j is none, so the SSE id counts", (offset) => {
    const data = json({ type: "offset-only", offset });
    expect(parseMessage({ id: "sse", data })).toEqual({ kind: "offset-only", offset: "sse" });
    expect(parseMessage({ data }).kind).toBe("malformed");
  });
});
