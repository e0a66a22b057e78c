import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished } from "vitest";

import type { AppendResult, EventLog } from "../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import { createConnectGate, type GateStore } from "../../../../lib/events/stream/connect-gate.ts";
import {
  createSilenceLimit,
  type SilenceStore,
} from "../../../../lib/events/stream/silence-limit.ts";
import {
  createSubscription,
  type SubscriptionOptions,
} from "../../../../lib/events/stream/subscription.ts";
import type { SubscriptionState } from "../../../../lib/events/stream/subscription-state.ts";
import type { Clock } from "../../../../lib/http/clock.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createFakeService } from "./fake-service.ts";
import { frameEvent, makeUserEvent } from "./sample-events.ts";

export const testToken = "secret-token";
export const tenantId = "local";

export type Harness = Awaited<ReturnType<typeof createHarness>>;

/** Creates the frame of an event about a new user, with its cursor. */
export function frameOf(id: string, over: Record<string, unknown> = {}): string {
  return frameEvent(`o${id}`, makeUserEvent(id, over));
}

/** Returns the query of a request. */
export function readQuery(url: URL | undefined): Record<string, string> {
  return Object.fromEntries(url?.searchParams ?? []);
}

/** Creates a store that keeps a record as JSON. */
function createJsonStore(stored: unknown) {
  const store = {
    text: stored === undefined ? undefined : JSON.stringify(stored),
    read: async (): Promise<unknown> =>
      store.text === undefined ? undefined : JSON.parse(store.text),
    async write(record: unknown) {
      store.text = JSON.stringify(record);
    },
    async remove() {
      store.text = undefined;
    },
  };
  return store;
}

/** Creates a store for the record of a gate. */
export const createGateStore: (stored?: unknown) => GateStore & { text: string | undefined } =
  createJsonStore;

/** Creates a store for what a limit learned. */
export const createSilenceStore: (stored?: unknown) => SilenceStore & { text: string | undefined } =
  createJsonStore;

/** Passes a pause that only spares the machine (between two reads) without the test's help. */
export function passShortPauses(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    schedule(callback, ms) {
      if (ms > 20) return clock.schedule(callback, ms);
      const pause = setImmediate(callback);
      return () => clearImmediate(pause);
    },
  };
}

/** Creates a subscription with a real log; the test controls all other ports. */
export async function createHarness({
  random = () => 0.5,
  gateStore = createGateStore(),
  silenceStore = createSilenceStore(),
  clock = createFakeClock(),
  isSpacingPassed = true,
  isPausePassed = true,
  ...over
}: Partial<SubscriptionOptions> & {
  random?: () => number;
  gateStore?: GateStore;
  silenceStore?: SilenceStore;
  clock?: FakeClock;
  /** Ends the minimum wait between two connections without the test's help. */
  isSpacingPassed?: boolean;
  /** Ends the pauses between two reads without the test's help. */
  isPausePassed?: boolean;
} = {}) {
  const service = createFakeService();
  const log: EventLog = over.log ?? (await openEventLog({ indexedDB: new IDBFactory() }));
  const states: SubscriptionState[] = [];
  const reported: AppendResult[] = [];
  const renewals: boolean[] = [];
  let checks: (() => void)[] = [];

  const look = (): void => {
    for (const check of checks) check();
  };
  const subscription = createSubscription({
    tenantId: tenantId,
    baseUrl: "https://tenant.example/api/v2",
    fetch: (url, init) => service.fetch(url, init),
    clock: isPausePassed ? passShortPauses(clock) : clock,
    gate: createConnectGate(gateStore, { clock, random }),
    silence: createSilenceLimit(silenceStore),
    accessToken: async ({ renew }) => {
      renewals.push(renew);
      return testToken;
    },
    ...over,
    log,
    onChange(state) {
      states.push(state);
      over.onChange?.(state);
      look();
      // The timer of the wait starts after the state is reported.
      if (isSpacingPassed && isSpacing(state)) queueMicrotask(passWait);
    },
    onStored(result) {
      reported.push(result);
      look();
    },
  });

  function passWait(): void {
    const { state } = subscription;
    if (!("until" in state) || state.until === undefined) {
      throw new Error(`It does not wait, it is ${nameOf(state)}.`);
    }
    clock.advance(state.until - clock.now());
  }

  /** Waits for a condition, which is checked at each report of the subscription. */
  function until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        checks = checks.filter((other) => other !== check);
        resolve();
      };
      checks.push(check);
      check();
    });
  }

  onTestFinished(async () => {
    await subscription.stop();
    log.close();
    expect(service.unanswered).toEqual([]);
    expect(clock.pending, "timers left behind").toBe(0);
    expect(JSON.stringify(states), "states contain no token").not.toContain(testToken);
  });

  return {
    clock,
    service,
    log,
    states,
    reported,
    renewals,
    subscription,
    until,
    /** Waits for a state by its name, or by `name:why`. */
    async reach(wanted: string): Promise<SubscriptionState> {
      await until(() => nameOf(subscription.state) === wanted);
      return subscription.state;
    },
    ids: () => reported.flatMap(({ stored }) => stored.map(({ id }) => id)),
    /** Advances the clock to the end of the current wait. */
    passWait,
  };
}

/** Creates a subscription that listens and has stored one event. */
export async function listen(over: Parameters<typeof createHarness>[0] = {}) {
  const h = await createHarness(over);
  const stream = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  stream.send(frameOf("1"));
  await h.until(() => h.ids().length === 1);
  return { ...h, stream };
}

/** Returns true for the minimum wait between two connections. */
export function isSpacing(state: SubscriptionState): boolean {
  return state.name === "waiting" && state.message.includes("waits before the next connection");
}

export function nameOf(state: SubscriptionState): string {
  return "why" in state ? `${state.name}:${state.why}` : state.name;
}
