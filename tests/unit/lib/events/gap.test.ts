import { describe, expect, test } from "vitest";

import { refuse } from "./fake-service.ts";
import { frameError, frameEvent, makeUserEvent } from "./sample-events.ts";
import { createHarness, frameOf, listen, readQuery, TENANT } from "./subscription-harness.ts";

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

/** Lets the wait for the next connection pass: it asks for what came since the last event's time, and for no cursor. */
async function expectResumedByTime(h: Awaited<ReturnType<typeof createHarness>>) {
  h.service.openStream();
  h.passWait();
  await h.reach("listening");
  expect(readQuery(h.service.requests.at(-1)?.url)).toEqual(byTime);
}

test("410 discards the cursor, records one gap, and goes on from the last event's time [events.from-timestamp.first-only]", async () => {
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
  expect(await h.log.marks(TENANT)).toMatchObject([
    { ...gap, to: new Date(h.clock.now()).toISOString(), reason: "expired" },
  ]);
  expect(h.told.at(-1)?.marks).toMatchObject([gap]);
});

test.each([["cursor_expired"], ["invalid_cursor"]])(
  "an error frame %s does the same",
  async (code) => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(frameOf("1"));
    await h.until(() => h.ids().length === 1);
    await h.subscription.stop();
    h.service.openStream().send(frameError(code, "o-useless"));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    await expectResumedByTime(h);
    expect(await h.log.marks(TENANT)).toMatchObject([gap]);
  },
);

test("two losses with events in between are two gaps", async () => {
  const h = await createHarness();
  h.service.openStream().send(frameOf("1") + frameError("cursor_expired"));
  h.subscription.start();
  await h.reach("waiting:position-lost");
  const second = h.service.openStream();
  h.passWait();
  await h.reach("listening");
  second.send(frameOf("2") + frameError("cursor_expired"));
  await h.reach("waiting:position-lost");
  expect(await h.log.marks(TENANT)).toMatchObject([gap, { ...gap, afterSequence: 2 }]);
});

test("a stream that fell behind after it brought events loses the cursor that they brought", async () => {
  const h = await createHarness();
  h.service.openStream().send(frameOf("1") + frameError("cursor_expired"));
  h.subscription.start();
  await h.reach("waiting:position-lost");
  expect(await h.log.position(TENANT)).toEqual({ ...resumeByTime, isGapMarked: true });
  expect(await h.log.marks(TENANT)).toMatchObject([gap]);
  await expectResumedByTime(h);
});

test("a cursor longer than 1024 characters counts as lost and is never sent [events.from.max-length]", async () => {
  const h = await withStoredEvent("x".repeat(1_025));
  await h.subscription.stop();
  h.subscription.start();
  await h.reach("waiting:position-lost");
  await expectResumedByTime(h);
  expect(await h.log.marks(TENANT)).toMatchObject([gap]);
});

test("a cursor of 1024 characters is sent", async () => {
  const h = await withStoredEvent("x".repeat(1_024));
  await h.subscription.stop();
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({ from: "x".repeat(1_024) });
});

test("a time that is too old as well ends in a start from now, with the one gap", async () => {
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
  expect(await h.log.marks(TENANT)).toHaveLength(1);
});

describe("a gap", () => {
  test.each([
    ["expired", refuse(410)],
    ["refused", refuse(400, { errorCode: "invalid_cursor" })],
  ])("says why the position was lost: it was %s", async (reason, answer) => {
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
    expect(readQuery(h.service.requests.at(-1)?.url)).toEqual({});
    expect(await h.log.marks(TENANT)).toMatchObject([
      { kind: "gap", from: "2026-11-21T08:00:00Z", to: new Date(h.clock.now()).toISOString() },
    ]);
  });

  test("goes back to the earliest of the newest events, for they come in no order, and never to a time to come", async () => {
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
    expect(await h.log.marks(TENANT)).toMatchObject([{ from: "2026-11-21T07:58:00Z" }]);
  });
});
