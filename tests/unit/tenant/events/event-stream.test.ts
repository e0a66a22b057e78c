import { describe, expect, onTestFinished, test } from "vitest";
import { containing } from "../matchers.ts";
import { openTenant, readJson, type OpenTenant } from "../open-tenant.ts";
import { readFrames, type FrameReader } from "../read-frames.ts";

async function openStream(open: OpenTenant, query = ""): Promise<FrameReader> {
  const token = await open.getToken("read:events");
  const frames = readFrames(await open.call(token, "GET", `/api/v2/events${query}`));
  onTestFinished(async () => await frames.cancel());
  await frames.take(2);
  return frames;
}

describe("an event stream that a control ends", () => {
  test.each([
    ["invalid_cursor", false],
    ["cursor_expired", false],
    ["timeout", true],
    ["payload_too_large", true],
    ["processing_error", true],
    ["connection_timeout", true],
  ])(
    "sends %s in its last frame, with a cursor to resume from: %s",
    { tags: ["events.message.error"] },
    async (code, isResumable) => {
      const open = openTenant();
      const frames = await openStream(open);
      await open.control("POST", "events", {});
      const event = await frames.next();
      expect(await open.control("POST", "streams/error", { code })).toEqual({ ended: 1 });
      const last = await frames.next();
      expect(last?.event).toBe("error");
      const data: unknown = JSON.parse(last?.data ?? "");
      expect(data).toEqual({
        error: { code, message: containing(" "), ...(isResumable && { offset: event?.id }) },
      });
      expect(await frames.next()).toBeUndefined();
    },
  );

  test("sends a cursor that resumes exactly at its end", async () => {
    const open = openTenant();
    const frames = await openStream(open);
    await open.control("POST", "events", {});
    const first = await frames.next();
    await open.control("POST", "streams/error", { code: "processing_error" });
    await frames.next();
    await open.control("POST", "events", { type: "user.deleted" });
    const resumed = await openStream(open, `?from=${first?.id}`);
    expect((await resumed.next())?.event).toBe("user.deleted");
  });
});

describe("limits changed while streams are open", () => {
  test("end every stream at once that is older than the new maximum age", async () => {
    const open = openTenant();
    const frames = await openStream(open);
    const end = frames.next();
    open.clock.time += 30_000;
    await open.control("PATCH", "limits", { streamLifetime: 30_000 });
    expect((await end)?.data).toContain("connection_timeout");
  });

  test("drop retained events: an older cursor leads to 410, and a retained cursor still resumes", async () => {
    const open = openTenant();
    const frames = await openStream(open);
    await open.control("POST", "events", { count: 10 });
    const cursors = (await frames.take(10)).map((frame) => frame.id);
    await open.control("PATCH", "limits", { retainedEvents: 3 });
    const token = await open.getToken("read:events");
    const old = await open.call(token, "GET", `/api/v2/events?from=${cursors[5]}`);
    expect(await readJson(old)).toMatchObject({ statusCode: 410, errorCode: "cursor_expired" });
    const resumed = await openStream(open, `?from=${cursors[6]}`);
    expect((await resumed.next())?.id).toBe(cursors[7]);
  });

  test("reject another stream, and allow it again after a higher limit", async () => {
    const open = openTenant();
    await openStream(open);
    const token = await open.getToken("read:events");
    await open.control("PATCH", "limits", { eventStreams: 1 });
    expect((await open.call(token, "GET", "/api/v2/events")).status).toBe(403);
    await open.control("PATCH", "limits", { eventStreams: 2 });
    await openStream(open);
  });

  test("set the maximum age of a stream, also with the real clock", async () => {
    const open = openTenant({ streamLifetime: 5, streamHeartbeat: 60_000 });
    const frames = await openStream(open);
    const end = frames.next();
    open.clock.time += 5;
    expect((await end)?.data).toContain("connection_timeout");
  });
});

describe("a tenant's clock that is ahead", () => {
  test("ends streams whose token has expired at the tenant's time", async () => {
    const open = openTenant({ streamLifetime: 1e9 });
    const frames = await openStream(open);
    const end = frames.next();
    await open.control("PUT", "clock", { skew: 86_400 });
    expect(await end).toBeUndefined();
  });
});
