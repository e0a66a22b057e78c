import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";

import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import type { WithLock } from "../../../../lib/events/ports.ts";
import { ResumeError, type ResumePoint } from "../../../../lib/events/stream/resume-point.ts";
import { START } from "./fake-clock.ts";
import { refuse } from "./fake-service.ts";
import { frameEvent, frameHeartbeat, makeUserEvent } from "./sample-events.ts";
import { createHarness, TENANT } from "./subscription-harness.ts";

const query = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);
const event = (id: string, over = {}) => frameEvent(`o${id}`, makeUserEvent(id, over));

async function listen(over: Parameters<typeof createHarness>[0] = {}) {
  const h = await createHarness(over);
  const stream = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  stream.send(event("1"));
  await h.until(() => h.ids().length === 1);
  return { ...h, stream };
}

describe("going on from a chosen place", () => {
  test.each<[string, ResumePoint, Record<string, string>, string]>([
    ["an event", { kind: "event", id: "1" }, { from: "o1" }, "1"],
    [
      "a time",
      { kind: "time", at: Date.parse("2026-11-21T07:00:00.900Z") },
      { from_timestamp: "2026-11-21T07:00:00Z" },
      "2026-11-21T07:00:00Z",
    ],
    ["a cursor", { kind: "cursor", cursor: " opaque " }, { from: "opaque" }, "opaque"],
    ["now", { kind: "now" }, {}, "2026-11-21T08:00:10Z"],
  ])(
    "from %s: the open connection is exchanged, and a mark tells of the choice",
    async (_, point, wanted, told) => {
      const h = await listen();
      h.service.openStream().send(event("1") + event("2"));
      await h.subscription.resumeFrom(point);
      await h.until(() => h.ids().length === 2);
      expect(query(h.service.requests[1]?.url)).toEqual(wanted);
      expect(h.ids()).toEqual(["1", "2"]);
      expect(await h.log.marks(TENANT)).toMatchObject([
        { kind: "resumed", chosen: point.kind, point: told, afterSequence: 1 },
      ]);
    },
  );

  test("an event that came without a cursor is gone on from by its time", async () => {
    const h = await createHarness();
    h.service.openStream().send(`data: ${JSON.stringify({ event: makeUserEvent("bare") })}\n\n`);
    h.subscription.start();
    await h.until(() => h.ids().length === 1);
    h.service.openStream();
    await h.subscription.resumeFrom({ kind: "event", id: "bare" });
    await h.until(() => h.service.requests.length === 2);
    expect(query(h.service.requests[1]?.url)).toEqual({ from_timestamp: "2026-11-21T08:00:00Z" });
  });

  test("a paused subscription keeps the choice for its next start", async () => {
    const h = await listen();
    await h.subscription.stop();
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    expect(h.service.requests).toHaveLength(1);
    expect(h.subscription.state).toMatchObject({ name: "stopped", why: "asked" });
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(query(h.service.requests[1]?.url)).toEqual({ from: "other" });
  });

  test("a subscription that waits takes the choice at once, and a rate limit still counts", async () => {
    const h = await listen();
    h.service.answer(refuse(429, {}, { "retry-after": "60" }));
    h.stream.end();
    await h.reach("waiting:rotation");
    h.passWait();
    await h.reach("waiting:rate-limited");
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    expect((await h.log.position(TENANT)).cursor).toBe("other");
    await h.reach("waiting:rate-limited");
    expect(h.service.requests).toHaveLength(2);
  });

  test("a choice that comes while a refusal is being read is taken before the wait that it asks for", async () => {
    const h = await listen();
    const isRead = Promise.withResolvers<void>();
    const body = new ReadableStream({ pull: () => isRead.resolve() }, { highWaterMark: 0 });
    h.service.answer(() => new Response(body, { status: 429, headers: { "retry-after": "60" } }));
    h.stream.end();
    await h.reach("waiting:rotation");
    h.passWait();
    await isRead.promise;
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    expect((await h.log.position(TENANT)).cursor).toBe("other");
    expect(await h.reach("waiting:rate-limited")).toMatchObject({ until: START + 60_500 });
    expect(h.service.requests).toHaveLength(2);
  });

  test("a choice that comes while another one is being written down is taken as well, and is the one that holds", async () => {
    const log = await openEventLog({ indexedDB: new IDBFactory() });
    const isWriting = Promise.withResolvers<void>();
    const h = await listen({
      log: {
        ...log,
        append(tenantId, batch) {
          if (batch.position?.cursor === "one") isWriting.resolve();
          return log.append(tenantId, batch);
        },
      },
    });
    h.service.openStream();
    const first = h.subscription.resumeFrom({ kind: "cursor", cursor: "one" });
    await isWriting.promise;
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    await first;
    await h.until(() => h.service.requests.length === 2);
    expect(h.service.requests.slice(1).map(({ url }) => query(url))).toEqual([{ from: "other" }]);
  });

  test.each<[ResumePoint, string, RegExp]>([
    [{ kind: "event", id: "nowhere" }, "unknown-event", /Choose another event/u],
    [{ kind: "time", at: Number.NaN }, "not-a-time", /2026-11-21T08:00:00Z/u],
    [{ kind: "time", at: START + 1 }, "in-the-future", /has not come yet/u],
    [{ kind: "cursor", cursor: "x".repeat(1_025) }, "cursor-too-long", /1024/u],
    [{ kind: "cursor", cursor: " " }, "no-cursor", /Paste one/u],
  ])("%j is refused as %s, and the position stays", async (point, code, message) => {
    const h = await listen();
    await h.subscription.stop();
    const failing = h.subscription.resumeFrom(point);
    await expect(failing).rejects.toBeInstanceOf(ResumeError);
    await expect(failing).rejects.toMatchObject({ code });
    await expect(failing).rejects.toThrow(message);
    expect((await h.log.position(TENANT)).cursor).toBe("o1");
    expect(await h.log.marks(TENANT)).toEqual([]);
  });

  test("an event without cursor and time cannot be gone on from", async () => {
    const h = await createHarness();
    const { time: _time, ...timeless } = makeUserEvent("bare");
    h.service.openStream().send(`data: ${JSON.stringify({ event: timeless })}\n\n`);
    h.subscription.start();
    await h.until(() => h.ids().length === 1);
    await h.subscription.stop();
    await expect(h.subscription.resumeFrom({ kind: "event", id: "bare" })).rejects.toMatchObject({
      code: "no-position",
    });
  });
});

describe("the lock", () => {
  /** One lock for each name, in order of asking. */
  function createLocks() {
    const tails = new Map<string, Promise<void>>();
    const held: string[] = [];
    const withLock: WithLock = async (name, signal, run) => {
      const before = tails.get(name) ?? Promise.resolve();
      const mine = Promise.withResolvers<void>();
      tails.set(
        name,
        before.then(() => mine.promise),
      );
      const aborted = new Promise<"aborted">((resolve) => {
        signal.addEventListener("abort", () => resolve("aborted"), { once: true });
      });
      if ((await Promise.race([before, aborted])) === "aborted") {
        mine.resolve();
        throw new DOMException("Given up.", "AbortError");
      }
      held.push(name);
      try {
        await run();
      } finally {
        mine.resolve();
      }
    };
    return { withLock, held };
  }

  test("a second subscription for the tenant waits, in words, until the first has ended", async () => {
    const { withLock, held } = createLocks();
    const first = await listen({ withLock });
    const second = await createHarness({ withLock, log: first.log });
    second.subscription.start();
    await second.reach("parked:other-connection");
    expect(second.subscription.state).toMatchObject({
      message: expect.stringContaining("Another connection"),
    });
    expect(second.service.requests).toEqual([]);
    second.service.openStream();
    await first.subscription.stop();
    await second.reach("listening");
    expect(query(second.service.requests[0]?.url)).toEqual({ from: "o1" });
    expect(new Set(held)).toEqual(new Set([`events of ${TENANT}`]));
  });

  test("who is stopped while waiting for the lock lets go of its place", async () => {
    const { withLock } = createLocks();
    const first = await listen({ withLock });
    const second = await createHarness({ withLock, log: first.log });
    second.subscription.start();
    await second.reach("parked:other-connection");
    await second.subscription.stop();
    expect(second.subscription.state).toMatchObject({ name: "stopped", why: "asked" });
    first.service.openStream();
    await first.subscription.stop();
    first.subscription.start();
    await first.reach("listening");
  });

  test("a lock that fails for a reason of its own ends in a state with words", async () => {
    const h = await createHarness({ withLock: () => Promise.reject(new Error("no locks here")) });
    h.subscription.start();
    expect(await h.reach("stopped:internal")).toMatchObject({
      message: expect.stringContaining("fault of the inspector"),
    });
  });
});

describe("the first subscription", () => {
  test("is told by the log: it starts from now on, at this time", async () => {
    const h = await createHarness();
    h.service.openStream({ date: "Sat, 21 Nov 2026 07:59:59 GMT" });
    h.subscription.start();
    await h.reach("listening");
    expect(await h.log.summary(TENANT)).toMatchObject({
      startedFrom: "2026-11-21T07:59:59Z",
      count: 0,
    });
  });

  test("stays where it was when somebody starts from now later", async () => {
    const h = await listen();
    h.service.openStream().send(frameHeartbeat("o9"));
    h.clock.advance(60_000);
    await h.subscription.resumeFrom({ kind: "now" });
    await h.until(() => h.service.requests.length === 2);
    await h.reach("listening");
    expect(await h.log.summary(TENANT)).toMatchObject({ startedFrom: "2026-11-21T08:00:10Z" });
  });
});

describe("a gap", () => {
  test.each([
    [refuse(410), "expired"],
    [refuse(400, { errorCode: "invalid_cursor" }), "refused"],
  ])("says why the position was lost", async (answer, reason) => {
    const h = await listen();
    await h.subscription.stop();
    h.service.answer(answer);
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(TENANT)).toMatchObject([{ kind: "gap", reason }]);
  });

  test("reaches to the moment the stream goes on, and stays one through a worker that died in it", async () => {
    const h = await listen();
    await h.subscription.stop();
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    await h.subscription.stop();
    h.clock.advance(3_600_000);
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    h.clock.advance(1_000);
    h.service.openStream();
    await h.reach("listening");
    expect(query(h.service.requests.at(-1)?.url)).toEqual({});
    expect(await h.log.marks(TENANT)).toMatchObject([
      { kind: "gap", from: "2026-11-21T08:00:00Z", to: new Date(h.clock.now()).toISOString() },
    ]);
  });

  test("goes back to the earliest of the newest events, for they come in no order, and never to a time to come", async () => {
    const h = await listen();
    h.stream.send(
      event("2", { time: "2026-11-21T07:58:00Z" }) +
        event("3", { time: "2026-11-21T06:00:00Z" }) +
        event("4", { time: "2027-01-01T00:00:00Z" }) +
        event("5", { time: "2026-11-21T08:00:05Z" }),
    );
    await h.until(() => h.ids().length === 5);
    await h.subscription.stop();
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(TENANT)).toMatchObject([{ from: "2026-11-21T07:58:00Z" }]);
  });
});

test("403 that names the scope in its challenge alone is one for the scope", async () => {
  const h = await createHarness();
  h.service.answer(
    refuse(
      403,
      {},
      { "www-authenticate": 'Bearer error="insufficient_scope", scope="read:events"' },
    ),
  );
  h.subscription.start();
  expect(await h.reach("stopped:insufficient-scope")).toMatchObject({
    message: expect.stringContaining("read:events"),
  });
});

test("a nudge keeps to what a tenant in trouble asks for as well, and tries again after it", async () => {
  const h = await createHarness();
  h.service.answer(refuse(503, {}, { "retry-after": "120" }));
  h.subscription.start();
  await h.reach("waiting:server-error");
  h.clock.advance(30_000);
  h.subscription.nudge();
  // As long as it would take to ask the log where to go on, twice.
  await h.log.position(TENANT);
  await h.log.position(TENANT);
  expect(h.subscription.state).toMatchObject({ why: "server-error", until: START + 120_000 });
  h.clock.sleep(90_000);
  h.service.openStream();
  h.subscription.nudge();
  await h.reach("listening");
});

test("a laptop that slept through a rate limit tries again when it is nudged", async () => {
  const h = await createHarness();
  h.service.answer(refuse(429, {}, { "retry-after": "30" }));
  h.subscription.start();
  await h.reach("waiting:rate-limited");
  h.subscription.nudge();
  expect(h.service.requests).toHaveLength(1);
  h.clock.sleep(31_000);
  h.service.openStream();
  h.subscription.nudge();
  await h.reach("listening");
});
