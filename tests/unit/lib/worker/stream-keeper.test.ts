import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, onTestFinished, test } from "vitest";

import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import type { SubscriptionState } from "../../../../lib/events/stream/subscription-state.ts";
import {
  createStreamKeeper,
  type StreamKeeperOptions,
  type StreamOrder,
} from "../../../../lib/worker/stream-keeper.ts";
import type { WorkerPorts } from "../../../../lib/worker/ports.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { createFakeService, refuse } from "../events/fake-service.ts";
import { createGateStore, isSpacing } from "../events/subscription-harness.ts";
import { createClock } from "../management/fakes.ts";
import { sampleTenant } from "../messages/sample-activity.ts";

const tenant = { ...sampleTenant, origin: "https://acme.example" };

const follow: StreamOrder = { kind: "follow", tenant, accessToken: async () => "a-token" };
const rest: StreamOrder = {
  kind: "rest",
  state: { name: "stopped", since: 1, why: "not-started", message: "" },
};

function openKeeper({
  withLock = (_name, _signal, run) => run(),
  ...over
}: Partial<StreamKeeperOptions> & Partial<Pick<WorkerPorts, "withLock">> = {}) {
  const clock = createClock();
  const service = createFakeService();
  const indexedDB = new IDBFactory();
  const states: SubscriptionState[] = [];
  const troubles: unknown[] = [];
  let checks: (() => void)[] = [];
  const world = { isAllowed: true, hasTarget: true };
  const keeper = createStreamKeeper({
    tenantId: tenant.id,
    ports: {
      fetch: (url, init) => service.fetch(url, init),
      clock,
      random: () => 0.5,
      hasHostPermission: async () => world.isAllowed,
      stayAwake: async () => undefined,
      withLock,
    },
    openLog: () => openEventLog({ indexedDB }),
    gateStore: createGateStore(),
    order: async () => (world.hasTarget ? follow : rest),
    onState(state) {
      states.push(state);
      for (const check of checks) check();
      // The time between two connections passes by itself, once the timer of the wait is set.
      if (state.name === "waiting" && isSpacing(state)) {
        queueMicrotask(() => clock.advance(Math.max(0, state.until - clock.now())));
      }
    },
    onStored: () => undefined,
    onTrouble: (error) => troubles.push(error),
    ...over,
  });
  onTestFinished(async () => {
    world.hasTarget = false;
    await keeper.restart();
    expect(clock.waiting, "timers left behind").toBe(0);
    expect(service.unanswered).toEqual([]);
  });
  return {
    clock,
    service,
    states,
    troubles,
    world,
    keeper,
    /** Wait for a state by its name, or by `name:why`. */
    reach: (wanted: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          const { state } = keeper;
          const name = "why" in state ? `${state.name}:${state.why}` : state.name;
          if (name !== wanted) return;
          checks = checks.filter((other) => other !== check);
          resolve();
        };
        checks.push(check);
        check();
      }),
  };
}

describe("the one subscription", () => {
  test("is off as long as there is nothing to subscribe to", async () => {
    const { keeper, world, service } = openKeeper();
    world.hasTarget = false;
    await keeper.wake();
    expect(keeper.state).toMatchObject({ name: "stopped", why: "not-started" });
    expect(service.requests).toEqual([]);
  });

  test("rests since the moment it began to, however often it is woken, and says so once", async () => {
    const paused = (since: number): StreamOrder => ({
      kind: "rest",
      state: { name: "stopped", since, why: "asked", message: "It is paused." },
    });
    let isPaused = true;
    const { keeper, clock, states, service, reach } = openKeeper({
      order: async () => (isPaused ? paused(clock.now()) : follow),
    });
    const start = clock.now();
    await keeper.wake();
    clock.advance(30_000);
    await keeper.wake();
    await keeper.restart();
    expect(states).toEqual([
      { name: "stopped", since: start, why: "asked", message: "It is paused." },
    ]);
    isPaused = false;
    service.openStream();
    await keeper.wake();
    await reach("listening");
    isPaused = true;
    await keeper.restart();
    expect(keeper.state).toMatchObject({ why: "asked", since: start + 30_000 });
  });

  test("is opened at the tenant's own address with its token", async () => {
    const { keeper, service, reach } = openKeeper();
    service.openStream();
    await keeper.wake();
    await reach("listening");
    expect(service.requests.map(({ url }) => url.href)).toEqual([
      "https://acme.example/api/v2/events",
    ]);
    expect(new Headers(service.requests[0]?.init.headers).get("authorization")).toBe(
      "Bearer a-token",
    );
  });

  test("stays one, however many wake it at once", async () => {
    const { keeper, service, reach } = openKeeper();
    service.openStream();
    await Promise.all([keeper.wake(), keeper.retry(), keeper.wake()]);
    await reach("listening");
    await keeper.wake();
    expect(service.requests).toHaveLength(1);
  });

  test("is closed before the next is opened when it starts anew", async () => {
    const { keeper, service, reach } = openKeeper();
    const first = service.openStream();
    await keeper.wake();
    await reach("listening");
    service.openStream();
    await keeper.restart();
    expect(first.isCancelled).toBe(true);
    await reach("listening");
    expect(service.requests).toHaveLength(2);
  });

  test("is not even tried without the permission, and says how to grant it", async () => {
    const { keeper, world, service, reach } = openKeeper();
    world.isAllowed = false;
    await keeper.wake();
    expect(keeper.state).toMatchObject({
      name: "stopped",
      why: "no-permission",
      message: expect.stringMatching(
        /https:\/\/acme\.example was taken back\. Press “Grant access”/,
      ),
    });
    expect(service.requests).toEqual([]);
    world.isAllowed = true;
    service.openStream();
    await keeper.wake();
    await reach("listening");
  });
});

test("a keeper that was ended closes its stream, and nothing starts it again", async () => {
  const { keeper, service, reach } = openKeeper();
  const stream = service.openStream();
  await keeper.wake();
  await reach("listening");
  await keeper.end();
  expect(stream.isCancelled).toBe(true);
  await keeper.wake();
  await keeper.retry();
  await keeper.restart();
  expect(service.requests).toHaveLength(1);
});

test("a place that is asked for after the keeper was ended is written nowhere", async () => {
  const { keeper, service, reach } = openKeeper({ openLog: () => openOnce() });
  const indexedDB = new IDBFactory();
  let openings = 0;
  function openOnce() {
    openings += 1;
    return openEventLog({ indexedDB });
  }
  service.openStream();
  await keeper.wake();
  await reach("listening");
  const ending = keeper.end();
  const resuming = keeper.resumeFrom({ kind: "now" });
  await Promise.all([ending, resuming]);
  expect(openings).toBe(1);
});

test("a place that waits for another connection to end keeps nobody from ending the stream, and is written down then", async () => {
  const indexedDB = new IDBFactory();
  const { keeper, service, reach } = openKeeper({
    openLog: () => openEventLog({ indexedDB }),
    withLock: (_name, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("Ended.", "AbortError")));
      }),
  });
  await keeper.wake();
  await reach("parked:other-connection");
  const resuming = keeper.resumeFrom({ kind: "cursor", cursor: "other" });
  await keeper.end();
  await resuming;
  expect(service.requests).toEqual([]);
  const log = await openEventLog({ indexedDB });
  expect(await log.position(tenant.id)).toEqual({ cursor: "other" });
  log.close();
});

describe("trying again", () => {
  test("starts what had been given up", async () => {
    const { keeper, clock, service, reach } = openKeeper();
    service.answer(refuse(400, { message: "no" }));
    await keeper.wake();
    await reach("stopped:bad-request");
    await keeper.wake();
    expect(service.requests).toHaveLength(1);
    clock.advance(1_000);
    service.openStream();
    await keeper.retry();
    await reach("listening");
  });

  test.each([{}, { "retry-after": "600" }])(
    "ends a wait, also an asked one: %j",
    async (headers) => {
      const { keeper, clock, service, reach } = openKeeper();
      service.answer(refuse(503, {}, headers));
      await keeper.wake();
      await reach("waiting:server-error");
      // A person waits for no more than the second between two connections.
      clock.advance(1_000);
      service.openStream();
      await keeper.retry();
      await reach("listening");
      expect(service.requests).toHaveLength(2);
    },
  );
});

describe("what keeps it from starting", () => {
  test("is told, and the next waking tries again", async () => {
    const error = new WorkerError("no-tenant", "There is no tenant yet.");
    let isBroken = true;
    const { keeper, service, troubles, reach } = openKeeper({
      async order() {
        if (isBroken) throw error;
        return follow;
      },
    });
    await keeper.wake();
    expect(troubles).toEqual([error]);
    isBroken = false;
    service.openStream();
    await keeper.wake();
    await reach("listening");
    isBroken = true;
    await keeper.restart();
    expect(troubles).toEqual([error, error]);
  });
});
