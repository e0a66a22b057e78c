import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import type { SubscriptionState } from "../../../../../lib/events/stream/subscription-state.ts";
import { nextTurn } from "../../messages/next-turn.ts";
import { start } from "../fake-clock.ts";
import { refuse, type OpenStream } from "../fake-service.ts";
import { frameError, frameHeartbeat, makeUserEvent } from "../sample-events.ts";
import {
  createHarness,
  createSilenceStore,
  frameOf,
  nameOf,
  readQuery,
  tenantId,
  type Harness,
} from "../subscription-harness.ts";

const frameWithoutCursor = `data: ${JSON.stringify({ event: makeUserEvent("1") })}\n\n`;

const lengthOf = (state: SubscriptionState) =>
  state.name === "waiting" ? state.until - state.since : undefined;

/** Advances the clock, and returns the name of the state that follows. */
async function stateAfter(h: Harness, ms: number): Promise<string> {
  h.clock.advance(ms);
  // A cut of the stream becomes a state over several promises and a write.
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  return nameOf(h.subscription.state);
}

test("backs off with jitter, up to 30 s, for attempts without progress", async () => {
  const h = await createHarness();
  const waits: (number | undefined)[] = [];
  h.service.answer(...Array.from({ length: 9 }, () => refuse(503)));
  h.subscription.start();
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    await h.until(() => h.service.requests.length === attempt);
    await h.reach("waiting:server-error");
    waits.push(lengthOf(h.subscription.state));
    if (attempt < 9) h.passWait();
  }
  expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
});

test.each([
  [
    "delivered an event",
    async (h: Harness, stream: OpenStream) => {
      stream.send(frameOf("1"));
      await h.until(() => h.ids().length === 1);
    },
  ],
  ["was quiet but open for a while", async (h: Harness) => h.clock.advance(10_000)],
])("resets the back-off once a connection %s", async (_, live) => {
  const h = await createHarness();
  h.service.answer(refuse(503), refuse(503), refuse(503));
  h.subscription.start();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await h.until(() => h.service.requests.length === attempt);
    await h.reach("waiting:server-error");
    if (attempt === 3) break;
    h.passWait();
  }
  expect(lengthOf(h.subscription.state)).toBe(2_000);
  const stream = h.service.openStream();
  h.passWait();
  await h.reach("listening");
  await live(h, stream);
  stream.breakOff();
  expect(lengthOf(await h.reach("waiting:network"))).toBe(1_000);
});

test.each([
  ["a heartbeat with a cursor: no longer", frameHeartbeat("o1"), 1_000, 1_000],
  ["an event without a cursor: no longer", frameWithoutCursor, 1_000, 1_000],
  ["a comment before 10 s: as long as after one without progress", ":\n\n", 9_999, 2_000],
])("backs off after a connection with nothing but %s", async (_, text, ms, expected) => {
  const h = await createHarness();
  h.service.answer(refuse(503), refuse(503));
  h.subscription.start();
  await h.reach("waiting:server-error");
  h.passWait();
  await h.until(() => h.service.requests.length === 2);
  await h.reach("waiting:server-error");
  const stream = h.service.openStream();
  h.passWait();
  await h.reach("listening");
  const known = h.states.length;
  h.clock.advance(ms);
  stream.send(text);
  await h.until(() => h.states.length > known);
  stream.breakOff();
  expect(lengthOf(await h.reach("waiting:network"))).toBe(expected);
});

test("a wake ends a back-off, at least a second after the last connection", async () => {
  const h = await createHarness({ random: () => 1 });
  const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
  h.service.answer(unreachable, unreachable, unreachable);
  h.subscription.start();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await h.until(() => h.service.requests.length === attempt);
    await h.reach("waiting:network");
    if (attempt < 3) h.passWait();
  }
  expect(lengthOf(h.subscription.state)).toBe(4_000);
  h.clock.sleep(1_000);
  h.service.openStream();
  await h.subscription.nudge("wake");
  expect(await h.reach("listening")).toMatchObject({ since: h.clock.now() });
});

test("resumes from the cursor of an error frame about a server error", async () => {
  const h = await createHarness();
  h.service.openStream().send(frameError("processing_error", "o4"));
  h.subscription.start();
  await h.reach("waiting:stream-error");
  expect((await h.log.position(tenantId)).cursor).toBe("o4");
});

test("replaces a connection without a byte for 90 s", async () => {
  const h = await createHarness();
  const silent = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.advance(60_000);
  silent.send(":\n\n");
  await h.until(() => JSON.stringify(h.subscription.state).includes(String(start + 60_000)));
  expect(await stateAfter(h, 89_999)).toBe("listening");
  h.clock.advance(1);
  await h.reach("waiting:silent");
  expect(silent.isCancelled).toBe(true);
});

test("learns a heartbeat of two minutes: only the first stream is cut", async () => {
  const h = await createHarness();
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.advance(90_000);
  await h.reach("waiting:silent");
  const second = h.service.openStream();
  h.passWait();
  await h.reach("listening");
  for (let beat = 1; beat <= 5; beat += 1) {
    h.clock.advance(120_000);
    const heardAt = String(h.clock.now());
    second.send(":\n\n");
    await h.until(() => JSON.stringify(h.subscription.state).includes(heardAt));
  }
  expect(second.isCancelled).toBe(false);
  expect(h.service.requests).toHaveLength(2);
  // A real silence is still noticed: half as long again as the longest healthy one.
  expect(await stateAfter(h, 179_999)).toBe("listening");
  h.clock.advance(1);
  await h.reach("waiting:silent");
});

test("cuts half-open streams that lost events after 90 s, however many in a row", async () => {
  const h = await createHarness();
  h.service.openStream();
  h.subscription.start();
  for (let cut = 1; cut <= 5; cut += 1) {
    await h.reach("listening");
    h.clock.advance(90_000);
    await h.reach("waiting:silent");
    h.service.openStream().send(frameOf(String(cut)));
    h.passWait();
    await h.until(() => h.reported.length === cut);
    expect(h.service.requests).toHaveLength(cut + 1);
  }
});

test("cuts later and later, while nothing proves that the silent streams lost an event", async () => {
  const h = await createHarness();
  h.service.openStream();
  h.subscription.start();
  for (const limit of [90_000, 180_000, 360_000]) {
    await h.reach("listening");
    expect(await stateAfter(h, limit - 1)).toBe("listening");
    h.clock.advance(1);
    await h.reach("waiting:silent");
    h.service.openStream();
    h.passWait();
  }
});

test.each([
  ["an event within 5 s proves it", frameOf("1"), 5_000, 90_000],
  ["an event after 5 s may be new", frameOf("1"), 5_001, 180_000],
  ["a heartbeat is no event", frameHeartbeat("o1"), 1_000, 180_000],
])("a stream that was cut had lost events: %s", async (_, text, ms, limit) => {
  const h = await createHarness();
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.advance(90_000);
  await h.reach("waiting:silent");
  const second = h.service.openStream();
  h.passWait();
  await h.reach("listening");
  const known = h.states.length;
  h.clock.advance(ms);
  second.send(text);
  await h.until(() => h.states.length > known);
  expect(await stateAfter(h, limit - 1)).toBe("listening");
  h.clock.advance(1);
  await h.reach("waiting:silent");
});

test.each([
  ["ended", "end"],
  ["broke off", "breakOff"],
] as const)(
  "gives the next stream no more time after one that %s before it was cut",
  async (_, ending) => {
    const h = await createHarness();
    const first = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.advance(60_000);
    first[ending]();
    await h.until(() => h.subscription.state.name === "waiting");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(await stateAfter(h, 89_999)).toBe("listening");
    expect(await stateAfter(h, 1)).toBe("waiting:silent");
  },
);

test("does not learn from a silence during which the device slept", async () => {
  const silenceStore = createSilenceStore();
  const h = await createHarness({ silenceStore });
  const stream = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.sleep(600_000);
  stream.send(":\n\n");
  await h.until(() => JSON.stringify(h.subscription.state).includes(String(start + 600_000)));
  expect(silenceStore.text).toBeUndefined();
});

test("detects a dead connection at once on a wake after sleep", async () => {
  const h = await createHarness();
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.sleep(3_600_000);
  await h.subscription.nudge("wake");
  expect(await h.reach("waiting:silent")).toMatchObject({ since: start + 3_600_000 });
});

test("counts 90 s of silence from a clock that was set back", async () => {
  const h = await createHarness();
  const silent = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.setBack(86_400_000);
  h.clock.advance(180_000);
  await h.reach("waiting:silent");
  expect(silent.isCancelled).toBe(true);
});

test("keeps reporting activity, which keeps the worker alive, after the clock was set back", async () => {
  const h = await createHarness();
  const stream = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.clock.setBack(86_400_000);
  const known = h.states.length;
  stream.send(":\n\n");
  await h.until(() => h.states.length > known);
  expect(h.subscription.state).toMatchObject({ lastHeardAt: start - 86_400_000 });
});

test("does not extend the wait of a rate limit after the clock was set back", async () => {
  const h = await createHarness();
  h.service.answer(refuse(429, {}, { "retry-after": "30" }));
  h.subscription.start();
  await h.reach("waiting:rate-limited");
  h.clock.setBack(86_400_000);
  h.service.openStream();
  h.clock.advance(30_000);
  await h.reach("listening");
  expect(h.service.requests).toHaveLength(2);
});

test.each([
  ["waits for a full storage", new EventLogError("full"), "waiting:storage"],
  ["stops for an error of its own", new TypeError("x is not a function"), "stopped:internal"],
])("%s if the position cannot be read, without a request", async (_, error, expected) => {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  const h = await createHarness({ log: { ...log, position: () => Promise.reject(error) } });
  h.subscription.start();
  expect(JSON.stringify(await h.reach(expected))).not.toContain("is not a function");
  expect(h.service.requests).toEqual([]);
});

test("does not report events that cannot be stored, and requests them again", async () => {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  let isFull = true;
  const h = await createHarness({
    log: {
      ...log,
      append: (tenantId, batch) =>
        isFull && batch.events !== undefined
          ? Promise.reject(new EventLogError("full"))
          : log.append(tenantId, batch),
    },
  });
  const first = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  first.send(frameOf("1"));
  expect(JSON.stringify(await h.reach("waiting:storage"))).toContain("storage is full");
  expect(h.reported).toEqual([]);
  expect(first.isCancelled).toBe(true);

  isFull = false;
  h.service.openStream().send(frameOf("1"));
  h.passWait();
  await h.until(() => h.ids().length === 1);
  expect(readQuery(h.service.requests[1]?.url)).toEqual({ from_timestamp: "2026-11-21T08:00:10Z" });
});
