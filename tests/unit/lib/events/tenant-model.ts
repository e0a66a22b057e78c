import "fake-indexeddb/auto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { IDBFactory } from "fake-indexeddb";
import * as fc from "fast-check";

import type { EventLog } from "../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import { createConnectGate } from "../../../../lib/events/stream/connect-gate.ts";
import { createSilenceLimit } from "../../../../lib/events/stream/silence-limit.ts";
import {
  createSubscription,
  type Subscription,
} from "../../../../lib/events/stream/subscription.ts";
import { createFakeClock } from "./fake-clock.ts";
import { frameError, frameEvent, frameHeartbeat, makeUserEvent } from "./sample-events.ts";
import { createGateStore, createSilenceStore, passShortPauses } from "./subscription-harness.ts";

const tenantOrigin = "https://tenant.example";
const encoder = new TextEncoder();
const never = new Promise<never>(() => undefined);

/** A step of a scenario: an event of the tenant, or a fault of tenant, network or worker. */
type Step =
  | { do: "emit"; count: number; piece: number; isShuffled: boolean; repeats: number }
  | { do: "cut"; how: "end" | "break" | "mid-frame" | "half-open" | "announced" }
  | { do: "refuse"; status: number }
  | { do: "forget"; asFrame: boolean; alsoByTime: boolean }
  | { do: "kill"; when: "now" | "before-store" | "after-store" }
  | { do: "wait"; ms: number }
  | { do: "heartbeat" | "garbage" | "expire-token" | "pause" | "other-types" };

const emission: fc.Arbitrary<Step> = fc.record({
  do: fc.constant("emit" as const),
  count: fc.integer({ min: 1, max: 6 }),
  piece: fc.integer({ min: 1, max: 900 }),
  isShuffled: fc.boolean(),
  repeats: fc.integer({ min: 0, max: 3 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: emission },
  fc.record({
    do: fc.constant("cut" as const),
    how: fc.constantFrom("end", "break", "mid-frame", "half-open", "announced"),
  }),
  fc.record({
    do: fc.constant("refuse" as const),
    status: fc.constantFrom(429, 500, 503, 403, 200),
  }),
  fc.record({
    do: fc.constant("forget" as const),
    asFrame: fc.boolean(),
    alsoByTime: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("kill" as const),
    when: fc.constantFrom("now", "before-store", "after-store"),
  }),
  fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(100, 2_000, 100_000) }),
  fc.record({
    do: fc.constantFrom("heartbeat", "garbage", "expire-token", "pause", "other-types"),
  }),
);
export const scenario = fc.array(step, { maxLength: 40, size: "max" });

/** The result of a scenario, counted at the tenant, as in the soak. */
export interface ScenarioResult {
  readonly emitted: number;
  /** Events of the tenant that are missing in the log without a forced gap. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Missing events that no gap mark of the log covers. */
  readonly lostOutsideOfGaps: readonly string[];
  readonly gaps: number;
  readonly forcedGaps: number;
  readonly mostConnections: number;
}

/** Plants a fault in the log, to show that the property can fail. */
export type Spoil = (log: EventLog) => EventLog;

interface Connection {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  isOpen: boolean;
  /** False for a half-open connection: the tenant dropped it, and the client does not know. */
  isServed: boolean;
}

interface Worker {
  readonly subscription: Subscription;
  isDead: boolean;
  diesAtStore: "before-store" | "after-store" | undefined;
}

/** Runs the real subscription and log against a miniature tenant, through a list of steps. */
export async function runScenario(
  steps: readonly Step[],
  spoil: Spoil = (log) => log,
): Promise<ScenarioResult> {
  const clock = createFakeClock();
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  const spoiled = spoil(log);
  const emitted: { id: string; time: number; event: Record<string, unknown> }[] = [];
  /** Cursors of an earlier epoch are invalid. Events before `keptFrom` are no longer delivered. */
  let epoch = 0;
  let keptFrom = 0;
  /** The tenant refuses to resume from times before this one. */
  let timeFloor = 0;
  let isLossAFrame = false;
  let validToken = 1;
  let heldToken = 1;
  let refusals: number[] = [];
  let connection: Connection | undefined;
  let openCount = 0;
  let mostConnections = 0;
  let firstPlace: number | undefined;
  const lostCursors = new Set<string>();
  const mayBeLost = new Set<string>();
  let lostFrom = 0;
  let activity = 0;
  let running = 0;
  const gateStore = createGateStore();
  const silenceStore = createSilenceStore();

  const cursorAt = (place: number): string => `${epoch}.${place}`;
  const framesFrom = (place: number, order = emitted.slice(place)): string =>
    order.map(({ event }, at) => frameEvent(cursorAt(place + at + 1), event)).join("");

  function send(text: string, piece = 100_000): void {
    if (connection?.isOpen !== true || !connection.isServed) return;
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length; at += piece) {
      connection.controller.enqueue(bytes.slice(at, at + piece));
    }
  }

  function close(how: "end" | "break"): void {
    if (connection?.isOpen !== true) return;
    if (connection.isServed) openCount -= 1;
    connection.isOpen = false;
    if (how === "end") connection.controller.close();
    else connection.controller.error(new TypeError("terminated"));
  }

  async function answer(url: URL, token: string | null): Promise<Response> {
    if (token !== `Bearer token-${validToken}`) return refuse(401);
    const status = refusals.shift();
    if (status === 200) return new Response("<p>", { headers: { "content-type": "text/html" } });
    if (status !== undefined) return refuse(status);
    const from = url.searchParams.get("from");
    const time = url.searchParams.get("from_timestamp");
    if (from !== null) {
      const [ofEpoch = 0, place = 0] = from.split(".").map(Number);
      if (ofEpoch === epoch) return stream(framesFrom(place));
      if (!lostCursors.has(from)) lostFrom = place;
      lostCursors.add(from);
      for (const { id } of emitted.slice(place, keptFrom)) mayBeLost.add(id);
      return isLossAFrame ? stream(frameError("cursor_expired"), true) : refuse(410);
    }
    if (time !== null) {
      const { isGapMarked } = await log.position(tenantOrigin);
      const isGone = (emitted[keptFrom - 1]?.time ?? 0) >= Date.parse(time);
      // After a refusal, the tenant delivers the rest, or refuses once more.
      if (Date.parse(time) < timeFloor || (isGone && isGapMarked !== true)) {
        if (isGapMarked !== true) {
          lostFrom = firstPlace ?? 0;
          lostCursors.add(time);
        }
        return refuse(410);
      }
      if (isGapMarked === true) {
        for (const { id } of emitted.slice(lostFrom, keptFrom)) mayBeLost.add(id);
      }
      const since = emitted.findIndex((event) => event.time >= Date.parse(time));
      const place = Math.max(keptFrom, since < 0 ? emitted.length : since);
      return stream(framesFrom(place));
    }
    if (firstPlace === undefined) firstPlace = emitted.length;
    else for (const { id } of emitted.slice(lostFrom)) mayBeLost.add(id);
    return stream("");
  }

  function refuse(status: number): Response {
    return Response.json({ statusCode: status }, { status });
  }

  function stream(text: string, isOver = false): Response {
    let mine: Connection | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        mine = { controller, isOpen: true, isServed: true };
      },
      cancel() {
        if (mine?.isOpen !== true) return;
        if (mine.isServed) openCount -= 1;
        mine.isOpen = false;
      },
    });
    connection = mine;
    openCount += 1;
    mostConnections = Math.max(mostConnections, openCount);
    send(`:connected\n\nretry: 1000\n\n${text}`, 700);
    if (isOver) close("end");
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  let eventTypes: readonly string[] = [];
  /** Starts a worker. Once it is killed, its ports never answer again. */
  function startWorker(): Worker {
    const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      if (worker.isDead) return never;
      activity += 1;
      running += 1;
      const value = await work().finally(() => {
        if (!worker.isDead) running -= 1;
      });
      return worker.isDead ? never : value;
    };
    const subscription = createSubscription({
      tenantId: tenantOrigin,
      baseUrl: `${tenantOrigin}/api/v2`,
      eventTypes,
      fetch: (url, init) =>
        alive(async () => answer(new URL(url), new Headers(init.headers).get("authorization"))),
      clock: passShortPauses({
        now: () => clock.now(),
        schedule: (callback, ms) => clock.schedule(() => worker.isDead || callback(), ms),
      }),
      gate: createConnectGate(
        {
          read: () => alive(() => gateStore.read()),
          write: (record) => alive(() => gateStore.write(record)),
          remove: () => alive(() => gateStore.remove()),
        },
        { clock, random: () => 0.5 },
      ),
      silence: createSilenceLimit({
        read: () => alive(() => silenceStore.read()),
        write: (record) => alive(() => silenceStore.write(record)),
        remove: () => alive(() => silenceStore.remove()),
      }),
      accessToken: ({ renew }) =>
        alive(async () => {
          if (renew) heldToken = validToken;
          return `token-${heldToken}`;
        }),
      log: {
        ...spoiled,
        position: (tenantId) => alive(() => spoiled.position(tenantId)),
        append: (tenantId, batch) =>
          alive(async () => {
            if (worker.diesAtStore === "before-store") return kill(worker);
            const result = await spoiled.append(tenantId, batch);
            return worker.diesAtStore === "after-store" ? kill(worker) : result;
          }),
      },
    });
    const worker: Worker = { subscription, isDead: false, diesAtStore: undefined };
    subscription.start();
    return worker;
  }

  function kill(worker: Worker): Promise<never> {
    worker.isDead = true;
    running = 0;
    close("break");
    return never;
  }

  /** Waits until nothing more happens without the clock. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      const before = activity;
      await nextTurn();
      if (running > 0 || activity !== before) quiet = 0;
    }
  }

  let worker = startWorker();
  await settle();
  // The first subscription starts from now: only later events must arrive.
  for (const one of steps) {
    switch (one.do) {
      case "emit": {
        const place = emitted.length;
        for (let count = 0; count < one.count; count += 1) {
          clock.advance(10);
          const id = `evt_${emitted.length + 1}`;
          const time = new Date(clock.now()).toISOString();
          emitted.push({ id, time: clock.now(), event: makeUserEvent(id, { time }) });
        }
        const fresh = emitted.slice(place);
        if (one.isShuffled) {
          // One piece: the events share one cursor, which is valid only behind the last.
          const offset = cursorAt(emitted.length);
          send(
            fresh
              .toReversed()
              .map(({ event }) => frameEvent(offset, event))
              .join(""),
          );
        } else {
          const again = Math.max(keptFrom, firstPlace ?? 0, place - one.repeats);
          send(framesFrom(again), one.piece);
        }
        break;
      }
      case "cut":
        if (one.how === "half-open") {
          if (connection?.isOpen === true && connection.isServed) {
            connection.isServed = false;
            openCount -= 1;
          }
        } else if (one.how === "announced") {
          send(frameError("connection_timeout", cursorAt(emitted.length)));
          close("end");
        } else {
          if (one.how === "mid-frame")
            send(framesFrom(Math.max(0, emitted.length - 1)).slice(0, 99));
          close(one.how === "end" ? "end" : "break");
        }
        break;
      case "refuse":
        refusals.push(one.status);
        break;
      case "forget":
        // The open connection ends, and the client learns of the loss when it reconnects.
        close("end");
        await settle();
        epoch += 1;
        keptFrom = emitted.length;
        isLossAFrame = one.asFrame;
        if (one.alsoByTime) timeFloor = clock.now();
        break;
      case "kill":
        if (one.when === "now") void kill(worker);
        else worker.diesAtStore = one.when;
        break;
      case "wait":
        clock.advance(one.ms);
        break;
      case "heartbeat":
        send(frameHeartbeat(cursorAt(emitted.length)));
        break;
      case "garbage":
        send("data: {\n\n");
        break;
      case "expire-token":
        validToken += 1;
        close("end");
        break;
      case "pause":
        await worker.subscription.stop();
        worker.subscription.start();
        break;
      case "other-types":
        await worker.subscription.stop();
        eventTypes = clock.now() % 2 === 0 ? [] : ["user.created"];
        worker = startWorker();
        break;
    }
    await settle();
    if (worker.isDead) {
      worker = startWorker();
      await settle();
    }
  }

  // After the last fault, all missing events must arrive.
  refusals = [];
  worker.diesAtStore = undefined;
  for (let round = 0; round < 20; round += 1) {
    send(framesFrom(Math.max(keptFrom, emitted.length - 1)));
    await settle();
    clock.advance(100_000);
    await settle();
  }
  await worker.subscription.stop();

  const stored: string[] = [];
  for await (const events of log.chunks(tenantOrigin)) {
    stored.push(...events.map(({ id }) => id.replace(/#.*$/u, "")));
  }
  const marks = await log.marks(tenantOrigin);
  log.close();
  const gaps = marks.filter((mark) => mark.kind === "gap");
  const known = new Set(stored);
  const missing = emitted.slice(firstPlace).filter(({ id }) => !known.has(id));
  return {
    emitted: emitted.length,
    lost: missing.filter(({ id }) => !mayBeLost.has(id)).map(({ id }) => id),
    twice: stored.filter((id, at) => stored.indexOf(id) !== at),
    lostOutsideOfGaps: missing
      .filter(
        ({ time }) =>
          !gaps.some(
            ({ from, to }) =>
              (from === undefined || Date.parse(from) <= time) && time <= Date.parse(to),
          ),
      )
      .map(({ id }) => id),
    gaps: gaps.length,
    forcedGaps: lostCursors.size,
    mostConnections,
  };
}
