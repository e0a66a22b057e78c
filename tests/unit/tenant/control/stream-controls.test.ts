import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { eventTypes } from "../../../../tenant/events/event-types.ts";
import { containing } from "../matchers.ts";
import { openTenant, type OpenTenant } from "../open-tenant.ts";

const listSchema = z.object({
  start: z.int(),
  end: z.int(),
  events: z.array(
    z.strictObject({
      position: z.int(),
      id: z.string(),
      type: z.string(),
      time: z.string(),
      cursor: z.string(),
      event: z.unknown(),
    }),
  ),
});

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Opens a stream and reads past its first frames. Returns bytes, because these tests are about
 * bytes that frames hide.
 */
async function openBytes(
  open: OpenTenant,
  headers: Record<string, string> = {},
): Promise<{ reader: Reader; greeting: string }> {
  const token = await open.getToken("read:events");
  const response = await open.send("/api/v2/events", {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("The stream has no body.");
  onTestFinished(async () => await reader.cancel().catch(() => undefined));
  const { value } = await reader.read();
  return { reader, greeting: new TextDecoder().decode(value) };
}

async function readText(reader: Reader): Promise<string | undefined> {
  const { value } = await reader.read();
  return value === undefined ? undefined : new TextDecoder().decode(value);
}

async function listEvents(open: OpenTenant, query = ""): Promise<z.infer<typeof listSchema>> {
  return listSchema.parse(await open.control("GET", `events${query}`));
}

const readIds = (text = ""): string[] =>
  [...text.matchAll(/"id":"(evt_\w+)"/g)].map((match) => match[1] ?? "");

describe("an interruption", () => {
  test("cuts the next event before the empty line that would end its frame", async () => {
    const open = openTenant();
    const { reader } = await openBytes(open);
    await open.control("POST", "streams/interrupt", {});
    await open.control("POST", "events", { count: 2 });
    const text = await readText(reader);
    expect(text).toMatch(/^event: user\.created\nid: \S+\ndata: \{.*\}\n$/);
    expect(await readText(reader)).toBeUndefined();
  });

  test("follows the planned number of whole events, on one stream after the other", async () => {
    const open = openTenant();
    await open.control("POST", "streams/interrupt", { at: "field", after: 2, times: 2 });
    await open.control("POST", "events", { count: 6 });
    const { events } = await listEvents(open);
    const ids = events.map((event) => event.id);
    const cursors = ["", ...events.map((event) => event.cursor)];
    const first = await openBytes(open);
    expect(readIds(first.greeting)).toEqual([]);
    await first.reader.cancel();
    const seen: string[][] = [];
    for (const from of [1, 3, 1]) {
      const { reader } = await openBytes(open, { "last-event-id": cursors[from] ?? "" });
      const text = (await readText(reader)) ?? "";
      const whole = text.split("\n\n").slice(0, -1).join("\n\n");
      seen.push(readIds(whole));
      await reader.cancel();
    }
    expect(seen).toEqual([ids.slice(1, 3), ids.slice(3, 5), ids.slice(1)]);
  });

  test.each(["", "a", "aa", "aaa"])(
    "within a field sends half of the data, without a split character: %j",
    async (start) => {
      const open = openTenant();
      const { reader } = await openBytes(open);
      await open.control("POST", "streams/interrupt", { at: "field", ending: "close" });
      const name = `${start}${"é".repeat(5000)}`;
      await open.control("POST", "events", { object: { name } });
      const { value } = await reader.read();
      const text = new TextDecoder("utf-8", { fatal: true }).decode(value);
      expect(text).toMatch(/\ndata: \{.*[^}\n]$/);
    },
  );

  test("within a character sends only the first byte", async () => {
    const open = openTenant();
    const { reader } = await openBytes(open);
    await open.control("POST", "streams/interrupt", { at: "character" });
    await open.control("POST", "users", { email: "plain@example.com", password: "plain-words-7" });
    expect(await readText(reader)).toMatch(/\n\n$/);
    await open.control("POST", "events", {});
    const { value } = await reader.read();
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(value)).toThrow(TypeError);
    expect(value?.at(-1)).toBeGreaterThanOrEqual(0xc0);
    expect(await readText(reader)).toBeUndefined();
  });

  test("can abort the connection", async () => {
    const open = openTenant();
    const { reader } = await openBytes(open);
    await open.control("POST", "streams/interrupt", { ending: "abort" });
    await open.control("POST", "events", {});
    await reader.read();
    // The second is what a reader learns over the sandbox's ports.
    await expect(reader.read()).rejects.toThrow(/cut this response|ended before its response/);
  });

  test("can keep the stream open and silent, beyond its maximum age and its token, until it is dropped", async () => {
    const open = openTenant({ streamHeartbeat: 1, streamLifetime: 1000 });
    const { reader } = await openBytes(open);
    await open.control("POST", "streams/interrupt", { ending: "freeze" });
    await open.control("POST", "events", {});
    expect(await readText(reader)).toMatch(/\}\n$/);
    const next = reader.read();
    open.clock.time += 86_400_000;
    await open.control("PUT", "clock", { skew: 10 });
    await open.control("POST", "events", {});
    expect(await open.control("GET", "streams")).toMatchObject({
      streams: [{ stream: 1, state: "frozen", sent: 0 }],
    });
    await open.control("POST", "streams/drop");
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test.each(["abort", "freeze"])(
    "leaves the cut frame the last of its stream, also if the stream must end with an error before the %s",
    async (ending) => {
      const open = openTenant();
      const { reader } = await openBytes(open);
      await open.control("POST", "streams/interrupt", { ending });
      await open.control("POST", "events", {});
      expect(await readText(reader)).toMatch(/\}\n$/);
      const next = readText(reader);
      expect(await open.control("POST", "streams/error", { code: "timeout" })).toEqual({
        ended: 1,
      });
      expect(await next).toBeUndefined();
      expect(await open.control("GET", "streams")).toMatchObject({
        streams: [{ ending: "interrupted", sent: 0 }],
      });
    },
  );

  test("can be cancelled", async () => {
    const open = openTenant();
    const { reader } = await openBytes(open);
    await open.control("POST", "streams/interrupt", { times: 5 });
    await open.control("DELETE", "streams/interrupt");
    await open.control("POST", "events", {});
    expect(await readText(reader)).toMatch(/\n\n$/);
  });
});

describe("freezing all streams", () => {
  test("keeps them open without another byte, and counts them as open streams", async () => {
    const open = openTenant({ eventStreams: 1, streamHeartbeat: 1 });
    const { reader } = await openBytes(open);
    expect(await open.control("POST", "streams/freeze")).toEqual({ frozen: 1 });
    const token = await open.getToken("read:events");
    expect((await open.call(token, "GET", "/api/v2/events")).status).toBe(403);
    const next = reader.read();
    await open.control("POST", "events", {});
    await open.control("POST", "streams/error", { code: "timeout" });
    const { value } = await next;
    expect(new TextDecoder().decode(value)).toMatch(/^event: error\n/);
  });
});

describe("a frozen stream that is not read", () => {
  test("does not end at its maximum age", async () => {
    const open = openTenant({ streamLifetime: 1000 });
    const token = await open.getToken("read:events");
    const response = await open.call(token, "GET", "/api/v2/events");
    await open.control("POST", "streams/freeze");
    open.clock.time += 2000;
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^:connected/);
    const next = reader?.read();
    await open.control("POST", "streams/drop");
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe("bytes sent into open streams", () => {
  test.each([
    [{ text: "data: {not json\n\n" }, "data: {not json\n\n"],
    [{ base64: btoa("id: \u0000\n") }, "id: \u0000\n"],
  ])("arrive unchanged: %j", async (body, expected) => {
    const open = openTenant();
    const { reader } = await openBytes(open);
    expect(await open.control("POST", "streams/send", body)).toEqual({ sent: 1 });
    expect(await readText(reader)).toBe(expected);
  });

  test("do not split a frame that is sent in pieces", async () => {
    const open = openTenant();
    await open.control("PATCH", "streams/delivery", { pieceSize: 100 });
    const { reader } = await openBytes(open);
    await open.control("POST", "events", {});
    let text = (await readText(reader)) ?? "";
    await open.control("POST", "streams/send", { text: ": garbage\n\n" });
    while (!text.endsWith(": garbage\n\n")) text += (await readText(reader)) ?? "";
    expect(text).toMatch(/^event: user\.created\nid: \S+\ndata: .*\}\n\n: garbage\n\n$/);
  });
});

describe("the settings of delivery", () => {
  test("send additional copies of each event, with the same id and offset", async () => {
    const open = openTenant();
    await open.control("PATCH", "streams/delivery", { duplicates: 2 });
    const { reader } = await openBytes(open);
    await open.control("POST", "events", { count: 2 });
    const { events } = await listEvents(open);
    const [one, two] = events.map((event) => event.id);
    expect(readIds(await readText(reader))).toEqual([one, one, one, two, two, two]);
  });

  test("begin a resumed stream some events before its cursor", async () => {
    const open = openTenant();
    await open.control("POST", "events", { count: 5 });
    await open.control("PATCH", "streams/delivery", { overlap: 2 });
    const { events } = await listEvents(open);
    const { reader } = await openBytes(open, { "last-event-id": events[3]?.cursor ?? "" });
    expect(readIds(await readText(reader))).toEqual(events.slice(2).map((event) => event.id));
  });

  test("send everything in pieces that can split characters, without losing a byte", async () => {
    const open = openTenant();
    await open.control("PATCH", "streams/delivery", { pieceSize: 7, pieceDelay: 1 });
    const { reader } = await openBytes(open);
    await open.control("POST", "events", { object: { name: "日本" } });
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = ":connec";
    while (!text.endsWith("}\n\n")) {
      const { value } = await reader.read();
      expect(value?.length).toBeLessThanOrEqual(7);
      text += decoder.decode(value, { stream: true });
    }
    expect(text).toMatch(/^:connected\n\nretry: 2000\n\nevent: user\.created\n.*日本.*\n\n$/s);
  });

  test("have the service's values after a reset", async () => {
    const open = openTenant();
    const habits = { duplicates: 1, overlap: 2, pieceSize: 3, pieceDelay: 4 };
    expect(await open.control("PATCH", "streams/delivery", habits)).toEqual(habits);
    await open.control("POST", "streams/interrupt", {});
    await open.control("POST", "reset");
    expect(await open.control("GET", "streams")).toEqual({
      acknowledged: 0,
      streams: [],
      delivery: { duplicates: 0, overlap: 0, pieceSize: 0, pieceDelay: 0 },
      interruption: null,
    });
  });
});

describe("events emitted in reverse", () => {
  test("are sent newest first, so that times decrease while cursors increase", async () => {
    const open = openTenant();
    await open.control("POST", "events", { count: 3, order: "reversed" });
    const { events } = await listEvents(open);
    expect(events.map((event) => event.time)).toEqual([
      "2026-03-01T12:00:00.000Z",
      "2026-03-01T11:59:59.999Z",
      "2026-03-01T11:59:59.998Z",
    ]);
    expect(events.map((event) => event.position)).toEqual([1, 2, 3]);
  });
});

describe("the lists of emitted events and of streams", () => {
  test("contain retained events of all types with position and cursor, page by page", async () => {
    const open = openTenant({ retainedEvents: 40 });
    await open.control("POST", "events", { type: "all", count: 50 });
    const all = await listEvents(open);
    expect(all).toMatchObject({ start: 10, end: 50 });
    expect(new Set(all.events.map((event) => event.type)).size).toBe(eventTypes.length);
    const page = await listEvents(open, "?after=20&count=5");
    expect(page.events.map((event) => event.position)).toEqual([21, 22, 23, 24, 25]);
    expect(page.events).toEqual(all.events.slice(10, 15));
  });

  test("contain the content of each event as streams send it", async () => {
    const open = openTenant();
    const { reader } = await openBytes(open);
    await open.control("POST", "events", { object: { note: "Évora\n" } });
    const { events } = await listEvents(open);
    const data = /^data: (.+)$/m.exec((await readText(reader)) ?? "")?.[1] ?? "";
    expect(events[0]).toMatchObject({ event: { data: { object: { note: "Évora\n" } } } });
    expect(data).toContain(`"event":${JSON.stringify(events[0]?.event)}`);
  });

  test("contain each stream with its client, resumed position, current position and ending", async () => {
    const open = openTenant();
    await open.control("POST", "events", { count: 4 });
    const { events } = await listEvents(open);
    const first = await openBytes(open);
    await first.reader.cancel();
    const second = await openBytes(open, { "last-event-id": events[1]?.cursor ?? "" });
    await readText(second.reader);
    const third = await openBytes(open);
    await third.reader.cancel();
    expect(await open.control("GET", "streams")).toMatchObject({
      acknowledged: 2,
      streams: [
        { stream: 1, client_id: "demo-management", state: "closed", ending: "reader_left" },
        { stream: 2, state: "open", resumed_from: 2, position: 4, sent: 2 },
        { stream: 3, state: "closed" },
      ],
    });
    await open.control("POST", "streams/error", { code: "connection_timeout" });
    expect(await open.control("GET", "streams")).toMatchObject({
      streams: [{}, { stream: 2, state: "closed", ending: "connection_timeout" }, {}],
    });
  });
});

describe("controls of streams", () => {
  test.each([
    ["POST", "streams/interrupt", { at: "line" }],
    ["POST", "streams/interrupt", { times: 0 }],
    ["POST", "streams/send", {}],
    ["POST", "streams/send", { text: "" }],
    ["POST", "streams/send", { text: "a", base64: "YQ==" }],
    ["PATCH", "streams/delivery", { duplicates: -1 }],
    ["PATCH", "streams/delivery", { reorder: 1 }],
    ["POST", "events", { order: "random" }],
  ])("reject %s %s with %j", async (method, path, body) => {
    expect(await openTenant().control(method, path, body)).toEqual({ error: containing("Send") });
  });

  test.each(["?after=x", "?count=0", "?count=10001"])(
    "reject a list request with %s",
    async (query) => {
      const answer = await openTenant().control("GET", `events${query}`);
      expect(answer).toEqual({ error: containing("position") });
    },
  );
});
