import { describe, expect, test } from "vitest";

import { goodCredential, openWorker, ORIGIN, tenantDetails } from "./inspector-harness.ts";

describe("a worker that dies and is started again", () => {
  test("goes on with the token it was given: many starts cost one", async () => {
    const worker = openWorker();
    await worker.setUp();
    for (let life = 0; life < 5; life += 1) {
      await worker.restart();
      await worker.inspector.wake();
      await worker.reach("listening");
    }
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(6);
    expect(worker.requestsTo("/oauth/token")).toHaveLength(1);
  });

  test("finds what happened meanwhile, once each", async () => {
    const worker = openWorker();
    await worker.setUp();
    const first = await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await worker.restart();
    const second = await worker.createUser("joan@example.com");
    await worker.inspector.wake();
    await worker.until(() => worker.storedIds().length === 1);
    expect(worker.storedIds()).toEqual([second]);
    const { events, tenants } = await worker.snapshot();
    expect(events.map(({ id }) => id)).toEqual([second, first]);
    expect(tenants[0]?.unread).toBe(2);
  });

  test("shows the badge of what was stored before it died", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await worker.restart();
    await worker.inspector.wake();
    expect(await worker.readBadge()).toMatchObject({ text: "1" });
  });

  test("opens one stream however often it is woken", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    const before = worker.requestsTo("/api/v2/events").length;
    const { inspector } = worker;
    await Promise.all([inspector.wake(), inspector.wake(), inspector.wake()]);
    await worker.reach("listening");
    await inspector.wake();
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(before + 1);
  });
});

describe("a wait that the tenant asks for", () => {
  const refuseStreams = (worker: ReturnType<typeof openWorker>) => {
    worker.browser.intercept = ({ url }) =>
      url.pathname === "/api/v2/events"
        ? new Response("", { status: 429, headers: { "retry-after": "600" } })
        : undefined;
  };

  const openLimited = async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    refuseStreams(worker);
    await worker.inspector.wake();
    await worker.reach("waiting:rate-limited");
    return worker;
  };

  test("outlives the worker, and the stream goes on after it", async () => {
    const worker = await openLimited();
    const asked = worker.requestsTo("/api/v2/events").length;
    const until = worker.clock.now() + 600_000;

    for (let life = 0; life < 3; life += 1) {
      await worker.restart();
      worker.clock.advance(30_000);
      await worker.inspector.wake();
      expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({
        name: "waiting",
        why: "rate-limited",
        until,
        message: expect.stringContaining("rate limit"),
      });
    }
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);

    worker.browser.intercept = () => undefined;
    worker.clock.advance(600_000);
    await worker.inspector.wake();
    await worker.reach("listening");
    await worker.send("tenant.forget", { tenantId: ORIGIN });
    expect(await worker.stores.holds.read()).toEqual({});
  });

  test("is kept to when the tenant is changed meanwhile, or somebody tries again", async () => {
    const worker = await openLimited();
    const asked = worker.requestsTo("/api/v2/events").length;
    await worker.send("tenant.save", { ...tenantDetails, name: "Renamed" });
    await worker.send("stream.retry", { tenantId: ORIGIN });
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.stream).toMatchObject({ name: "waiting", why: "rate-limited" });
  });

  test("is not believed longer than it could have been asked for, wherever the clock is set", async () => {
    const worker = await openLimited();
    await worker.restart();
    worker.browser.intercept = () => undefined;
    worker.clock.advance(-86_400_000);
    await worker.inspector.wake();
    await worker.reach("listening");
    expect((await worker.snapshot()).tenants[0]?.stream.name).toBe("listening");
  });
});

describe("a refusal of the stream", () => {
  async function openRefused() {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    worker.browser.intercept = ({ url }) =>
      url.pathname === "/api/v2/events"
        ? Response.json(
            { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope" },
            { status: 403 },
          )
        : undefined;
    await worker.inspector.wake();
    await worker.reach("stopped:insufficient-scope");
    const asked = worker.requestsTo("/api/v2/events").length;
    const since = worker.clock.now();
    /** A worker's next life, as the alarm begins it. */
    const revive = async () => {
      await worker.restart();
      worker.clock.advance(30_000);
      await worker.inspector.wake();
    };
    return { worker, asked, since, revive };
  }

  test("outlives the worker, which asks again a quarter of an hour later", async () => {
    const { worker, asked, since, revive } = await openRefused();
    for (let life = 0; life < 3; life += 1) {
      await revive();
      expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({
        name: "stopped",
        why: "insufficient-scope",
        since,
      });
    }
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
    worker.browser.intercept = () => undefined;
    worker.clock.advance(900_000);
    await revive();
    await worker.reach("listening");
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked + 1);
  });

  test("is forgotten once somebody tries again, so that the worker after that goes on", async () => {
    const { worker, revive } = await openRefused();
    await revive();
    worker.browser.intercept = () => undefined;
    await worker.send("stream.retry", { tenantId: ORIGIN });
    await worker.reach("listening");
    await revive();
    await worker.reach("listening");
    expect(await worker.stores.holds.read()).toEqual({});
  });

  test("is forgotten with a new credential", async () => {
    const { worker, revive } = await openRefused();
    await revive();
    worker.browser.intercept = () => undefined;
    await worker.send("credential.save", {
      tenantId: ORIGIN,
      credential: goodCredential,
      remembering: "session",
    });
    await worker.reach("listening");
    expect(await worker.stores.holds.read()).toEqual({});
  });
});
