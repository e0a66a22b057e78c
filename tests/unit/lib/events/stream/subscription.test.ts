import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import type { SubscriptionState } from "../../../../../lib/events/stream/subscription-state.ts";
import { START } from "../fake-clock.ts";
import { refuse, type OpenStream } from "../fake-service.ts";
import { frameError, frameEvent, frameHeartbeat, makeUserEvent } from "../sample-events.ts";
import { createHarness, nameOf, TENANT, TOKEN } from "../subscription-harness.ts";

const event = (id: string) => frameEvent(`o${id}`, makeUserEvent(id));
type Harness = Awaited<ReturnType<typeof createHarness>>;
const lengthOf = (state: SubscriptionState) =>
  state.name === "waiting" ? state.until - state.since : undefined;
const query = (url: URL | undefined) => Object.fromEntries(url?.searchParams ?? []);

describe("the first connection", () => {
  test("starts from now on, says so, and sends the token in its header alone [events.stream.established]", async () => {
    const h = await createHarness();
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    const [request] = h.service.requests;
    expect(request?.url.href).toBe("https://tenant.example/api/v2/events");
    expect(request?.init.headers).toEqual({
      accept: "text/event-stream",
      authorization: `Bearer ${TOKEN}`,
    });
    expect(request?.init).toMatchObject({ credentials: "omit", redirect: "manual" });
    expect(h.subscription.state).toMatchObject({ name: "listening", resume: "now", since: START });
  });

  test("names each chosen type in a parameter of its own [events.event-type.repeated]", async () => {
    const h = await createHarness({ eventTypes: ["user.created", "user.deleted"] });
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(h.service.requests[0]?.url.searchParams.getAll("event_type")).toEqual([
      "user.created",
      "user.deleted",
    ]);
  });

  test("that ends before a cursor came is resumed by the service's own time", async () => {
    const h = await createHarness();
    h.service.openStream({ date: "Sat, 21 Nov 2026 07:59:59 GMT" }).end();
    h.subscription.start();
    await h.reach("waiting:rotation");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(query(h.service.requests[1]?.url)).toEqual({ from_timestamp: "2026-11-21T07:59:59Z" });
  });
});

describe("listening", () => {
  test("events are in the log before anybody is told of them", async () => {
    const seen: number[] = [];
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(event("1") + event("2"));
    await h.until(() => h.ids().length === 2);
    seen.push((await h.log.summary(TENANT)).count);
    expect(seen).toEqual([2]);
    expect(h.told).toHaveLength(1);
    expect((await h.log.position(TENANT)).cursor).toBe("o2");
  });

  test("a heartbeat moves the cursor, tells nobody, and is heard", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.advance(12_000);
    stream.send(frameHeartbeat("o9"));
    await h.until(
      () => h.subscription.state.name === "listening" && h.subscription.state.lastHeardAt > START,
    );
    expect(h.subscription.state).toMatchObject({ lastHeardAt: START + 12_000 });
    expect((await h.log.position(TENANT)).cursor).toBe("o9");
    expect(h.told).toEqual([]);
  });

  test("a frame that cannot be read is marked in the log, and the stream goes on", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(`data: {\n\n${event("1")}`);
    await h.until(() => h.ids().length === 1);
    expect(h.told[0]?.marks).toMatchObject([{ kind: "unreadable", count: 1, code: "not-json" }]);
    expect(await h.log.marks(TENANT)).toHaveLength(1);
  });
});

describe("resuming", () => {
  test("a routine rotation is resumed behind the cursor, with retry as the floor [service.events.resumable]", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(`:connected\n\nretry: 2000\n\n${event("1")}`);
    await h.until(() => h.ids().length === 1);
    stream.end();
    await h.reach("waiting:rotation");
    expect(h.subscription.state).toMatchObject({ until: START + 2_000 });
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(query(h.service.requests[1]?.url)).toEqual({ from: "o1" });
    expect(h.subscription.state).toMatchObject({ resume: "cursor" });
  });

  test("connection_timeout announces a rotation; its cursor is the one to resume from", async () => {
    const h = await createHarness();
    h.service.openStream().send(event("1") + frameError("connection_timeout", "o7"));
    h.subscription.start();
    await h.reach("waiting:rotation");
    expect((await h.log.position(TENANT)).cursor).toBe("o7");
  });

  test("a subscription started anew goes on from what the log says", async () => {
    const h = await createHarness();
    await h.log.append(TENANT, { at: 1, position: { cursor: "o5" } });
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(query(h.service.requests[0]?.url)).toEqual({ from: "o5" });
  });

  test("a delivery that comes again after a break is told and stored once", async () => {
    const h = await createHarness();
    const first = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    first.send(event("1") + event("2"));
    await h.until(() => h.ids().length === 2);
    first.breakOff();
    await h.reach("waiting:network");
    h.service.openStream().send(event("2") + event("3"));
    h.passWait();
    await h.until(() => h.ids().length === 3);
    expect(h.ids()).toEqual(["1", "2", "3"]);
  });
});

describe("a lost position", () => {
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

  test("410 discards the cursor, records one gap, and goes on from the last event's time [events.from-timestamp.first-only]", async () => {
    const h = await withStoredEvent();
    await h.subscription.stop();
    h.service.answer(refuse(410));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(h.service.requests.slice(1).map(({ url }) => query(url))).toEqual([
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
      stream.send(event("1"));
      await h.until(() => h.ids().length === 1);
      await h.subscription.stop();
      h.service.openStream().send(frameError(code, "o-useless"));
      h.subscription.start();
      await h.reach("waiting:position-lost");
      h.service.openStream();
      h.passWait();
      await h.reach("listening");
      expect(query(h.service.requests.at(-1)?.url)).toEqual(byTime);
      expect(await h.log.marks(TENANT)).toMatchObject([gap]);
    },
  );

  test("two losses with events in between are two gaps", async () => {
    const h = await createHarness();
    h.service.openStream().send(event("1") + frameError("cursor_expired"));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    const second = h.service.openStream();
    h.passWait();
    await h.reach("listening");
    second.send(event("2") + frameError("cursor_expired"));
    await h.reach("waiting:position-lost");
    expect(await h.log.marks(TENANT)).toMatchObject([gap, { ...gap, afterSequence: 2 }]);
  });

  test("a stream that fell behind after it brought events loses the cursor that they brought", async () => {
    const h = await createHarness();
    h.service.openStream().send(event("1") + frameError("cursor_expired"));
    h.subscription.start();
    await h.reach("waiting:position-lost");
    expect(await h.log.position(TENANT)).toEqual({ ...resumeByTime, isGapMarked: true });
    expect(await h.log.marks(TENANT)).toMatchObject([gap]);
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(query(h.service.requests.at(-1)?.url)).toEqual(byTime);
  });

  test("a cursor longer than 1024 characters counts as lost and is never sent [events.from.max-length]", async () => {
    const h = await withStoredEvent("x".repeat(1_025));
    await h.subscription.stop();
    h.subscription.start();
    await h.reach("waiting:position-lost");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(query(h.service.requests.at(-1)?.url)).toEqual(byTime);
    expect(await h.log.marks(TENANT)).toMatchObject([gap]);
  });

  test("a cursor of 1024 characters is sent", async () => {
    const h = await withStoredEvent("x".repeat(1_024));
    await h.subscription.stop();
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(query(h.service.requests.at(-1)?.url)).toEqual({ from: "x".repeat(1_024) });
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
    expect(h.service.requests.slice(1).map(({ url }) => query(url))).toEqual([
      { from: "o1" },
      byTime,
      {},
    ]);
    expect(await h.log.marks(TENANT)).toHaveLength(1);
  });
});

describe("refusals", () => {
  test("401 renews the token once and goes on", async () => {
    const h = await createHarness();
    h.service.answer(refuse(401));
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(h.renewals).toEqual([false, true]);
  });

  test("401 with the new token stops, in the service's words, without the token", async () => {
    const h = await createHarness();
    const echo = refuse(401, { message: `Bad audience in ${TOKEN}` });
    h.service.answer(echo, echo);
    h.subscription.start();
    await h.reach("stopped:unauthorized");
    expect(JSON.stringify(h.subscription.state)).toContain("Bad audience in [token]");
    expect(h.clock.pending).toBe(0);
  });

  test("a new token that meets a tenant in trouble is used on: services count each one they issue", async () => {
    const h = await createHarness();
    h.service.answer(refuse(401), refuse(503), refuse(503));
    h.subscription.start();
    for (const requests of [2, 3]) {
      await h.until(() => h.service.requests.length === requests);
      await h.reach("waiting:server-error");
      if (requests === 2) h.passWait();
    }
    h.service.answer(refuse(401), refuse(401));
    h.passWait();
    await h.reach("stopped:unauthorized");
    expect(h.renewals).toEqual([false, true, false, false, true]);
  });

  test("a renewal that failed is asked for again", async () => {
    const asked: boolean[] = [];
    const h = await createHarness({
      async accessToken({ renew }) {
        asked.push(renew);
        if (asked.length === 2) throw new Error("The token service is down.");
        return TOKEN;
      },
    });
    h.service.answer(refuse(401));
    h.subscription.start();
    await h.reach("waiting:no-token");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(asked).toEqual([false, true, true]);
  });

  test("403 for the scope stops and names the scope; started again it tries again", async () => {
    const h = await createHarness();
    h.service.answer(refuse(403, { errorCode: "insufficient_scope" }));
    h.subscription.start();
    await h.reach("stopped:insufficient-scope");
    expect(JSON.stringify(h.subscription.state)).toContain("read:events");
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
  });

  test("403 for too many streams waits and tries again", async () => {
    const h = await createHarness();
    h.service.answer(refuse(403, { message: "Maximum concurrent connections reached" }));
    h.subscription.start();
    await h.reach("waiting:too-many-streams");
    h.service.openStream();
    h.passWait();
    expect(await h.reach("listening")).toMatchObject({ resume: "now" });
  });

  test("400 stops with the service's own words", async () => {
    const h = await createHarness();
    h.service.answer(refuse(400, { message: "No enum match for: user.cloned" }));
    h.subscription.start();
    await h.reach("stopped:bad-request");
    expect(JSON.stringify(h.subscription.state)).toContain("No enum match for: user.cloned");
  });

  test("404, and a redirect, stop: the token goes to no other address", async () => {
    for (const status of [404, 302]) {
      const h = await createHarness();
      h.service.answer(
        () => new Response(null, { status, headers: { location: "https://x.example" } }),
      );
      h.subscription.start();
      await h.reach("stopped:refused");
      expect(h.service.requests).toHaveLength(1);
    }
  });

  test.each([
    ["seconds", { "retry-after": "7" }, 7_000],
    ["a date", { "retry-after": "Sat, 21 Nov 2026 08:00:30 GMT" }, 20_000],
    ["the limit's reset", { "x-ratelimit-reset": String(START / 1_000 + 9) }, 9_000],
    ["a reset that is past", { "retry-after": "0" }, 500],
  ])("429 waits as long as %s say, and a nudge does not shorten it", async (_, headers, ms) => {
    const h = await createHarness();
    h.service.answer(refuse(429, {}, headers));
    h.subscription.start();
    await h.reach("waiting:rate-limited");
    expect(h.subscription.state).toMatchObject({ until: START + ms });
    h.subscription.nudge();
    expect(nameOf(h.subscription.state)).toBe("waiting:rate-limited");
    expect(h.clock.pending, "the wait's timer still runs").toBe(1);
  });

  test("a 2xx that is no event stream is a state of its own", async () => {
    const h = await createHarness();
    h.service.answer(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
    h.subscription.start();
    const state = await h.reach("waiting:not-an-event-stream");
    expect(JSON.stringify(state)).toContain("not with an event stream");
  });

  test("no access token is a state of its own, with the reason", async () => {
    const h = await createHarness({
      accessToken: () => Promise.reject(new Error("The client secret is wrong.")),
    });
    h.subscription.start();
    await h.reach("waiting:no-token");
    expect(JSON.stringify(h.subscription.state)).toContain("The client secret is wrong.");
  });
});

describe("trouble", () => {
  test("attempts without progress wait longer each time, up to 30 s, by the dice", async () => {
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
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
  });

  test.each([
    [
      "brought something",
      async (h: Harness, stream: OpenStream) => {
        stream.send(event("1"));
        await h.until(() => h.ids().length === 1);
      },
    ],
    ["was quiet, but lived for a while", async (h: Harness) => h.clock.advance(10_000)],
  ])("once a connection %s, waiting starts from the beginning", async (_, live) => {
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
    expect(lengthOf(await h.reach("waiting:network"))).toBe(500);
  });

  test("a nudge ends a wait at once", async () => {
    const h = await createHarness();
    h.service.answer(() => Promise.reject(new TypeError("Failed to fetch")));
    h.subscription.start();
    await h.reach("waiting:network");
    h.service.openStream();
    h.subscription.nudge();
    expect(await h.reach("listening")).toMatchObject({ since: START });
  });

  test("an error frame of the service's own trouble is resumed from its cursor", async () => {
    const h = await createHarness();
    h.service.openStream().send(frameError("processing_error", "o4"));
    h.subscription.start();
    await h.reach("waiting:stream-error");
    expect((await h.log.position(TENANT)).cursor).toBe("o4");
  });

  test("a connection without a byte for 90 s is given up and made anew", async () => {
    const h = await createHarness();
    const silent = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.advance(60_000);
    silent.send(":\n\n");
    await h.until(() => JSON.stringify(h.subscription.state).includes(String(START + 60_000)));
    h.clock.advance(89_999);
    expect(nameOf(h.subscription.state)).toBe("listening");
    h.clock.advance(1);
    await h.reach("waiting:silent");
    expect(silent.isCancelled).toBe(true);
  });

  test("a nudge after the device slept finds the dead connection at once", async () => {
    const h = await createHarness();
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.sleep(3_600_000);
    h.subscription.nudge();
    expect(await h.reach("waiting:silent")).toMatchObject({ since: START + 3_600_000 });
  });

  test("a clock that is set back hides no silence: the 90 s are counted from there", async () => {
    const h = await createHarness();
    const silent = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.setBack(86_400_000);
    h.clock.advance(180_000);
    await h.reach("waiting:silent");
    expect(silent.isCancelled).toBe(true);
  });

  test("a clock that is set back does not end the signs of life, which keep the worker up", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.setBack(86_400_000);
    const known = h.states.length;
    stream.send(":\n\n");
    await h.until(() => h.states.length > known);
    expect(h.subscription.state).toMatchObject({ lastHeardAt: START - 86_400_000 });
  });

  test("a clock that is set back does not prolong what a rate limit asks for", async () => {
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

  test("events that cannot be stored are told to nobody, and asked for again", async () => {
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
    first.send(event("1"));
    expect(JSON.stringify(await h.reach("waiting:storage"))).toContain("no room left");
    expect(h.told).toEqual([]);
    expect(first.isCancelled).toBe(true);

    isFull = false;
    h.service.openStream().send(event("1"));
    h.passWait();
    await h.until(() => h.ids().length === 1);
    expect(query(h.service.requests[1]?.url)).toEqual({ from_timestamp: "2026-11-21T08:00:10Z" });
  });
});

describe("stopping", () => {
  test("closes the stream and leaves nothing running", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    await h.subscription.stop();
    expect(stream.isCancelled).toBe(true);
    expect(h.clock.pending).toBe(0);
    expect(nameOf(h.subscription.state)).toBe("stopped:asked");
  });

  test("works while it waits, while it asks for a token, and while it connects", async () => {
    const waiting = await createHarness();
    waiting.service.answer(refuse(500));
    waiting.subscription.start();
    await waiting.reach("waiting:server-error");
    await waiting.subscription.stop();

    const never = new Promise<never>(() => undefined);
    const asking = await createHarness({ accessToken: () => never });
    asking.subscription.start();
    await asking.reach("connecting");
    await asking.subscription.stop();

    const connecting = await createHarness();
    connecting.service.answer(() => never);
    connecting.subscription.start();
    await connecting.until(() => connecting.subscription.state.name === "connecting");
    await connecting.subscription.stop();
    expect(nameOf(connecting.subscription.state)).toBe("stopped:asked");
  });

  test("two starts are one connection, and a start right after a stop is a new one", async () => {
    const h = await createHarness();
    const first = h.service.openStream();
    h.subscription.start();
    h.subscription.start();
    await h.reach("listening");
    const stopping = h.subscription.stop();
    h.service.openStream();
    h.subscription.start();
    await stopping;
    await h.until(() => h.service.requests.length === 2);
    expect(await h.reach("listening")).toMatchObject({ name: "listening" });
    expect(first.isCancelled).toBe(true);
  });
});
