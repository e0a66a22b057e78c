import { describe, expect, test } from "vitest";

import { start } from "./fake-clock.ts";
import { refuse } from "./fake-service.ts";
import { frameError, frameEvent, frameHeartbeat, makeUserEvent } from "./sample-events.ts";
import { createHarness, frameOf, listen, readQuery, tenantId } from "./subscription-harness.ts";

async function withStoredEvent(cursor = "o1") {
  const h = await createHarness();
  h.service.openStream().send(frameEvent(cursor, makeUserEvent("1")));
  h.subscription.start();
  await h.until(() => h.ids().length === 1);
  return h;
}
const byTime = { from_timestamp: "2026-11-21T08:00:00Z" };
const resumeByTime = { resumeFrom: byTime.from_timestamp };
const gap = { kind: "gap", from: "2026-11-21T08:00:00Z", afterSequence: 1 };

/** Ends the wait, and expects the next connection to resume by the last event's time alone. */
async function expectResumedByTime(h: Awaited<ReturnType<typeof createHarness>>) {
  h.service.openStream();
  h.passWait();
  await h.reach("listening");
  expect(readQuery(h.service.requests.at(-1)?.url)).toEqual(byTime);
}

test(
  "after 410, discards the cursor, records one gap and resumes from the last event's time",
  { tags: ["events.from-timestamp.first-only"] },
  async () => {
    const h = await withStoredEvent();
    await h.subscription.stop();
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(h.service.requests.slice(1).map(({ url }) => readQuery(url))).toEqual([
      { from: "o1" },
      byTime,
    ]);
    expect(await h.log.marks(tenantId)).toMatchObject([
      { ...gap, to: new Date(h.clock.now()).toISOString(), reason: "expired" },
    ]);
    expect(h.reported.at(-1)?.marks).toMatchObject([gap]);
  },
);

test.each([["cursor_expired"], ["invalid_cursor"]])(
  "after an error frame %s, does the same",
  async (code) => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(frameOf("1"));
    await h.until(() => h.ids().length === 1);
    await h.subscription.stop();
    h.service.openStream().send(frameError(code));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    await expectResumedByTime(h);
    expect(await h.log.marks(tenantId)).toMatchObject([gap]);
  },
);

test.each(["cursor_expired", "invalid_cursor", "processing_error", "timeout"])(
  "resumes without a gap from the cursor of an error frame %s",
  async (code) => {
    const h = await listen();
    h.stream.send(frameError(code, "o-given"));
    await h.reach("waiting:stream-error");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({ from: "o-given" });
    expect(await h.log.marks(tenantId)).toEqual([]);
  },
);

test("records one gap if the cursor of an error frame is rejected too", async () => {
  const h = await listen();
  h.stream.send(frameError("cursor_expired", "o-given"));
  await h.reach("waiting:stream-error");
  h.service.openStream().send(frameError("cursor_expired", "o-given"));
  h.passWait();
  await h.reach("waiting:position-lost");
  await expectResumedByTime(h);
  expect(await h.log.marks(tenantId)).toMatchObject([gap]);
});

test("records two gaps for two losses with events between them", async () => {
  const h = await createHarness();
  h.service.openStream().send(frameOf("1") + frameError("cursor_expired"));
  h.subscription.start();
  await h.reach("waiting:position-lost");
  const second = h.service.openStream();
  h.passWait();
  await h.reach("listening");
  second.send(frameOf("2") + frameError("cursor_expired"));
  await h.reach("waiting:position-lost");
  expect(await h.log.marks(tenantId)).toMatchObject([gap, { ...gap, afterSequence: 2 }]);
});

test("discards the cursor of the last events if the stream expires after them", async () => {
  const h = await createHarness();
  h.service.openStream().send(frameOf("1") + frameError("cursor_expired"));
  h.subscription.start();
  await h.reach("waiting:position-lost");
  expect(await h.log.position(tenantId)).toEqual({ ...resumeByTime, isGapMarked: true });
  expect(await h.log.marks(tenantId)).toMatchObject([gap]);
  await expectResumedByTime(h);
});

test(
  "sends the previous cursor, without a gap, in place of one longer than 1024 characters",
  { tags: ["events.from.max-length"] },
  async () => {
    const h = await listen();
    const tooLong = "x".repeat(1_025);
    h.stream.send(frameEvent(tooLong, makeUserEvent("2")) + frameHeartbeat(tooLong));
    await h.until(() => h.ids().length === 2);
    h.stream.send(frameError("processing_error", tooLong));
    await h.reach("waiting:stream-error");
    const second = h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({ from: "o1" });
    second.send(frameEvent(tooLong, makeUserEvent("2")) + frameOf("3"));
    await h.until(() => h.ids().length === 3);
    expect(h.ids()).toEqual(["1", "2", "3"]);
    expect(await h.log.marks(tenantId)).toEqual([]);
  },
);

test("resumes by the time of the stream's start, without a gap, if no cursor was short enough", async () => {
  const h = await withStoredEvent("x".repeat(1_025));
  await h.subscription.stop();
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({
    from_timestamp: "2026-11-21T08:00:10Z",
  });
  expect(await h.log.marks(tenantId)).toEqual([]);
});

test("sends a cursor of 1024 characters", async () => {
  const h = await withStoredEvent("x".repeat(1_024));
  await h.subscription.stop();
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({ from: "x".repeat(1_024) });
});

test("starts from now, with one gap, if the time has expired too", async () => {
  const h = await withStoredEvent();
  await h.subscription.stop();
  h.service.answer(refuse(410), refuse(410));
  h.subscription.start();
  await h.reach("waiting:position-lost");
  h.passWait();
  await h.until(() => h.service.requests.length === 3);
  await h.reach("waiting:position-lost");
  h.service.openStream();
  h.passWait();
  await h.reach("listening");
  expect(h.service.requests.slice(1).map(({ url }) => readQuery(url))).toEqual([
    { from: "o1" },
    byTime,
    {},
  ]);
  expect(await h.log.marks(tenantId)).toHaveLength(1);
});

describe("a gap", () => {
  test.each([
    ["expired", refuse(410)],
    ["refused", refuse(400, { errorCode: "invalid_cursor" })],
  ])("contains the reason of the loss: %s", async (reason, answer) => {
    const h = await listen();
    await h.subscription.stop();
    h.service.answer(answer);
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(tenantId)).toMatchObject([{ kind: "gap", reason }]);
  });

  test("ends when the stream resumes, and remains one gap if the worker is killed meanwhile", async () => {
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
    expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({});
    expect(await h.log.marks(tenantId)).toMatchObject([
      { kind: "gap", from: "2026-11-21T08:00:00Z", to: new Date(h.clock.now()).toISOString() },
    ]);
  });

  test("starts at the earliest of the newest events, which are not in order, and never in the future", async () => {
    const h = await listen();
    h.stream.send(
      frameOf("2", { time: "2026-11-21T07:58:00Z" }) +
        frameOf("3", { time: "2026-11-21T06:00:00Z" }) +
        frameOf("4", { time: "2027-01-01T00:00:00Z" }) +
        frameOf("5", { time: "2026-11-21T08:00:05Z" }),
    );
    await h.until(() => h.ids().length === 5);
    await h.subscription.stop();
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(tenantId)).toMatchObject([{ from: "2026-11-21T07:58:00Z" }]);
  });
});

describe("a device clock that is behind the service's", () => {
  const lastYear = (h: Awaited<ReturnType<typeof listen>>) => h.clock.setBack(365 * 86_400_000);

  test("does not cause a replay: the stream resumes from the last event's time, by the service's clock", async () => {
    const h = await listen();
    await h.subscription.stop();
    lastYear(h);
    h.service.answer(refuse(410, {}, { date: "Sat, 21 Nov 2026 08:05:00 GMT" }));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(tenantId)).toMatchObject([
      { kind: "gap", from: "2026-11-21T08:00:00Z", to: "2026-11-21T08:05:00.000Z" },
    ]);
    await expectResumedByTime(h);
  });

  test("does not cause a replay if the response has no Date", async () => {
    const h = await listen();
    await h.subscription.stop();
    lastYear(h);
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(tenantId)).toMatchObject([
      { kind: "gap", from: "2026-11-21T08:00:00Z", to: "2026-11-21T08:00:00.500Z" },
    ]);
    await expectResumedByTime(h);
  });
});

describe("an event that the service cannot send because it is too large", () => {
  const tooLarge = { kind: "gap", reason: "payload-too-large", afterSequence: 1 };

  test("is skipped with the service's cursor, and leaves a mark", async () => {
    const h = await listen();
    h.stream.send(frameError("payload_too_large", "o3"));
    await h.reach("waiting:stream-error");
    const second = h.service.openStream();
    h.passWait();
    await h.reach("listening");
    second.send(frameOf("4"));
    await h.until(() => h.ids().length === 2);
    expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({ from: "o3" });
    expect(await h.log.marks(tenantId)).toMatchObject([
      { ...tooLarge, from: "2026-11-21T08:00:00Z", to: new Date(start).toISOString() },
    ]);
    expect(h.reported.flatMap(({ marks }) => marks)).toMatchObject([tooLarge]);
  });

  test("is skipped by time if the service's cursor is the previous one; each attempt starts from another position", async () => {
    const h = await listen();
    h.stream.send(frameError("payload_too_large", "o1"));
    await h.reach("waiting:stream-error");
    expect(await h.log.marks(tenantId), "it may have been sent by now").toEqual([]);
    for (let connection = 2; connection <= 7; connection += 1) {
      h.service.openStream().send(frameError("payload_too_large", ["o1"][connection - 2]));
      h.passWait();
      await h.until(() => h.service.requests.length === connection);
      await h.reach("waiting:stream-error");
    }
    const asked = h.service.requests.slice(1).map(({ url }) => readQuery(url));
    expect(asked).toEqual([
      { from: "o1" },
      { from_timestamp: "2026-11-21T08:00:01Z" },
      { from_timestamp: "2026-11-21T08:00:02Z" },
      { from_timestamp: "2026-11-21T08:00:03Z" },
      { from_timestamp: "2026-11-21T08:00:05Z" },
      { from_timestamp: "2026-11-21T08:00:09Z" },
    ]);
    const found = h.service.openStream();
    h.passWait();
    await h.reach("listening");
    found.send(frameOf("9"));
    await h.until(() => h.ids().length === 2);
    expect(await h.log.position(tenantId)).toMatchObject({ cursor: "o9" });
    expect(await h.log.marks(tenantId)).toMatchObject([
      {
        ...tooLarge,
        from: "2026-11-21T08:00:00.500Z",
        to: expect.stringMatching(/^2026-11-21T08:00:1\dZ$/u),
      },
    ]);
  });

  test("is skipped by time if it has no cursor and a connection delivers nothing else", async () => {
    const h = await listen();
    h.stream.send(frameError("payload_too_large"));
    await h.reach("waiting:stream-error");
    h.service.openStream().send(frameError("payload_too_large"));
    h.passWait();
    await h.until(() => h.service.requests.length === 2);
    await h.until(() => h.reported.some(({ marks }) => marks.length > 0));
    expect(await h.log.position(tenantId)).toEqual({ resumeFrom: "2026-11-21T08:00:01Z" });
    expect(await h.log.marks(tenantId)).toMatchObject([tooLarge]);
  });
});
