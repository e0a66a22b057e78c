import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import {
  followFeed,
  serveFeed,
  type FeedFollower,
  type FeedSource,
} from "../../../../lib/messages/feed-channel.ts";
import { createClock } from "../management/fakes.ts";
import { createPortPair, type FakePort } from "./fake-ports.ts";
import { nextTurn } from "./next-turn.ts";

interface Numbers {
  all: number[];
}

/** Creates a source whose snapshots resolve when the test says so. */
function createSlowSource() {
  const listeners = new Set<(change: number) => void>();
  const asked: PromiseWithResolvers<Numbers>[] = [];
  const source: FeedSource<Numbers, number> = {
    snapshot() {
      const one = Promise.withResolvers<Numbers>();
      asked.push(one);
      return one.promise;
    },
    subscribe(push) {
      listeners.add(push);
      return () => listeners.delete(push);
    },
  };
  return {
    source,
    asked,
    push: (change: number) => {
      for (const listener of listeners) listener(change);
    },
    subscribers: () => listeners.size,
  };
}

describe("serving a feed", () => {
  function serve() {
    const ports = createPortPair();
    const slow = createSlowSource();
    serveFeed(ports.worker, slow.source);
    return { ...ports, ...slow };
  }

  test("a page gets a snapshot at once, then every change with the next number", async () => {
    const { page, asked, push } = serve();
    asked[0]?.resolve({ all: [1] });
    await nextTurn();
    push(2);
    push(3);
    expect(page.received).toEqual([
      { kind: "snapshot", number: 0, body: { all: [1] } },
      { kind: "change", number: 1, body: 2 },
      { kind: "change", number: 2, body: 3 },
    ]);
  });

  test("changes during the reading of a snapshot follow it", async () => {
    const { page, asked, push } = serve();
    push(2);
    push(3);
    expect(page.received).toEqual([]);
    asked[0]?.resolve({ all: [1] });
    await nextTurn();
    expect(page.received).toEqual([
      { kind: "snapshot", number: 0, body: { all: [1] } },
      { kind: "change", number: 1, body: 2 },
      { kind: "change", number: 2, body: 3 },
    ]);
  });

  test("a repeated snapshot has the number of the last change", async () => {
    const { page, asked, push } = serve();
    asked[0]?.resolve({ all: [] });
    await nextTurn();
    push(1);
    page.post({ kind: "snapshot-request" });
    push(2);
    asked[1]?.resolve({ all: [1] });
    await nextTurn();
    expect(page.received.slice(2)).toEqual([
      { kind: "snapshot", number: 1, body: { all: [1] } },
      { kind: "change", number: 2, body: 2 },
    ]);
  });

  test("requests during the reading of a snapshot share that snapshot", async () => {
    const { page, asked, push } = serve();
    page.post({ kind: "snapshot-request" });
    page.post({ kind: "snapshot-request" });
    expect(asked).toHaveLength(1);
    asked[0]?.resolve({ all: [] });
    await nextTurn();
    push(1);
    expect(page.isConnected).toBe(true);
    expect(page.received).toEqual([
      { kind: "snapshot", number: 0, body: { all: [] } },
      { kind: "change", number: 1, body: 1 },
    ]);
  });

  test("a message that is not a request is ignored", async () => {
    const { page, asked } = serve();
    asked[0]?.resolve({ all: [] });
    await nextTurn();
    for (const message of [null, "snapshot-request", { kind: "change" }, { kind: 7 }])
      page.post(message);
    expect(asked).toHaveLength(1);
  });

  test("a failed snapshot ends the connection and the subscription", async () => {
    const { page, asked, subscribers } = serve();
    asked[0]?.reject(new Error("no store"));
    await nextTurn();
    expect(page.isConnected).toBe(false);
    expect(subscribers()).toBe(0);
  });

  test("a page that disconnects is unsubscribed, and its late snapshot is dropped", async () => {
    const { page, asked, subscribers } = serve();
    page.disconnect();
    expect(subscribers()).toBe(0);
    asked[0]?.resolve({ all: [] });
    await nextTurn();
    expect(page.received).toEqual([]);
  });

  test("a change for a disconnected port disturbs neither its sender nor the other pages", async () => {
    const { worker, page } = createPortPair();
    const other = createPortPair();
    const slow = createSlowSource();
    // The browser has closed this port, but has not reported it yet.
    serveFeed({ ...worker, onDisconnect: () => undefined }, slow.source);
    serveFeed(other.worker, slow.source);
    for (const one of slow.asked) one.resolve({ all: [] });
    await nextTurn();
    page.disconnect();
    expect(() => slow.push(1)).not.toThrow();
    expect(other.page.received).toHaveLength(2);
    expect(slow.subscribers()).toBe(1);
  });

  test("a snapshot for a disconnected port is dropped without an error", async () => {
    const { worker, page } = createPortPair();
    const slow = createSlowSource();
    serveFeed({ ...worker, onDisconnect: () => undefined }, slow.source);
    page.disconnect();
    slow.asked[0]?.resolve({ all: [] });
    await nextTurn();
    expect(slow.subscribers()).toBe(0);
  });
});

describe("following a feed", () => {
  function follow(over: Partial<FeedFollower<Numbers, number>> = {}) {
    const clock = createClock();
    const connections: FakePort[] = [];
    const told: unknown[] = [];
    const stop = followFeed<Numbers, number>({
      connect() {
        const { page, worker } = createPortPair();
        connections.push(worker);
        return page;
      },
      schedule: (callback, delayMs) => clock.schedule(callback, delayMs),
      snapshotSchema: z.object({ all: z.array(z.number()) }),
      changeSchema: z.number(),
      onSnapshot: (snapshot) => told.push(snapshot),
      onChange: (change) => told.push(change),
      onInterrupted: () => told.push("interrupted"),
      ...over,
    });
    const worker = () => {
      const latest = connections.at(-1);
      if (latest === undefined) throw new Error("The page has not connected.");
      return latest;
    };
    return { clock, connections, told, stop, worker };
  }
  const snapshot = (number: number, all: number[] = []) => ({
    kind: "snapshot",
    number,
    body: { all },
  });
  const change = (number: number, body: unknown) => ({ kind: "change", number, body });

  test("a snapshot and the changes after it are emitted in order", () => {
    const { told, worker } = follow();
    for (const frame of [snapshot(4, [1]), change(5, 2), change(6, 3)]) worker().post(frame);
    expect(told).toEqual([{ all: [1] }, 2, 3]);
  });

  test("changes before the first snapshot are ignored", () => {
    const { told, worker } = follow();
    worker().post(change(1, 1));
    expect(told).toEqual([]);
    expect(worker().received).toEqual([]);
  });

  test.each([
    { what: "a skipped number", frame: change(3, 1) },
    { what: "a repeated number", frame: change(0, 1) },
    { what: "a change that does not fit", frame: change(1, "one") },
  ])(
    "$what causes one request for a new snapshot, and nothing is emitted until it arrives",
    ({ frame }) => {
      const { told, worker } = follow();
      worker().post(snapshot(0));
      worker().post(frame);
      worker().post(change(4, 4));
      expect(worker().received).toEqual([{ kind: "snapshot-request" }]);
      expect(told).toEqual([{ all: [] }]);
      worker().post(snapshot(4, [4]));
      worker().post(change(5, 5));
      expect(told).toEqual([{ all: [] }, { all: [4] }, 5]);
    },
  );

  test("a message that is not a frame is ignored", () => {
    const { told, worker } = follow();
    for (const message of [null, 7, {}, { kind: "snapshot" }, { kind: "news", number: 1 }])
      worker().post(message);
    expect(told).toEqual([]);
  });

  test("an invalid snapshot is reported as an interruption, and causes a reconnection", () => {
    const { told, clock, connections, worker } = follow();
    worker().post({ kind: "snapshot", number: 0, body: { all: "none" } });
    expect(told).toEqual(["interrupted"]);
    expect(worker().isConnected).toBe(false);
    clock.advance(50);
    expect(connections).toHaveLength(2);
    worker().post(snapshot(0, [1]));
    expect(told).toEqual(["interrupted", { all: [1] }]);
  });

  test("a lost worker is reconnected with growing delays of at most five seconds", () => {
    const { clock, connections, worker } = follow();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      worker().disconnect();
      const known = connections.length;
      let delay = 0;
      while (connections.length === known) {
        clock.advance(50);
        delay += 50;
      }
      delays.push(delay);
    }
    expect(delays).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  test("a snapshot resets the delays", () => {
    const { clock, connections, worker } = follow();
    worker().disconnect();
    clock.advance(50);
    worker().disconnect();
    clock.advance(100);
    worker().post(snapshot(0));
    worker().disconnect();
    clock.advance(50);
    expect(connections).toHaveLength(4);
  });

  test("a failed connection is retried", () => {
    let attempts = 0;
    const { clock, told } = follow({
      connect() {
        attempts += 1;
        throw new Error("Extension context invalidated.");
      },
    });
    clock.advance(50);
    clock.advance(100);
    expect(attempts).toBe(3);
    expect(told).toEqual(["interrupted", "interrupted", "interrupted"]);
  });

  test("a request for a snapshot on a disconnected port does not throw", () => {
    const pair = createPortPair();
    let deliver: (message: unknown) => void = () => undefined;
    follow({
      connect: () => ({ ...pair.page, onMessage: (listener) => (deliver = listener) }),
    });
    pair.worker.disconnect();
    deliver(snapshot(0));
    expect(() => deliver(change(9, 9))).not.toThrow();
  });

  test("stopping disconnects and leaves no timer", () => {
    const { clock, stop, connections, worker } = follow();
    stop();
    expect(worker().isConnected).toBe(false);
    expect(clock.waiting).toBe(0);
    expect(connections).toHaveLength(1);
  });

  test("stopping cancels a pending connection", () => {
    const { clock, stop, connections, worker } = follow();
    worker().disconnect();
    expect(clock.waiting).toBe(1);
    stop();
    expect(clock.waiting).toBe(0);
    clock.advance(10_000);
    expect(connections).toHaveLength(1);
  });

  test("a disconnection and messages after the stop are ignored", () => {
    const listeners: { deliver?: (message: unknown) => void; leave?: () => void } = {};
    const { clock, stop, told } = follow({
      connect: () => ({
        ...createPortPair().page,
        onMessage: (listener) => void (listeners.deliver = listener),
        onDisconnect: (listener) => void (listeners.leave = listener),
      }),
    });
    stop();
    listeners.deliver?.(snapshot(0));
    listeners.leave?.();
    expect(told).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

test("a page ends with the worker's state after any sequence of events", async () => {
  const steps = fc.array(fc.constantFrom("add", "lose", "settle", "reconnect"), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      const clock = createClock();
      const listeners = new Set<(change: number) => void>();
      const stored: number[] = [];
      let isLossy = false;
      let port: FakePort | undefined;
      let shown = new Set<number>();
      const stop = followFeed<Numbers, number>({
        connect() {
          const { page, worker } = createPortPair();
          port = worker;
          serveFeed(
            {
              ...worker,
              post(message) {
                if (!isLossy) worker.post(message);
                isLossy = false;
              },
            },
            {
              snapshot: async () => ({ all: [...stored] }),
              subscribe(push) {
                listeners.add(push);
                return () => listeners.delete(push);
              },
            },
          );
          return page;
        },
        schedule: (callback, delayMs) => clock.schedule(callback, delayMs),
        snapshotSchema: z.object({ all: z.array(z.number()) }),
        changeSchema: z.number(),
        onSnapshot: ({ all }) => (shown = new Set(all)),
        onChange: (added) => shown.add(added),
        onInterrupted: () => undefined,
      });
      const add = () => {
        stored.push(stored.length);
        for (const listener of listeners) listener(stored.length - 1);
      };
      await nextTurn();
      for (const action of actions) {
        if (action === "add") add();
        if (action === "settle") await nextTurn();
        if (action === "reconnect") {
          port?.disconnect();
          clock.advance(5_000);
        }
        if (action === "lose") {
          await nextTurn();
          isLossy = true;
          add();
        }
      }
      await nextTurn();
      // The page notices a lost change by the number of the next one.
      add();
      await nextTurn();
      expect([...shown]).toEqual(stored);
      stop();
      expect(listeners.size).toBe(0);
    }),
    { numRuns: 200 },
  );
});
