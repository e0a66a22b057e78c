import { describe, expect, test } from "vitest";
import { createEventLog } from "../../../../tenant/events/event-log.ts";
import { createRandomSource, createSeededFill } from "../../../../tenant/core/random.ts";

function createLog(retainedEvents: number, retainedEventBytes = 1024 ** 2) {
  const limits = { retainedEvents, retainedEventBytes };
  const random = createRandomSource(createSeededFill("log"));
  const log = createEventLog({ now: () => 1000, random, limits, host: "localhost" });
  const append = (count: number, note = ""): string[] =>
    Array.from(
      { length: count },
      () => log.append({ type: "user.created", object: { user_id: "auth0|1", note } }).id,
    );
  const countBytes = (): number =>
    log.save().events.reduce((sum, event) => sum + Buffer.byteLength(event.frame), 0);
  return { log, limits, append, countBytes };
}

describe("the event log", () => {
  test("keeps the newest events at their positions, after any number of dropped events", () => {
    const { log, append } = createLog(10);
    const ids = append(5000);
    expect([log.start, log.end]).toEqual([4990, 5000]);
    for (let position = 4990; position < 5000; position += 1) {
      expect(log.after(position)?.id).toBe(ids[position]);
    }
    expect(log.after(4989)).toBeUndefined();
    expect(log.after(5000)).toBeUndefined();
    expect(log.save().events).toHaveLength(10);
  });

  test("drops the oldest events beyond the limit of bytes, also if few events remain", () => {
    const { log, limits, append, countBytes } = createLog(10_000, 500_000);
    append(20);
    append(9, "x".repeat(100_000));
    expect(log.end - log.start).toBe(4);
    expect(countBytes()).toBeLessThanOrEqual(500_000);
    expect(log.after(log.start - 1)).toBeUndefined();
    expect(log.after(log.end - 1)).toBeDefined();
    limits.retainedEventBytes = 150_000;
    expect(log.end - log.start).toBe(1);
    append(1, "x".repeat(200_000));
    expect(log.start).toBe(log.end);
  });

  test("counts bytes, not characters, also for events from a file", () => {
    const { log, append, countBytes } = createLog(10_000, 100_000);
    append(30, "é".repeat(5000));
    expect(countBytes()).toBeLessThanOrEqual(100_000);
    const { log: other, countBytes: countOther } = createLog(10_000, 50_000);
    other.load(log.save());
    expect(countOther()).toBeLessThanOrEqual(50_000);
    expect(other.end).toBe(30);
  });

  test("saves the retained events after a position", () => {
    const { log, append } = createLog(10);
    const ids = append(15);
    expect(log.saveAfter(12).events.map((event) => event.id)).toEqual(ids.slice(12));
    expect(log.saveAfter(0).events.map((event) => event.id)).toEqual(ids.slice(5));
    expect(log.saveAfter(15)).toMatchObject({ end: 15, events: [] });
  });

  test("accepts a cursor while the event after it is retained", () => {
    const { log, limits, append } = createLog(10);
    append(10);
    const cursor = log.toCursor(3);
    expect(log.readCursor(cursor)).toEqual({ ok: true, position: 3 });
    limits.retainedEvents = 7;
    expect(log.readCursor(cursor)).toEqual({ ok: true, position: 3 });
    limits.retainedEvents = 6;
    expect(log.readCursor(cursor)).toEqual({ ok: false, failure: "expired" });
    expect(log.readCursor(log.toCursor(11))).toEqual({ ok: false, failure: "malformed" });
    expect(log.readCursor("x".repeat(2000))).toEqual({ ok: false, failure: "malformed" });
  });
});
