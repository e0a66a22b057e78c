import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { openTenant, readJson, type OpenTenant } from "../open-tenant.ts";
import { readFrames, type FrameReader } from "../read-frames.ts";
import { containing, matching } from "../matchers.ts";

const messageSchema = z.strictObject({
  offset: z.string(),
  event: z.object({ id: z.string(), type: z.string() }),
});

async function connect(
  open: OpenTenant,
  query = "",
  headers: Record<string, string> = {},
): Promise<Response> {
  const token = await open.getToken("read:events");
  return await open.send(`/api/v2/events${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream", ...headers },
  });
}

/** Opens a stream and reads past its first frames. The end of the test closes it. */
async function openStream(
  open: OpenTenant,
  query = "",
  headers: Record<string, string> = {},
): Promise<FrameReader> {
  const frames = readFrames(await connect(open, query, headers));
  onTestFinished(async () => await frames.cancel());
  await frames.take(2);
  return frames;
}

const emittedSchema = z.object({ event_ids: z.array(z.string()) });

async function emit(open: OpenTenant, count: number, type = "user.created"): Promise<string[]> {
  return emittedSchema.parse(await open.control("POST", "events", { type, count })).event_ids;
}

async function takeIds(frames: FrameReader, count: number): Promise<string[]> {
  const taken = await frames.take(count);
  return taken.map(({ data = "" }) => messageSchema.parse(JSON.parse(data)).event.id);
}

describe("the event stream", () => {
  test(
    "opens as text/event-stream with a comment and a reconnect delay",
    { tags: ["events.stream.established"] },
    async () => {
      const response = await connect(openTenant());
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(response.headers.get("x-ratelimit-limit")).toBe("1000");
      const frames = readFrames(response);
      expect(await frames.take(2)).toEqual([{ comment: "connected" }, { retry: "2000" }]);
      await frames.cancel();
    },
  );

  test(
    "sends a created user, with its type only in the SSE event field",
    { tags: ["events.stream.data-json"] },
    async () => {
      const open = openTenant();
      const frames = await openStream(open);
      const created = await open.control("POST", "users", {
        email: "new@example.com",
        password: "a-new-password-3",
        name: "New User",
      });
      const frame = await frames.next();
      expect(frame?.event).toBe("user.created");
      const data: unknown = JSON.parse(frame?.data ?? "");
      const { offset, event } = messageSchema.parse(data);
      expect(frame?.id).toBe(offset);
      expect(created).toMatchObject({ event_id: event.id });
      expect(event.id).toMatch(/^evt_[A-Za-z0-9]{16}$/);
      expect(data).toMatchObject({
        event: {
          specversion: "1.0",
          type: "user.created",
          source: "urn:auth0:local-tenant.localhost",
          time: "2026-03-01T12:00:00.000Z",
          data: {
            object: { email: "new@example.com", identities: [{ provider: "auth0" }] },
            context: { tenant: { tenant_id: "ten_LocalTenant00001" } },
          },
          a0tenant: "local-tenant",
          a0stream: matching(/^est_\w{16}$/),
        },
      });
      expect(frame?.data).not.toContain("a0purpose");
      expect(frame?.data).not.toContain("a-new-password-3");
    },
  );

  test("starts with the next event without a cursor, and marks emitted events as tests", async () => {
    const open = openTenant();
    await emit(open, 3);
    const frames = await openStream(open);
    const [id] = await emit(open, 1, "group.created");
    const frame = await frames.next();
    expect(frame?.event).toBe("group.created");
    expect(frame?.data).toContain('"a0purpose":"test"');
    expect(frame?.data).toContain(id);
  });

  test(
    "resumes after a cursor without lost or repeated events",
    { tags: ["service.events.resumable"] },
    async () => {
      const open = openTenant();
      const first = await openStream(open);
      const ids = await emit(open, 5);
      const [, second] = await first.take(2);
      await first.cancel();
      const resumed = await openStream(open, `?from=${second?.id}`);
      expect(await takeIds(resumed, 3)).toEqual(ids.slice(2));
    },
  );

  test("prefers Last-Event-ID over from", async () => {
    const open = openTenant();
    const first = await openStream(open);
    const ids = await emit(open, 3);
    const taken = await first.take(3);
    const resumed = await openStream(open, `?from=${taken[0]?.id}`, {
      "last-event-id": taken[1]?.id ?? "",
    });
    expect(await takeIds(resumed, 1)).toEqual(ids.slice(2));
  });

  test("starts at a time, including that second", async () => {
    const open = openTenant();
    await emit(open, 2);
    open.clock.time += 5000;
    const later = await emit(open, 2);
    const frames = await openStream(open, "?from_timestamp=2026-03-01T12:00:05Z");
    expect(await takeIds(frames, 2)).toEqual(later);
  });

  test(
    "sends only the requested types, each from its own parameter",
    { tags: ["events.event-type.repeated"] },
    async () => {
      const open = openTenant();
      const frames = await openStream(open, "?event_type=group.created&event_type=user.deleted");
      await emit(open, 2, "user.created");
      const [group] = await emit(open, 1, "group.created");
      const [user] = await emit(open, 1, "user.deleted");
      expect(await takeIds(frames, 2)).toEqual([group, user]);
    },
  );

  test("delivers ten thousand events in order, in chunks of any size", async () => {
    const open = openTenant();
    const frames = await openStream(open);
    const ids = await emit(open, 10_000);
    expect(await takeIds(frames, 10_000)).toEqual(ids);
  });
});

test("sends clients the reconnect delay of the limits", async () => {
  const frames = readFrames(await connect(openTenant({ streamRetry: 250 })));
  expect(await frames.take(2)).toEqual([{ comment: "connected" }, { retry: "250" }]);
  await frames.cancel();
});

describe("a silent event stream", () => {
  test(
    "sends one progress mark for events of other types, then comments",
    { tags: ["events.message.offset-only"] },
    async () => {
      const open = openTenant({ streamHeartbeat: 1 });
      const frames = await openStream(open, "?event_type=group.created");
      const mark = await frames.next();
      expect(mark).toEqual({
        event: "offset-only",
        id: mark?.id,
        data: `{"offset":"${mark?.id}"}`,
      });
      expect(await frames.next()).toEqual({ comment: "keep-alive" });
      await emit(open, 1, "user.created");
      let next = await frames.next();
      while (next?.comment !== undefined) next = await frames.next();
      expect(next?.event).toBe("offset-only");
      expect(next?.id).not.toBe(mark?.id);
    },
  );

  test("sends only comments under the fault stream-silent, and the events after it", async () => {
    const open = openTenant({ streamHeartbeat: 1 });
    await open.control("PUT", "faults", { "stream-silent": true });
    const frames = await openStream(open);
    const ids = await emit(open, 1);
    expect(await frames.take(3)).toEqual(
      Array.from({ length: 3 }, () => ({ comment: "keep-alive" })),
    );
    await open.control("PUT", "faults", { "stream-silent": false });
    let next = await frames.next();
    while (next?.comment !== undefined) next = await frames.next();
    expect(next?.data).toContain(ids[0]);
  });
});

describe("the end of an event stream", () => {
  test(
    "has connection_timeout and a cursor at the maximum age",
    { tags: ["events.message.error"] },
    async () => {
      const open = openTenant({ streamHeartbeat: 1, streamLifetime: 60_000 });
      const frames = await openStream(open);
      open.clock.time += 60_000;
      let frame = await frames.next();
      while (frame?.event !== "error") frame = await frames.next();
      const parsed: unknown = JSON.parse(frame.data ?? "");
      expect(parsed).toMatchObject({
        error: {
          code: "connection_timeout",
          message: matching(/./),
          offset: matching(/./),
        },
      });
      expect(await frames.next()).toBeUndefined();
    },
  );

  test("has cursor_expired for a reader that is behind the retained events", async () => {
    const open = openTenant({ retainedEvents: 10 });
    const frames = await openStream(open);
    await emit(open, 500);
    const seen = await frames.take(1000);
    expect(seen.at(-1)?.data).toContain('"code":"cursor_expired"');
    expect(await frames.next()).toBeUndefined();
  });

  test("has no error frame when the token expires", async () => {
    const open = openTenant({ streamHeartbeat: 1, streamLifetime: 1e9 });
    const frames = await openStream(open);
    open.clock.time += 86_400_000;
    let frame = await frames.next();
    while (frame !== undefined) frame = await frames.next();
    expect(frame).toBeUndefined();
  });

  test("happens for all streams at once when the control drops them, and new streams can open", async () => {
    const open = openTenant({ eventStreams: 2 });
    const streams = [await openStream(open), await openStream(open)];
    expect(await open.control("POST", "streams/drop")).toEqual({ dropped: 2 });
    for (const stream of streams) expect(await stream.next()).toBeUndefined();
    expect((await connect(open)).status).toBe(200);
  });
});

describe("the event stream rejects", () => {
  const table: [title: string, query: string, status: number, errorCode: string][] = [
    ["a cursor that it did not issue", "?from=nonsense", 400, "invalid_cursor"],
    [
      "a timestamp with a fraction",
      "?from_timestamp=2026-03-01T12:00:00.5Z",
      400,
      "invalid_query_string",
    ],
    [
      "a timestamp with an offset",
      "?from_timestamp=2026-03-01T12:00%2B01:00",
      400,
      "invalid_query_string",
    ],
    [
      "a day that does not exist",
      "?from_timestamp=2026-02-30T12:00:00Z",
      400,
      "invalid_query_string",
    ],
    [
      "an unknown type",
      "?event_type=user.created&event_type=user.sang",
      400,
      "invalid_query_string",
    ],
    ["a repeated cursor", "?from=a&from=b", 400, "invalid_query_string"],
    ["an unknown parameter", "?since=1", 400, "invalid_query_string"],
  ];
  test.each(table)("%s", async (_title, query, status, errorCode) => {
    const response = await connect(openTenant(), query);
    expect(await readJson(response)).toMatchObject({ statusCode: status, errorCode });
  });

  test(
    "a cursor together with a timestamp",
    { tags: ["events.from-timestamp.first-only"] },
    async () => {
      const response = await connect(openTenant(), "?from=a&from_timestamp=2026-03-01T12:00:00Z");
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        errorCode: "invalid_query_string",
      });
    },
  );

  test(
    "a cursor of over 1024 characters because of its length",
    { tags: ["events.from.max-length", "limits.from"] },
    async () => {
      for (const [length, errorCode] of [
        [1025, "invalid_query_string"],
        [1024, "invalid_cursor"],
      ] as const) {
        const response = await connect(openTenant(), `?from=${"a".repeat(length)}`);
        expect(await readJson(response)).toMatchObject({ statusCode: 400, errorCode });
      }
    },
  );

  test("a timestamp of over 20 characters", { tags: ["limits.from-timestamp"] }, async () => {
    for (const [timestamp, status] of [
      ["2026-03-01T12:00:00Z", 200],
      ["2026-03-01T12:00:00.0Z", 400],
    ] as const) {
      const response = await connect(openTenant(), `?from_timestamp=${timestamp}`);
      expect(response.status).toBe(status);
      await response.body?.cancel();
    }
  });

  test("a cursor before the retained events with 410, also one of an earlier run", async () => {
    const open = openTenant({ retainedEvents: 10 });
    const frames = await openStream(open);
    await emit(open, 1);
    const cursor = (await frames.next())?.id ?? "";
    await emit(open, 20);
    for (const tenant of [open, openTenant()]) {
      const response = await connect(tenant, `?from=${cursor}`);
      expect(await readJson(response)).toMatchObject({ statusCode: 410, error: "Gone" });
    }
  });

  test("a stream over the limit with a 403 that does not name a scope", async () => {
    const open = openTenant({ eventStreams: 1 });
    const stream = await openStream(open);
    const refused = await readJson(await connect(open));
    expect(refused).toMatchObject({
      statusCode: 403,
      message: containing("Maximum concurrent event stream connections reached"),
    });
    expect(refused).not.toHaveProperty("errorCode");
    await stream.cancel();
    expect((await connect(open)).status).toBe(200);
  });

  test("too many requests with Retry-After in seconds", async () => {
    const open = openTenant({ requestsPerWindow: 0 });
    const response = await connect(open);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("60");
  });
});
