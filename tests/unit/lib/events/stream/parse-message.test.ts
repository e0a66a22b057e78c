import { describe, expect, test } from "vitest";

import { writeEventText } from "../../../../../lib/events/log/event-text.ts";
import { parseMessage } from "../../../../../lib/events/stream/parse-message.ts";
import { makeUserEvent } from "../sample-events.ts";

const event = makeUserEvent("evt_1");
const json = (value: unknown) => JSON.stringify(value);

describe("parseMessage", () => {
  test(
    "reads the type from the SSE event field if the data has none",
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

  test("reads the type from the data if there is no SSE event field", () => {
    const { type: _type, ...untyped } = event;
    const message = parseMessage({
      data: json({ type: "user.updated", offset: "o1", event: untyped }),
    });
    expect(message).toMatchObject({ kind: "event", event: { type: "user.updated" } });
  });

  test(
    "reads the cursor from the offset, or else from the SSE id",
    { tags: ["events.message.offset"] },
    () => {
      expect(parseMessage({ id: "sse", data: json({ offset: "data", event }) })).toMatchObject({
        offset: "data",
      });
      expect(parseMessage({ id: "sse", data: json({ event }) })).toMatchObject({ offset: "sse" });
    },
  );

  test("parses a heartbeat as a cursor only", { tags: ["events.message.offset-only"] }, () => {
    expect(parseMessage({ event: "offset-only", data: json({ offset: "o2" }) })).toEqual({
      kind: "offset-only",
      offset: "o2",
    });
  });

  test(
    "returns the code, the message and the optional cursor of an error",
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

  test("takes no cursor from an error that is not JSON: it can be the rest of a cut event", () => {
    const cut = json({ type: "user.created", offset: "o2", event });
    const data = `${cut}\n${json({ error: { code: "connection_timeout", offset: "o1" } })}`;
    expect(parseMessage({ event: "error", id: "o2", data })).toEqual({
      kind: "error",
      failure: { code: "unknown", message: "", offset: undefined },
    });
  });

  test.each([
    ["in the data", (type: string) => ({ data: json({ type, offset: "o", event }) })],
    ["in the SSE field", (type: string) => ({ event: type, data: json({ offset: "o", event }) })],
  ])(
    "distinguishes an event from an error by the type %s",
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
    "distinguishes a heartbeat from an error and from a missing event by the type %s",
    { tags: ["events.message.discriminated"] },
    (_, write) => {
      const kinds = ["offset-only", "error", "user.created"].map(
        (type) => parseMessage(write(type)).kind,
      );
      expect(kinds).toEqual(["offset-only", "error", "malformed"]);
    },
  );

  test("keeps the cursor of an event, unless it is too long to send back", () => {
    const keep = (offset: string) => {
      const message = parseMessage({ data: json({ offset, event }) });
      return message.kind === "event" ? message.event.offset : message.kind;
    };
    expect(keep("x".repeat(1_024))).toHaveLength(1_024);
    expect(keep("x".repeat(1_025))).toBeUndefined();
  });

  test("ignores unknown and null members of a message", () => {
    const message = parseMessage({ data: json({ offset: "o", event, error: null, later: 1 }) });
    expect(message).toMatchObject({ kind: "event", event: { malformed: false } });
  });

  test.each([
    ["{", "not-json"],
    ["[]", "not-a-message"],
    ['{"offset":"o"}', "not-a-message"],
    ['{"offset":"o","event":"text"}', "not-a-message"],
  ])("reports the data %s as %s, and keeps its start", (data, code) => {
    expect(parseMessage({ data })).toMatchObject({ kind: "malformed", frame: { code, raw: data } });
  });

  test("keeps the first 500 characters of a long unreadable frame", () => {
    const message = parseMessage({ data: "x".repeat(9_999) });
    expect(message.kind === "malformed" && message.frame.raw.length).toBe(500);
  });

  test("identifies an event without an id by its cursor, and without both by its content", () => {
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
    "keeps an event nested %i deep as text, marks it, and it can be stored and searched",
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

  test("keeps an event of the maximum depth unchanged", () => {
    const data: unknown = JSON.parse(`${'{"a":'.repeat(90)}1${"}".repeat(90)}`);
    const message = parseMessage({ data: json({ event: { ...event, data } }) });
    expect(message).toMatchObject({ kind: "event", event: { envelope: { data } } });
  });

  test("recognizes an error by its member, unless the message has an event", () => {
    const error = { code: "timeout", message: "too slow" };
    expect(parseMessage({ data: json({ error }) })).toMatchObject({ kind: "error" });
    expect(parseMessage({ data: json({ error, event }) })).toMatchObject({ kind: "event" });
    expect(parseMessage({ data: json({}) })).toMatchObject({ kind: "malformed" });
  });

  test("shortens the code and message of an error, and accepts an error without them", () => {
    const error = { code: "c".repeat(101), message: "m".repeat(501) };
    expect(parseMessage({ data: json({ error }) })).toMatchObject({
      failure: { code: "c".repeat(100), message: "m".repeat(500) },
    });
    expect(parseMessage({ data: json({ error: {} }) })).toMatchObject({
      failure: { code: "unknown", message: "" },
    });
  });

  test("accepts a cursor without an event only with the type offset-only", () => {
    expect(parseMessage({ data: json({ type: "other", offset: "o1" }) }).kind).toBe("malformed");
  });

  test.each([7, "", null])("ignores an offset of %j, and reads the SSE id", (offset) => {
    const data = json({ type: "offset-only", offset });
    expect(parseMessage({ id: "sse", data })).toEqual({ kind: "offset-only", offset: "sse" });
    expect(parseMessage({ data }).kind).toBe("malformed");
  });
});
