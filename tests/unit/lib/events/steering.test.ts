import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";

import type { EventLog } from "../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import type { ResumePoint } from "../../../../lib/events/stream/resume-point.ts";
import { createConnectGate } from "../../../../lib/events/stream/connect-gate.ts";
import { createFakeClock, start } from "./fake-clock.ts";
import { refuse } from "./fake-service.ts";
import { frameHeartbeat, makeUserEvent } from "./sample-events.ts";
import {
  createGateStore,
  createHarness,
  frameOf,
  listen,
  readQuery,
  tenantId,
} from "./subscription-harness.ts";

/** Opens a log, and a promise that resolves when the log is about to store the chosen cursor. */
async function watchChoice(
  cursor: string,
): Promise<{ watched: EventLog; isWriting: Promise<void> }> {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  const { promise: isWriting, resolve } = Promise.withResolvers<void>();
  const watched: EventLog = {
    ...log,
    append(tenantId, batch) {
      if (batch.position?.cursor === cursor) resolve();
      return log.append(tenantId, batch);
    },
  };
  return { watched, isWriting };
}

describe("resuming from a chosen position", () => {
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
    "from %s replaces the open connection, and records the choice in a mark",
    async (_, point, wanted, told) => {
      const h = await listen();
      h.service.openStream().send(frameOf("1") + frameOf("2"));
      await h.subscription.resumeFrom(point);
      await h.until(() => h.ids().length === 2);
      expect(readQuery(h.service.requests[1]?.url)).toEqual(wanted);
      expect(h.ids()).toEqual(["1", "2"]);
      expect(await h.log.marks(tenantId)).toMatchObject([
        { kind: "resumed", chosen: point.kind, point: told, afterSequence: 1 },
      ]);
    },
  );

  test("resumes by the time of an event without a cursor", async () => {
    const h = await createHarness();
    h.service.openStream().send(`data: ${JSON.stringify({ event: makeUserEvent("bare") })}\n\n`);
    h.subscription.start();
    await h.until(() => h.ids().length === 1);
    h.service.openStream();
    await h.subscription.resumeFrom({ kind: "event", id: "bare" });
    await h.until(() => h.service.requests.length === 2);
    expect(readQuery(h.service.requests[1]?.url)).toEqual({
      from_timestamp: "2026-11-21T08:00:00Z",
    });
  });

  test("keeps the choice for the next start of a paused subscription", async () => {
    const h = await listen();
    await h.subscription.stop();
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    expect(h.service.requests).toHaveLength(1);
    expect(h.subscription.state).toMatchObject({ name: "stopped", why: "asked" });
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(readQuery(h.service.requests[1]?.url)).toEqual({ from: "other" });
  });

  test("applies the choice at once in a waiting subscription, but not during a rate limit", async () => {
    const h = await listen();
    h.service.answer(refuse(429, {}, { "retry-after": "60" }));
    h.stream.end();
    await h.reach("waiting:rotation");
    h.passWait();
    await h.reach("waiting:rate-limited");
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    expect((await h.log.position(tenantId)).cursor).toBe("other");
    await h.reach("waiting:rate-limited");
    expect(h.service.requests).toHaveLength(2);
  });

  test("applies a choice during the reading of a refusal before the wait that it requests", async () => {
    const h = await listen();
    const isRead = Promise.withResolvers<void>();
    const body = new ReadableStream({ pull: () => isRead.resolve() }, { highWaterMark: 0 });
    h.service.answer(() => new Response(body, { status: 403, headers: { "retry-after": "60" } }));
    h.stream.end();
    await h.reach("waiting:rotation");
    h.passWait();
    await isRead.promise;
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    expect((await h.log.position(tenantId)).cursor).toBe("other");
    expect(await h.reach("waiting:too-many-streams")).toMatchObject({ until: start + 61_000 });
    expect(h.service.requests).toHaveLength(2);
  });

  test("applies a later choice if it arrives while an earlier one is being stored", async () => {
    const { watched, isWriting } = await watchChoice("one");
    const h = await listen({
      log: watched,
    });
    h.service.openStream();
    const first = h.subscription.resumeFrom({ kind: "cursor", cursor: "one" });
    await isWriting;
    await h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    await first;
    await h.until(() => h.service.requests.length === 2);
    expect(h.service.requests.slice(1).map(({ url }) => readQuery(url))).toEqual([
      { from: "other" },
    ]);
  });

  test("applies a choice that arrives while the position of the next connection is being stored", async () => {
    const clock = createFakeClock();
    const { watched, isWriting } = await watchChoice("one");
    const gate = createConnectGate(createGateStore(), { clock, random: () => 0.5 });
    let first: Promise<void> | undefined;
    const h = await createHarness({
      clock,
      gate: {
        ...gate,
        async check() {
          // The first choice arrives during the check of the gate, after the tasks have run.
          first ??= h.subscription.resumeFrom({ kind: "cursor", cursor: "one" });
          return gate.check();
        },
      },
      log: watched,
    });
    h.service.openStream();
    h.subscription.start();
    await isWriting;
    const second = h.subscription.resumeFrom({ kind: "cursor", cursor: "other" });
    await h.reach("listening");
    expect(readQuery(h.service.requests[0]?.url)).toEqual({ from: "other" });
    await Promise.all([first, second]);
  });

  test.each<[ResumePoint, string, RegExp]>([
    [{ kind: "event", id: "nowhere" }, "unknown-event", /Choose another event/u],
    [{ kind: "time", at: Number.NaN }, "not-a-time", /2026-11-21T08:00:00Z/u],
    [{ kind: "time", at: start + 1 }, "in-the-future", /in the future/u],
    [{ kind: "cursor", cursor: "x".repeat(1_025) }, "cursor-too-long", /1024/u],
    [{ kind: "cursor", cursor: " " }, "no-cursor", /Paste one/u],
  ])("rejects %j as %s, and keeps the position", async (point, code, message) => {
    const h = await listen();
    await h.subscription.stop();
    const failing = h.subscription.resumeFrom(point);
    await expect(failing).rejects.toMatchObject({ name: "ResumeError", code });
    await expect(failing).rejects.toThrow(message);
    expect((await h.log.position(tenantId)).cursor).toBe("o1");
    expect(await h.log.marks(tenantId)).toEqual([]);
  });

  test("rejects an event without a cursor and a time", async () => {
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

describe("the first subscription", () => {
  test("records in the log that it starts from now, and the time", async () => {
    const h = await createHarness();
    h.service.openStream({ date: "Sat, 21 Nov 2026 07:59:59 GMT" });
    h.subscription.start();
    await h.reach("listening");
    expect(await h.log.summary(tenantId)).toMatchObject({
      startedFrom: "2026-11-21T07:59:59Z",
      count: 0,
    });
  });

  test("keeps its record if the user starts from now later", async () => {
    const h = await listen();
    h.service.openStream().send(frameHeartbeat("o9"));
    h.clock.advance(60_000);
    await h.subscription.resumeFrom({ kind: "now" });
    await h.until(() => h.service.requests.length === 2);
    await h.reach("listening");
    expect(await h.log.summary(tenantId)).toMatchObject({ startedFrom: "2026-11-21T08:00:10Z" });
  });
});

test("stops for a missing scope if 403 names the scope only in its challenge", async () => {
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

test("a wake respects the wait that a failing tenant requests, and retries after it", async () => {
  const h = await createHarness();
  h.service.answer(refuse(503, {}, { "retry-after": "120" }));
  h.subscription.start();
  await h.reach("waiting:server-error");
  h.clock.advance(30_000);
  await h.subscription.nudge("wake");
  // Two reads of the log take longer than a wrong connection would need to begin.
  await h.log.position(tenantId);
  await h.log.position(tenantId);
  expect(h.subscription.state).toMatchObject({ why: "server-error", until: start + 120_000 });
  h.clock.sleep(90_000);
  h.service.openStream();
  await h.subscription.nudge("wake");
  await h.reach("listening");
});

test("a wake after a rate limit has passed during sleep reconnects", async () => {
  const h = await createHarness();
  h.service.answer(refuse(429, {}, { "retry-after": "30" }));
  h.subscription.start();
  await h.reach("waiting:rate-limited");
  await h.subscription.nudge("wake");
  expect(h.service.requests).toHaveLength(1);
  h.clock.sleep(31_000);
  h.service.openStream();
  await h.subscription.nudge("wake");
  await h.reach("listening");
});
