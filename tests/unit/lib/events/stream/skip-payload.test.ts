import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StreamPosition } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import type { NewLogMark } from "../../../../../lib/events/log/log-mark.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { skipPayload } from "../../../../../lib/events/stream/skip-payload.ts";
import { makeUserEvent } from "../sample-events.ts";

const at = Date.parse("2026-11-21T08:00:10.500Z");

interface Given {
  times?: readonly string[];
  position?: StreamPosition;
  marks?: readonly NewLogMark[];
}

/** Creates a log with events of these times, newest last. */
async function openLog({ times = [], position = { cursor: "c0" }, marks = [] }: Given) {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const events = times.map((time, index) =>
    parseTenantEvent(makeUserEvent(String(index), { time }), undefined, "fallback"),
  );
  await log.append("a", { at, events, position, marks });
  const skip = async (offset?: string, serviceNow?: number) => {
    await skipPayload(log, "a", { offset, at, serviceNow });
    const gaps = (await log.marks("a")).map((mark) =>
      mark.kind === "gap" ? { from: mark.from, to: mark.to, reason: mark.reason } : mark,
    );
    return { gaps, position: await log.position("a") };
  };
  return { log, skip };
}

const reason = "payload-too-large";

describe("with a cursor after the event", () => {
  test("resumes there, and the gap is from the newest event to now", async () => {
    const { skip } = await openLog({
      times: ["2026-11-21T07:59:00.700Z", "2026-11-21T07:58:00Z"],
      position: { cursor: "c0", resumeFrom: "2026-11-20T00:00:00Z" },
    });
    expect(await skip("c1")).toEqual({
      gaps: [{ from: "2026-11-21T07:59:00Z", to: "2026-11-21T08:00:10.500Z", reason }],
      position: { cursor: "c1", resumeFrom: "2026-11-20T00:00:00Z" },
    });
  });

  test("before the first event, the gap is from the start of the stream", async () => {
    const { skip } = await openLog({ position: { resumeFrom: "2026-11-20T00:00:00Z" } });
    expect(await skip("c1")).toMatchObject({
      gaps: [{ from: "2026-11-20T00:00:00Z", to: "2026-11-21T08:00:10.500Z" }],
      position: { cursor: "c1" },
    });
  });

  test("the gap ends at the service's time, if it is known", async () => {
    const { skip } = await openLog({ times: ["2026-11-21T07:59:00Z"] });
    const { gaps } = await skip("c1", Date.parse("2026-11-21T08:10:00Z"));
    expect(gaps).toMatchObject([{ from: "2026-11-21T07:59:00Z", to: "2026-11-21T08:10:00.000Z" }]);
  });

  test("on a device whose clock is behind, the gap ends at the newest event", async () => {
    const { skip } = await openLog({ times: ["2026-11-21T09:00:00Z"] });
    const { gaps } = await skip("c1");
    expect(gaps).toMatchObject([{ from: "2026-11-21T09:00:00Z", to: "2026-11-21T09:00:00.000Z" }]);
  });
});

describe("without a cursor", () => {
  test("resumes one second after the newest event, and twice as far each time", async () => {
    const { skip } = await openLog({ times: ["2026-11-21T07:59:00Z"] });
    const from = "2026-11-21T07:59:00.000Z";
    for (const to of [
      "2026-11-21T07:59:01Z",
      "2026-11-21T07:59:02Z",
      "2026-11-21T07:59:04Z",
      "2026-11-21T07:59:08Z",
    ]) {
      expect(await skip()).toEqual({ gaps: [{ from, to, reason }], position: { resumeFrom: to } });
    }
  });

  test("resumes at the present time at most", async () => {
    const { skip } = await openLog({ times: ["2026-11-21T08:00:10Z"] });
    expect((await skip()).position).toEqual({ resumeFrom: "2026-11-21T08:00:10Z" });
  });

  test.each([
    ["the start of the stream", { resumeFrom: "2026-11-21T07:00:00Z" }, "2026-11-21T07:00:01Z"],
    ["now", { cursor: "c0" }, "2026-11-21T08:00:11Z"],
  ])("and before the first event, resumes one second after %s", async (_name, position, to) => {
    const { skip } = await openLog({ position });
    expect((await skip()).position).toEqual({ resumeFrom: to });
  });

  test("begins a gap of its own after a cursor was received", async () => {
    const { log, skip } = await openLog({ times: ["2026-11-21T07:59:00Z"] });
    await skip();
    await log.append("a", { at, position: { cursor: "c2" } });
    const { gaps } = await skip();
    expect(gaps).toHaveLength(2);
    expect(gaps[1]).toMatchObject({ to: "2026-11-21T07:59:01Z" });
  });

  test("begins a gap of its own after a gap of another reason", async () => {
    const to = "2026-11-21T07:59:30Z";
    const { skip } = await openLog({
      position: { resumeFrom: to },
      marks: [{ kind: "gap", from: "2026-11-21T07:00:00Z", to, reason: "expired" }],
    });
    expect((await skip()).gaps).toEqual([
      { from: "2026-11-21T07:00:00Z", to, reason: "expired" },
      { from: "2026-11-21T07:59:30.000Z", to: "2026-11-21T07:59:31Z", reason },
    ]);
  });

  test("extends the last gap, though unreadable messages are marked after it", async () => {
    const { log, skip } = await openLog({ times: ["2026-11-21T07:59:00Z"] });
    await skip();
    const marks = [
      { kind: "unreadable", count: 1, code: "json", message: "No JSON.", raw: "" },
    ] as const;
    await log.append("a", { at, marks });
    const { gaps } = await skip();
    expect(gaps[0]).toMatchObject({ to: "2026-11-21T07:59:02Z" });
    expect(gaps).toHaveLength(2);
  });
});
