import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, onTestFinished, test } from "vitest";

import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import type { SubscriptionState } from "../../../../lib/events/stream/subscription-state.ts";
import {
  createTenantStream,
  type TenantStreamOptions,
  type StreamPlan,
} from "../../../../lib/worker/tenant-stream.ts";
import type { WorkerPorts } from "../../../../lib/worker/ports.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { createFakeService, refuse } from "../events/fake-service.ts";
import { createGateStore, createSilenceStore, isSpacing } from "../events/subscription-harness.ts";
import { createClock } from "../management/fakes.ts";
import { sampleTenant } from "../messages/sample-activity.ts";

const tenant = { ...sampleTenant, origin: "https://acme.example" };

const follow: StreamPlan = { kind: "follow", tenant, accessToken: async () => "a-token" };
const rest: StreamPlan = {
  kind: "idle",
  state: { name: "stopped", since: 1, why: "not-started", message: "" },
};

function openStream({
  withLock = (_name, _signal, run) => run(),
  ...over
}: Partial<TenantStreamOptions> & Partial<Pick<WorkerPorts, "withLock">> = {}) {
  const clock = createClock();
  const service = createFakeService();
  const indexedDB = new IDBFactory();
  const states: SubscriptionState[] = [];
  const troubles: unknown[] = [];
  let checks: (() => void)[] = [];
  const world = { isAllowed: true, hasTarget: true };
  const stream = createTenantStream({
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
    silenceStore: createSilenceStore(),
    plan: async () => (world.hasTarget ? follow : rest),
    onState(state) {
      states.push(state);
      for (const check of checks) check();
      // Pass the time between two connections, after the timer of the wait is set.
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
    await stream.restart();
    expect(clock.waiting, "timers left behind").toBe(0);
    expect(service.unanswered).toEqual([]);
  });
  return {
    clock,
    service,
    states,
    troubles,
    world,
    stream,
    /** Waits for a state by its name or by `name:why`. */
    reach: (wanted: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          const { state } = stream;
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

describe("the subscription of a tenant", () => {
  test("is off if there is nothing to subscribe to", async () => {
    const { stream, world, service } = openStream();
    world.hasTarget = false;
    await stream.wake();
    expect(stream.state).toMatchObject({ name: "stopped", why: "not-started" });
    expect(service.requests).toEqual([]);
  });

  test("keeps the start time of its pause through wake-ups, and reports it once", async () => {
    const paused = (since: number): StreamPlan => ({
      kind: "idle",
      state: { name: "stopped", since, why: "asked", message: "It is paused." },
    });
    let isPaused = true;
    const { stream, clock, states, service, reach } = openStream({
      plan: async () => (isPaused ? paused(clock.now()) : follow),
    });
    const start = clock.now();
    await stream.wake();
    clock.advance(30_000);
    await stream.wake();
    await stream.restart();
    expect(states).toEqual([
      { name: "stopped", since: start, why: "asked", message: "It is paused." },
    ]);
    isPaused = false;
    service.openStream();
    await stream.wake();
    await reach("listening");
    isPaused = true;
    await stream.restart();
    expect(stream.state).toMatchObject({ why: "asked", since: start + 30_000 });
  });

  test("uses the tenant's own domain with its token", async () => {
    const { stream, service, reach } = openStream();
    service.openStream();
    await stream.wake();
    await reach("listening");
    expect(service.requests.map(({ url }) => url.href)).toEqual([
      "https://acme.example/api/v2/events",
    ]);
    expect(new Headers(service.requests[0]?.init.headers).get("authorization")).toBe(
      "Bearer a-token",
    );
  });

  test("stays one, regardless of concurrent wake-ups", async () => {
    const { stream, service, reach } = openStream();
    service.openStream();
    await Promise.all([stream.wake(), stream.retry(), stream.wake()]);
    await reach("listening");
    await stream.wake();
    expect(service.requests).toHaveLength(1);
  });

  test("is closed before the next one opens on a restart", async () => {
    const { stream, service, reach } = openStream();
    const first = service.openStream();
    await stream.wake();
    await reach("listening");
    service.openStream();
    await stream.restart();
    expect(first.isCancelled).toBe(true);
    await reach("listening");
    expect(service.requests).toHaveLength(2);
  });

  test("is not opened without the permission, and the message names the button that grants it", async () => {
    const { stream, world, service, reach } = openStream();
    world.isAllowed = false;
    await stream.wake();
    expect(stream.state).toMatchObject({
      name: "stopped",
      why: "no-permission",
      message: expect.stringMatching(/https:\/\/acme\.example was removed\. Select “Grant access”/),
    });
    expect(service.requests).toEqual([]);
    world.isAllowed = true;
    service.openStream();
    await stream.wake();
    await reach("listening");
  });
});

test("that was ended closes its connection and never starts again", async () => {
  const { stream, service, reach } = openStream();
  const connection = service.openStream();
  await stream.wake();
  await reach("listening");
  await stream.end();
  expect(connection.isCancelled).toBe(true);
  await stream.wake();
  await stream.retry();
  await stream.restart();
  expect(service.requests).toHaveLength(1);
});

test("that was ended does not store a requested position", async () => {
  const { stream, service, reach } = openStream({ openLog: () => openOnce() });
  const indexedDB = new IDBFactory();
  let openings = 0;
  function openOnce() {
    openings += 1;
    return openEventLog({ indexedDB });
  }
  service.openStream();
  await stream.wake();
  await reach("listening");
  const ending = stream.end();
  const resuming = stream.resumeFrom({ kind: "now" });
  await Promise.all([ending, resuming]);
  expect(openings).toBe(1);
});

test("can be ended while a position waits for another connection, and the position is then stored", async () => {
  const indexedDB = new IDBFactory();
  const { stream, service, reach } = openStream({
    openLog: () => openEventLog({ indexedDB }),
    withLock: (_name, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("Ended.", "AbortError")));
      }),
  });
  await stream.wake();
  await reach("parked:other-connection");
  const resuming = stream.resumeFrom({ kind: "cursor", cursor: "other" });
  await stream.end();
  await resuming;
  expect(service.requests).toEqual([]);
  const log = await openEventLog({ indexedDB });
  expect(await log.position(tenant.id)).toEqual({ cursor: "other" });
  log.close();
});

describe("trying again", () => {
  test("restarts a stopped stream", async () => {
    const { stream, clock, service, reach } = openStream();
    service.answer(refuse(400, { message: "no" }));
    await stream.wake();
    await reach("stopped:bad-request");
    await stream.wake();
    expect(service.requests).toHaveLength(1);
    clock.advance(1_000);
    service.openStream();
    await stream.retry();
    await reach("listening");
  });

  test.each([{}, { "retry-after": "600" }])(
    "ends a wait, even a requested wait: %j",
    async (headers) => {
      const { stream, clock, service, reach } = openStream();
      service.answer(refuse(503, {}, headers));
      await stream.wake();
      await reach("waiting:server-error");
      // A retry by the user waits only for the second between two connections.
      clock.advance(1_000);
      service.openStream();
      await stream.retry();
      await reach("listening");
      expect(service.requests).toHaveLength(2);
    },
  );
});

describe("a failure that prevents the start", () => {
  test("is reported, and the next wake-up tries again", async () => {
    const error = new WorkerError("no-tenant", "There is no tenant yet.");
    let isBroken = true;
    const { stream, service, troubles, reach } = openStream({
      async plan() {
        if (isBroken) throw error;
        return follow;
      },
    });
    await stream.wake();
    expect(troubles).toEqual([error]);
    isBroken = false;
    service.openStream();
    await stream.wake();
    await reach("listening");
    isBroken = true;
    await stream.restart();
    expect(troubles).toEqual([error, error]);
  });
});
