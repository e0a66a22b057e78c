import { describe, expect, test } from "vitest";

import {
  createConnectGate,
  type Closing,
  type ConnectGate,
  type GateStore,
} from "../../../../../lib/events/stream/connect-gate.ts";
import { createFakeClock, start } from "../fake-clock.ts";
import { createGateStore } from "../subscription-harness.ts";

const network: Closing = { name: "waiting", why: "network", message: "", isProgress: false };
const limited: Closing = { ...network, why: "rate-limited", askedMs: 60_000 };
const troubled: Closing = { ...network, why: "server-error", askedMs: 60_000 };
const refused: Closing = { name: "stopped", why: "refused", message: "", isProgress: false };

/** Creates a gate, and a function for the next worker's gate on the same store. */
function openGate(store: GateStore = createGateStore()) {
  const clock = createFakeClock();
  const create = () => createConnectGate(store, { clock, random: () => 0.999 });
  return { clock, store, gate: create(), revive: create };
}

async function closeAfter(closing: Closing) {
  const opened = openGate();
  await opened.gate.open();
  await opened.gate.close(closing);
  return opened;
}

test("allows the first connection at once", async () => {
  expect(await openGate().gate.check()).toBeUndefined();
});

test("requires a second between two connections, also in the next worker", async () => {
  const { clock, gate, revive } = openGate();
  await gate.open();
  await gate.accept();
  clock.advance(999);
  for (const each of [gate, revive()]) {
    await each.expedite("person");
    expect(await each.check()).toMatchObject({ name: "waiting", why: "rotation" });
  }
  clock.advance(1);
  for (const each of [gate, revive()]) expect(await each.check()).toBeUndefined();
});

describe("an own stream", () => {
  test("is unknown before the first one", async () => {
    const { gate } = openGate();
    await gate.open();
    expect(await gate.hadStream()).toBe(false);
  });

  test("counts for an hour after its end, also in the next worker", async () => {
    const { clock, gate, revive } = openGate();
    await gate.open();
    await gate.accept();
    clock.advance(7_200_000);
    await gate.close({ name: "waiting", why: "rotation", message: "", isProgress: true });
    clock.advance(3_600_000);
    for (const each of [gate, revive()]) expect(await each.hadStream()).toBe(true);
    clock.advance(1);
    for (const each of [gate, revive()]) expect(await each.hadStream()).toBe(false);
  });

  test("does not count again at the end of a refused connection", async () => {
    const { clock, gate } = openGate();
    await gate.open();
    await gate.accept();
    clock.advance(2_000_000);
    await gate.open();
    await gate.close({ name: "waiting", why: "too-many-streams", message: "", isProgress: false });
    clock.advance(2_000_000);
    expect(await gate.hadStream()).toBe(false);
  });
});

describe("a connection whose worker ends before the response", () => {
  test("blocks the next worker for ten seconds, and a person for one", async () => {
    const { clock, gate, revive } = openGate();
    await gate.open();
    const next = revive();
    await next.expedite("wake");
    expect(await next.check()).toMatchObject({ why: "network", until: start + 10_000 });
    await next.expedite("person");
    expect(await next.check()).toMatchObject({ why: "network", until: start + 1_000 });
    clock.advance(1_000);
    expect(await next.check()).toBeUndefined();
  });

  test.each<[string, number, (gate: ConnectGate) => Promise<void>]>([
    ["as long as the tenant's last response requested", 60_000, async () => {}],
    ["no longer after a stream since then", 10_000, (gate) => gate.accept()],
    ["no longer after a response without a requested wait", 10_000, (gate) => gate.close(network)],
    ["as long after an aborted connection", 60_000, (gate) => gate.abandon()],
  ])("blocks the next worker %s", async (_, ms, live) => {
    const { clock, gate, revive } = await closeAfter(troubled);
    clock.advance(60_000);
    await gate.open();
    await live(gate);
    clock.advance(60_000);
    await gate.open();
    expect(await revive().check()).toMatchObject({ until: clock.now() + ms });
  });

  test("blocks the next worker for the service's `retry:` if that is longer", async () => {
    const { gate, revive } = openGate();
    await gate.open();
    await gate.noteRetry(20_000);
    await gate.close(network);
    await gate.open();
    expect(await revive().check()).toMatchObject({ until: start + 20_000 });
  });
});

test("requires a second after an aborted connection, as after one with a response", async () => {
  const { gate, revive } = openGate();
  await gate.open();
  await gate.abandon();
  expect(await revive().check()).toMatchObject({ why: "rotation", until: start + 1_000 });
});

test.each<[string, Closing, number, number, number]>([
  ["a back-off", network, 1_000, 1_000, 1_000],
  ["a server error that requests a minute", troubled, 60_000, 60_000, 1_000],
  ["a rate limit of a minute", limited, 60_000, 60_000, 60_000],
  ["a refusal", refused, 900_000, 900_000, 1_000],
])(
  "%s ends after %i ms, after a wake at %i ms, for a person at %i ms",
  async (_, closing, itself, woken, asked) => {
    for (const [by, ms] of [
      [undefined, itself],
      ["wake", woken],
      ["person", asked],
    ] as const) {
      const { clock, gate, revive } = await closeAfter(closing);
      if (by !== undefined) await gate.expedite(by);
      clock.advance(ms - 1);
      for (const each of [gate, revive()]) expect(await each.check()).toBeDefined();
      clock.advance(1);
      for (const each of [gate, revive()]) expect(await each.check()).toBeUndefined();
    }
  },
);

test("continues the back-off in the next worker, and resets it after progress", async () => {
  const { clock, gate, revive } = openGate();
  const spans: number[] = [];
  let current = gate;
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await current.open();
    await current.close({ ...network, isProgress: attempt === 6 });
    const state = await current.check();
    if (state === undefined) throw new Error("It does not wait.");
    spans.push(state.until - state.since);
    clock.advance(state.until - clock.now());
    current = revive();
  }
  expect(spans).toEqual([1_000, 1_998, 3_996, 7_992, 15_984, 1_000]);
});

test("waits at least the `retry:`, also after a wake", async () => {
  const { clock, gate } = openGate();
  await gate.open();
  await gate.noteRetry(20_000);
  await gate.close(network);
  await gate.expedite("wake");
  expect(await gate.check()).toMatchObject({ until: start + 20_000 });
  await gate.expedite("person");
  expect(await gate.check()).toMatchObject({ until: start + 1_000 });
  clock.advance(1_000);
  expect(await gate.check()).toBeUndefined();
});

describe("a clock set", () => {
  test("back restarts a wait once", async () => {
    const { clock, gate, revive } = await closeAfter(limited);
    clock.setBack(86_400_000);
    const since = clock.now();
    for (const each of [gate, revive()]) {
      expect(await each.check()).toMatchObject({ since, until: since + 60_000 });
    }
    clock.advance(59_999);
    expect(await revive().check()).toBeDefined();
    clock.advance(1);
    expect(await revive().check()).toBeUndefined();
  });

  test("back during a timer ends the wait with the timer", async () => {
    const { clock, gate } = await closeAfter(limited);
    clock.setBack(86_400_000);
    await gate.expire();
    expect(await gate.check()).toBeUndefined();
  });

  test("back during a connection does not block a person", async () => {
    const { clock, gate } = openGate();
    await gate.open();
    clock.setBack(86_400_000);
    await gate.close(refused);
    await gate.expedite("person");
    expect(await gate.check()).toMatchObject({ until: clock.now() + 1_000 });
  });

  test("forward ends the wait", async () => {
    const { clock, gate } = await closeAfter(limited);
    clock.sleep(86_400_000);
    expect(await gate.check()).toBeUndefined();
  });
});

describe("a store", () => {
  const until = start + 60_000;
  const state = { name: "waiting", why: "rate-limited", message: "", since: start, until };
  const good = { attemptedAt: start, failures: 1 };

  test("is used if it contains a wait", async () => {
    const hold = { state, wakeFrom: until, personFrom: until };
    const { gate } = openGate(createGateStore({ ...good, hold }));
    expect(await gate.check()).toEqual(state);
  });

  test.each<[string, unknown]>([
    ["a text", "soon"],
    ["a record without failures", { attemptedAt: start }],
    ["a wait above the maximum", { state: { ...state, until: start + 3_600_001 } }],
    ["a wait that ends before it begins", { state: { ...state, since: until + 1 } }],
    ["a state that is not a wait", { state: { ...state, name: "listening" } }],
    ["a wait without end", { state: { ...state, until: null } }],
    ["a person waiting longer than a wake", { state, personFrom: until, wakeFrom: start }],
  ])("is ignored if it contains %s", async (_, stored) => {
    const isHold = typeof stored === "object" && stored !== null && "state" in stored;
    const hold = isHold ? { wakeFrom: start, personFrom: start, ...stored } : undefined;
    const { gate } = openGate(createGateStore(hold === undefined ? stored : { ...good, hold }));
    expect(await gate.check()).toBeUndefined();
  });

  test("that fails loses the waits of other workers, and none of this worker", async () => {
    const broken = () => Promise.reject(new Error("broken"));
    const { gate } = openGate({ read: broken, write: broken, remove: broken });
    await gate.open();
    await gate.close(limited);
    expect(await gate.check()).toMatchObject({ why: "rate-limited" });
  });

  test("is cleared with the tenant", async () => {
    const store = createGateStore();
    const { gate } = openGate(store);
    await gate.open();
    await gate.forget();
    expect(store.text).toBeUndefined();
    expect(await gate.check()).toBeUndefined();
  });
});
