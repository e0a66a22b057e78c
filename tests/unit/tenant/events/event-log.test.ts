import { describe, expect, it } from "vitest";
import { createEventLog } from "../../../../tenant/events/event-log.ts";
import { createRandomSource, createSeededFill } from "../../../../tenant/random.ts";

function createLog(retainedEvents: number) {
  const limits = { retainedEvents };
  const random = createRandomSource(createSeededFill("log"));
  const log = createEventLog({ now: () => 1000, random, limits, host: "localhost" });
  const append = (count: number): string[] =>
    Array.from(
      { length: count },
      () => log.append({ type: "user.created", object: { user_id: "auth0|1" } }).id,
    );
  return { log, limits, append };
}

describe("the event log", () => {
  it("keeps the newest events under their positions, however many have gone before", () => {
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

  it("reads a cursor as long as the event after it is kept", () => {
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
