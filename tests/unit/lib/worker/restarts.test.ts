import { describe, expect, test } from "vitest";

import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import { goodCredential, openWorker, tenantOrigin, tenantDetails } from "./inspector-harness.ts";

describe("a restarted worker", () => {
  test("reuses the token: many starts request one token", async () => {
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

  test("receives the events of its absence, each once", async () => {
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

  test("shows the badge of the stored events", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await worker.restart();
    await worker.inspector.wake();
    expect(await worker.readBadge()).toMatchObject({ text: "1" });
  });

  test("opens one stream, regardless of the number of wake-ups", async () => {
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

const isForStream = ({ url }: { url: URL }) => url.pathname === "/api/v2/events";

/** Opens a worker that received this response once. After that, the local tenant answers. */
async function openAnswered(answer: () => Response, state: string) {
  const worker = openWorker();
  await worker.setUp();
  await worker.restart();
  worker.browser.intercept = (request) => (isForStream(request) ? answer() : undefined);
  await worker.inspector.wake();
  await worker.reach(state);
  const asked = worker.requestsTo("/api/v2/events").length;
  const at = worker.clock.now();
  worker.browser.intercept = () => undefined;
  const readStream = async () => (await worker.snapshot()).tenants[0]?.stream;
  /** Counts the later requests for the stream. */
  const count = () => worker.requestsTo("/api/v2/events").length - asked;
  /** Fires the alarm in a new worker or in the same one. */
  const alarm = async (isRevival: boolean) => {
    if (isRevival) await worker.restart();
    else worker.clock.advance(30_000);
    await worker.inspector.wake();
  };
  return { worker, at, count, readStream, alarm };
}

const limited = () => new Response("", { status: 429, headers: { "retry-after": "600" } });
const troubled = () => new Response("", { status: 503, headers: { "retry-after": "600" } });

const endless = (status: number) => () =>
  new Response(new ReadableStream(), { status, headers: { "retry-after": "600" } });

describe.each([
  ["stops before each alarm", true],
  ["keeps running", false],
])("in a worker that %s", (_, isRevival) => {
  test.each([
    ["429 with Retry-After", limited, "waiting:rate-limited", 600_000],
    ["503 with Retry-After", troubled, "waiting:server-error", 600_000],
    [
      "a missing scope",
      () => Response.json({ errorCode: "insufficient_scope" }, { status: 403 }),
      "stopped:insufficient-scope",
      900_000,
    ],
    ["404", () => new Response("", { status: 404 }), "stopped:refused", 900_000],
    ["two 401s", () => new Response("", { status: 401 }), "stopped:unauthorized", 900_000],
    ["429 whose body never ends", endless(429), "waiting:rate-limited", 600_000],
    ["503 whose body never ends", endless(503), "waiting:server-error", 600_000],
  ])(
    "%s delays for its time, and the stream then continues automatically",
    async (_answer, answer, state, ms) => {
      const { worker, at, count, readStream, alarm } = await openAnswered(answer, state);
      while (worker.clock.now() + 30_000 < at + ms) {
        await alarm(isRevival);
        expect(await readStream()).toMatchObject({ since: at, until: at + ms });
      }
      expect(count()).toBe(0);
      await alarm(isRevival);
      await worker.reach("listening");
      expect(count()).toBe(1);
    },
  );
});

test("waits one second, not the difference, if the clock of the previous worker was ahead", async () => {
  const worker = openWorker();
  await worker.setUp();
  await worker.restart();
  worker.clock.advance(15 * 60_000);
  await worker.inspector.wake();
  await worker.reach("listening");
  await worker.restart(-15 * 60_000);
  const at = worker.clock.now();
  await worker.inspector.wake();
  await worker.reach("listening");
  expect(worker.clock.now() - at).toBeLessThanOrEqual(2_000);
});

describe("a wait that the tenant requested", () => {
  test("is removed with the tenant", async () => {
    const { worker } = await openAnswered(limited, "waiting:rate-limited");
    expect(await worker.stores.gate(tenantOrigin).read()).toHaveProperty("hold");
    await worker.send("tenant.forget", { tenantId: tenantOrigin });
    expect(await worker.stores.gate(tenantOrigin).read()).toBeUndefined();
  });

  test("is kept when the tenant is edited or the user retries", async () => {
    const { worker, at, count, readStream } = await openAnswered(limited, "waiting:rate-limited");
    await worker.send("tenant.save", { ...tenantDetails, name: "Renamed" });
    await worker.send("stream.retry", { tenantId: tenantOrigin });
    await worker.restart();
    await worker.inspector.wake();
    await worker.send("stream.retry", { tenantId: tenantOrigin });
    expect(count()).toBe(0);
    expect(await readStream()).toMatchObject({ why: "rate-limited", until: at + 600_000 });
  });

  test("after an error ends when the user retries, even in a new worker", async () => {
    const { worker, readStream } = await openAnswered(troubled, "waiting:server-error");
    await worker.restart();
    await worker.inspector.wake();
    await worker.send("stream.retry", { tenantId: tenantOrigin });
    await worker.reach("listening");
    expect(await readStream()).toMatchObject({ name: "listening" });
  });

  test("keeps its length if the clock is set back", async () => {
    const { worker, count, readStream, alarm } = await openAnswered(
      limited,
      "waiting:rate-limited",
    );
    await worker.restart();
    worker.clock.advance(-86_400_000);
    const at = worker.clock.now();
    await worker.inspector.wake();
    expect(await readStream()).toMatchObject({ until: at + 600_000 });
    while (worker.clock.now() + 30_000 < at + 600_000) await alarm(true);
    expect(count()).toBe(0);
    await alarm(true);
    await worker.reach("listening");
  });

  test("ends if the clock is set forward past its end", async () => {
    const { worker, readStream } = await openAnswered(limited, "waiting:rate-limited");
    await worker.restart();
    worker.clock.advance(86_400_000);
    await worker.inspector.wake();
    await worker.reach("listening");
    expect(await readStream()).toMatchObject({ name: "listening" });
  });
});

describe("a worker that stops before the tenant responds", () => {
  async function dieAsking(worker: ReturnType<typeof openWorker>) {
    worker.browser.intercept = (request) =>
      isForStream(request) ? new Promise<never>(() => {}) : undefined;
    await worker.inspector.wake();
    await worker.reach("connecting");
    const at = worker.clock.now();
    worker.browser.intercept = () => undefined;
    return at;
  }

  test("makes the next worker wait ten seconds, and a user one second", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.restart();
    const at = await dieAsking(worker);
    await worker.restart(0);
    await worker.inspector.wake();
    await worker.reach("waiting:network");
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.stream).toMatchObject({ since: at, until: at + 10_000 });
    worker.clock.advance(1_000);
    await worker.send("stream.retry", { tenantId: tenantOrigin });
    await worker.reach("listening");
  });

  test("makes the next worker wait for the time that the tenant last requested", async () => {
    const { worker, count } = await openAnswered(limited, "waiting:rate-limited");
    worker.changes.length = 0;
    worker.clock.advance(600_000);
    await dieAsking(worker);
    const asked = count();
    const lives = 600_000 / 30_000 - 1;
    for (let life = 0; life < lives; life += 1) {
      await worker.restart();
      await worker.inspector.wake();
    }
    expect(count()).toBe(asked);
    await worker.restart();
    await worker.inspector.wake();
    await worker.reach("listening");
    expect(count()).toBe(asked + 1);
  });
});

test("keeps the tenant's `retry:` for the next worker, and a user waits at most one second of it", async () => {
  const stream = () =>
    new Response("retry: 120000\n\n", { headers: { "content-type": "text/event-stream" } });
  const { worker, at, count, readStream, alarm } = await openAnswered(stream, "waiting:rotation");
  for (let life = 0; life < 3; life += 1) {
    await alarm(true);
    expect(await readStream()).toMatchObject({ why: "rotation", until: at + 120_000 });
  }
  expect(count()).toBe(0);
  await worker.send("stream.retry", { tenantId: tenantOrigin });
  await worker.reach("listening");
});

describe("a rejected stream", () => {
  const refused = () => Response.json({ errorCode: "insufficient_scope" }, { status: 403 });

  test("is retried by later workers after the user retries", async () => {
    const { worker, alarm, readStream } = await openAnswered(refused, "stopped:insufficient-scope");
    await alarm(true);
    await worker.send("stream.retry", { tenantId: tenantOrigin });
    await worker.reach("listening");
    await alarm(true);
    await worker.reach("listening");
    expect(await readStream()).toMatchObject({ name: "listening" });
  });

  test("is retried with a new credential", async () => {
    const { worker, alarm, readStream } = await openAnswered(refused, "stopped:insufficient-scope");
    await alarm(true);
    await worker.send("credential.save", {
      tenantId: tenantOrigin,
      credential: goodCredential,
      remembering: "session",
    });
    await worker.reach("listening");
    expect(await readStream()).toMatchObject({ name: "listening" });
  });

  test("stays rejected when the last page closes and another one opens", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.intercept = (request) => (isForStream(request) ? refused() : undefined);
    const preferences = { ...defaultStreamPreferences, mode: "while-open" } as const;
    await worker.send("stream.configure", { tenantId: tenantOrigin, preferences });
    await worker.reach("stopped:insufficient-scope");
    const asked = worker.requestsTo("/api/v2/events").length;
    worker.closeWindow();
    await worker.inspector.wake();
    worker.clock.advance(30_000);
    worker.openWindow();
    await worker.inspector.wake();
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.stream).toMatchObject({ name: "stopped", why: "insufficient-scope" });
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
  });
});

test.each([
  ["a foreign value", "a text"],
  ["a wait of a year", { attemptedAt: 0, failures: 0, hold: yearLong() }],
])("%s as a stored wait does not delay a stream", async (_, stored) => {
  const worker = openWorker();
  await worker.setUp();
  await worker.restart();
  await worker.stores.gate(tenantOrigin).write(stored);
  await worker.inspector.wake();
  await worker.reach("listening");
  expect(worker.requestsTo("/api/v2/events")).toHaveLength(2);
});

function yearLong() {
  const until = Date.UTC(2027, 10, 21);
  const times = { since: Date.UTC(2026, 10, 21), until };
  const state = { name: "waiting", why: "rate-limited", message: "", ...times };
  return { state, wakeFrom: until, personFrom: until };
}
