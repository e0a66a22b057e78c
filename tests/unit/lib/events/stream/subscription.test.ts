import { describe, expect, test } from "vitest";

import { start } from "../fake-clock.ts";
import { refuse } from "../fake-service.ts";
import { frameError, frameHeartbeat } from "../sample-events.ts";
import {
  createHarness,
  frameOf,
  nameOf,
  readQuery,
  tenantId,
  testToken,
} from "../subscription-harness.ts";

describe("the first connection", () => {
  test(
    "starts from now, records this, and sends the token only in its header",
    { tags: ["events.stream.established"] },
    async () => {
      const h = await createHarness();
      h.service.openStream();
      h.subscription.start();
      await h.reach("listening");
      const [request] = h.service.requests;
      expect(request?.url.href).toBe("https://tenant.example/api/v2/events");
      expect(request?.init.headers).toEqual({
        accept: "text/event-stream",
        authorization: `Bearer ${testToken}`,
      });
      expect(request?.init).toMatchObject({
        credentials: "omit",
        redirect: "manual",
        cache: "no-store",
      });
      expect(h.subscription.state).toMatchObject({
        name: "listening",
        resume: "now",
        since: start,
      });
    },
  );

  test(
    "sends each selected type in its own parameter",
    { tags: ["events.event-type.repeated"] },
    async () => {
      const h = await createHarness({ eventTypes: ["user.created", "user.deleted"] });
      h.service.openStream();
      h.subscription.start();
      await h.reach("listening");
      expect(h.service.requests[0]?.url.searchParams.getAll("event_type")).toEqual([
        "user.created",
        "user.deleted",
      ]);
    },
  );

  test("is resumed by the service's time if it ends before a cursor arrives", async () => {
    const h = await createHarness();
    h.service.openStream({ date: "Sat, 21 Nov 2026 07:59:59 GMT" }).end();
    h.subscription.start();
    await h.reach("waiting:rotation");
    h.service.openStream();
    h.passWait();
    await h.reach("listening");
    expect(readQuery(h.service.requests[1]?.url)).toEqual({
      from_timestamp: "2026-11-21T07:59:59Z",
    });
  });
});

describe("listening", () => {
  test("stores events before it reports them", async () => {
    const seen: number[] = [];
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(frameOf("1") + frameOf("2"));
    await h.until(() => h.ids().length === 2);
    seen.push((await h.log.summary(tenantId)).count);
    expect(seen).toEqual([2]);
    expect(h.reported).toHaveLength(1);
    expect((await h.log.position(tenantId)).cursor).toBe("o2");
  });

  test("moves the cursor for a heartbeat, and resets the watchdog without a report", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    h.clock.advance(12_000);
    stream.send(frameHeartbeat("o9"));
    await h.until(
      () => h.subscription.state.name === "listening" && h.subscription.state.lastHeardAt > start,
    );
    expect(h.subscription.state).toMatchObject({ lastHeardAt: start + 12_000 });
    expect((await h.log.position(tenantId)).cursor).toBe("o9");
    expect(h.reported).toEqual([]);
  });

  test("records an unreadable frame in the log, and continues", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    stream.send(`data: {\n\n${frameOf("1")}`);
    await h.until(() => h.ids().length === 1);
    expect(h.reported[0]?.marks).toMatchObject([
      { kind: "unreadable", count: 1, code: "not-json" },
    ]);
    expect(await h.log.marks(tenantId)).toHaveLength(1);
  });
});

describe("resuming", () => {
  test(
    "resumes after the cursor on a rotation, and waits at least the retry",
    { tags: ["service.events.resumable"] },
    async () => {
      const h = await createHarness();
      const stream = h.service.openStream();
      h.subscription.start();
      await h.reach("listening");
      stream.send(`:connected\n\nretry: 2000\n\n${frameOf("1")}`);
      await h.until(() => h.ids().length === 1);
      stream.end();
      await h.reach("waiting:rotation");
      expect(h.subscription.state).toMatchObject({ until: start + 2_000 });
      h.service.openStream();
      h.passWait();
      await h.reach("listening");
      expect(readQuery(h.service.requests[1]?.url)).toEqual({ from: "o1" });
      expect(h.subscription.state).toMatchObject({ resume: "cursor" });
    },
  );

  test("resumes from the cursor of connection_timeout, which announces a rotation", async () => {
    const h = await createHarness();
    h.service.openStream().send(frameOf("1") + frameError("connection_timeout", "o7"));
    h.subscription.start();
    await h.reach("waiting:rotation");
    expect((await h.log.position(tenantId)).cursor).toBe("o7");
  });

  test("resumes a new subscription from the position in the log", async () => {
    const h = await createHarness();
    await h.log.append(tenantId, { at: 1, position: { cursor: "o5" } });
    h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    expect(readQuery(h.service.requests[0]?.url)).toEqual({ from: "o5" });
  });

  test("stores and reports a repeated delivery once", async () => {
    const h = await createHarness();
    const first = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    first.send(frameOf("1") + frameOf("2"));
    await h.until(() => h.ids().length === 2);
    first.breakOff();
    await h.reach("waiting:network");
    h.service.openStream().send(frameOf("2") + frameOf("3"));
    h.passWait();
    await h.until(() => h.ids().length === 3);
    expect(h.ids()).toEqual(["1", "2", "3"]);
  });
});

describe("stopping", () => {
  test("closes the stream and all timers", async () => {
    const h = await createHarness();
    const stream = h.service.openStream();
    h.subscription.start();
    await h.reach("listening");
    await h.subscription.stop();
    expect(stream.isCancelled).toBe(true);
    expect(h.clock.pending).toBe(0);
    expect(nameOf(h.subscription.state)).toBe("stopped:asked");
  });

  test("works during a wait, a token request and a connection attempt", async () => {
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

  test("makes one connection for two starts, and a new one for a start after a stop", async () => {
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
