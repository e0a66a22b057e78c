import * as z from "zod/mini";

import type { Clock } from "../../http/clock.ts";
import { computeRetryDelay, longestRetryAfterMs, minDelayMs } from "./retry-delay.ts";
import {
  heldStateSchema,
  type HeldState,
  type StopReason,
  type WaitReason,
} from "./subscription-state.ts";

/** The origin of an early connection request: an alarm or an opened page (`wake`), or the user. */
export type Initiative = "wake" | "person";

/**
 * A wait: the state to show, and the time (Unix time in ms) from which each initiative may end it.
 */
const holdSchema = z
  .object({ state: heldStateSchema, wakeFrom: z.number(), personFrom: z.number() })
  .check(
    z.refine(({ state: { since, until }, wakeFrom, personFrom }) => {
      const isOrdered = since <= until && personFrom <= wakeFrom && wakeFrom <= until;
      return isOrdered && until - since <= longestRetryAfterMs;
    }),
  );
type Hold = z.infer<typeof holdSchema>;

const gateRecordSchema = z.object({
  /** The start of the last connection. */
  attemptedAt: z.number(),
  /** The time at which the last stream was known to be open. */
  streamAt: z.optional(z.number()),
  /** The number of attempts in a row that made no progress. */
  failures: z.int().check(z.minimum(0)),
  /** The last `retry:` field of the service. */
  retryMs: z.optional(z.number().check(z.minimum(0))),
  /** The wait that the service requested in its last response. */
  askedMs: z.optional(z.number().check(z.minimum(0), z.maximum(longestRetryAfterMs))),
  hold: z.optional(holdSchema),
});
export type GateRecord = z.infer<typeof gateRecordSchema>;

/** Stores the record of one tenant beyond the life of the worker. The gate validates it. */
export interface GateStore {
  read(): Promise<unknown>;
  write(record: GateRecord): Promise<void>;
  remove(): Promise<void>;
}

/** The facts about the end of a connection that determine the wait for the next one. */
export type Closing = {
  readonly message: string;
  /** The wait that the service requests, in milliseconds. */
  readonly askedMs?: number | undefined;
  /** True if the connection delivered data or lasted a while; this resets the back-off. */
  readonly isProgress: boolean;
} & (
  | { readonly name: "waiting"; readonly why: WaitReason }
  /** A refusal blocks for a fixed time, without a back-off. */
  | { readonly name: "stopped"; readonly why: StopReason }
);

/**
 * Decides when the next connection to a tenant may be made, and gives the reason for a wait. Only
 * the gate decides about waits. It stores each decision, so that the next worker decides the same.
 */
export interface ConnectGate {
  /** Returns the state to show during a wait; undefined if a connection may be made now. */
  check(): Promise<HeldState | undefined>;
  /** Shortens the wait. A rate limit cannot be shortened, a refusal only by the user. */
  expedite(by: Initiative): Promise<void>;
  /** Ends a wait whose timer fired. Ignores the clock, which may have been set meanwhile. */
  expire(): Promise<void>;
  /**
   * Records the start of a connection. The browser may stop this worker before the worker reads a
   * `Retry-After`. Until a response is recorded, the next worker therefore waits as long as the
   * previous response requested.
   */
  open(): Promise<void>;
  /** Records a response with a stream. The next worker then waits only the minimum spacing. */
  accept(): Promise<void>;
  /** Returns true if a stream was open within the last hour. */
  hadStream(): Promise<boolean>;
  /** Records that this worker aborted its own connection, so that no response is outstanding. */
  abandon(): Promise<void>;
  /** Records the `retry:` field of the service. */
  noteRetry(ms: number): Promise<void>;
  /** Records the end of the connection, and begins the wait for the next one. */
  close(closing: Closing): Promise<void>;
  /** Removes the stored record. */
  forget(): Promise<void>;
}

/** How long a refusal blocks reconnecting before the stream is tried again. */
const refusalMs = 15 * 60_000;
/** How long an accepted stream shows that scope and plan are right. */
const recentMs = 3_600_000;
/** The minimum time for which an unanswered connection blocks the next worker. */
const unansweredMs = 10_000;
const spacingMessage = "The subscription waits before the next connection.";
const unansweredMessage =
  "The browser stopped the extension before the tenant responded. The subscription will reconnect.";

/** Creates the gate of one tenant. */
export function createConnectGate(
  store: GateStore,
  { clock, random }: { clock: Pick<Clock, "now">; random: () => number },
): ConnectGate {
  let loading: Promise<GateRecord | undefined> | undefined;
  let record: GateRecord | undefined;

  async function load(): Promise<GateRecord | undefined> {
    // An unreadable record is ignored; the cost is one request that comes too early.
    loading ??= store.read().then(
      (stored) => gateRecordSchema.safeParse(stored).data,
      () => undefined,
    );
    const stored = await loading;
    record ??= stored;
    return record;
  }

  /** Changes the record. If storing fails, the change still applies in this worker. */
  async function change(next: (known: GateRecord, now: number) => GateRecord): Promise<void> {
    const known = (await load()) ?? { attemptedAt: clock.now(), failures: 0 };
    const { hold, ...others } = next(known, clock.now());
    record = hold === undefined ? others : { ...others, hold };
    await store.write(record).catch(() => undefined);
  }

  return {
    async check() {
      const now = clock.now();
      const since = (await load())?.hold?.state.since ?? now;
      // The clock was set back. The restart is stored at once, or each check would restart the
      // wait.
      if (since > now) await change(restartHold);
      const state = record?.hold?.state;
      return state !== undefined && state.until > now ? state : undefined;
    },
    async expedite(by) {
      const hold = (await load())?.hold;
      if (hold === undefined) return;
      const from = by === "person" ? hold.personFrom : hold.wakeFrom;
      const until = Math.max(from, Math.min(clock.now(), hold.state.until));
      if (until === hold.state.until) return;
      await change((known) => ({ ...known, hold: endHold(hold, until) }));
    },
    expire: () => change(({ hold: _over, ...others }) => others),
    open: () =>
      change((known, now) => {
        const begun = { ...known, attemptedAt: now };
        return { ...begun, hold: holdUnanswered(begun) };
      }),
    accept: () =>
      change(({ askedMs: _over, ...known }, now) => ({
        ...known,
        streamAt: now,
        hold: holdForSpacing(known),
      })),
    async hadStream() {
      const streamAt = (await load())?.streamAt;
      return streamAt !== undefined && clock.now() - streamAt <= recentMs;
    },
    abandon: () => change((known) => ({ ...known, hold: holdForSpacing(known) })),
    async noteRetry(retryMs) {
      if ((await load())?.retryMs === retryMs) return;
      await change((known) => ({ ...known, retryMs, hold: holdForSpacing({ ...known, retryMs }) }));
    },
    close: (closing) =>
      change(({ askedMs: _over, ...known }, now) => {
        const { isProgress, askedMs } = closing;
        const failures = isProgress ? 0 : known.failures + 1;
        const { streamAt = -1, attemptedAt } = known;
        const next = {
          ...known,
          failures,
          ...(streamAt < attemptedAt ? {} : { streamAt: now }),
          ...(askedMs === undefined ? {} : { askedMs }),
        };
        return { ...next, hold: holdFor(closing, next, now) };
      }),
    async forget() {
      record = undefined;
      loading = Promise.resolve(undefined);
      await store.remove();
    },
  };

  function holdFor(closing: Closing, known: GateRecord, now: number): Hold {
    const { message, askedMs, why } = closing;
    const floor = computeRetryDelay(0, known.retryMs, 0);
    const backOff = computeRetryDelay(known.failures, known.retryMs, random());
    const ms = closing.name === "stopped" ? refusalMs : Math.max(askedMs ?? backOff, floor);
    const until = now + ms;
    // The clock may have been set back since the connection began.
    const spaced = Math.min(until, Math.max(now, Math.min(known.attemptedAt, now) + minDelayMs));
    const isAsked = why === "rate-limited" || askedMs !== undefined;
    const paced = known.retryMs === undefined ? spaced : now + floor;
    const times = { since: now, until, message };
    return {
      state:
        closing.name === "waiting"
          ? { name: closing.name, why: closing.why, ...times }
          : { name: closing.name, why: closing.why, ...times },
      wakeFrom: isAsked || closing.name === "stopped" ? until : paced,
      personFrom: why === "rate-limited" ? until : spaced,
    };
  }
}

/**
 * Returns the wait that remains after a connection that ends together with its worker. The delay
 * of the service's `retry:` counts from the start of the connection.
 */
function holdForSpacing({ attemptedAt, retryMs }: GateRecord): Hold {
  const until = attemptedAt + computeRetryDelay(0, retryMs, 0);
  const times = { since: attemptedAt, until, message: spacingMessage };
  return {
    state: { name: "waiting", why: "rotation", ...times },
    wakeFrom: until,
    personFrom: attemptedAt + minDelayMs,
  };
}

/** Returns the wait that remains if the worker ends before the service responds. */
function holdUnanswered({ attemptedAt, retryMs, askedMs = unansweredMs }: GateRecord): Hold {
  const ms = Math.max(unansweredMs, askedMs, computeRetryDelay(0, retryMs, 0));
  const until = attemptedAt + ms;
  const times = { since: attemptedAt, until, message: unansweredMessage };
  return {
    state: { name: "waiting", why: "network", ...times },
    wakeFrom: until,
    personFrom: attemptedAt + minDelayMs,
  };
}

function endHold({ state, wakeFrom, personFrom }: Hold, until: number): Hold {
  return {
    state: { ...state, until },
    wakeFrom: Math.min(wakeFrom, until),
    personFrom: Math.min(personFrom, until),
  };
}

/** Moves a wait that begins in the future, so that it begins now. */
function restartHold({ hold, ...others }: GateRecord, now: number): GateRecord {
  if (hold === undefined) return others;
  const { state, wakeFrom, personFrom } = hold;
  const ms = Math.min(0, now - state.since);
  return {
    ...others,
    hold: {
      state: { ...state, since: state.since + ms, until: state.until + ms },
      wakeFrom: wakeFrom + ms,
      personFrom: personFrom + ms,
    },
  };
}
