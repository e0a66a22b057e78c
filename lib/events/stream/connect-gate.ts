import * as z from "zod/mini";

import type { Clock } from "../ports.ts";
import { computeRetryDelay, LONGEST_RETRY_AFTER_MS, MIN_DELAY_MS } from "./retry-delay.ts";
import {
  heldStateSchema,
  type HeldState,
  type StopReason,
  type WaitReason,
} from "./subscription-state.ts";

/** What asks for a connection before its time: an alarm or an opened page, or a person. */
export type Initiative = "wake" | "person";

/** A wait: the state shown meanwhile, and from when each initiative may cut it short (Unix time in ms). */
const holdSchema = z
  .object({ state: heldStateSchema, wakeFrom: z.number(), personFrom: z.number() })
  .check(
    z.refine(({ state: { since, until }, wakeFrom, personFrom }) => {
      const isOrdered = since <= until && personFrom <= wakeFrom && wakeFrom <= until;
      return isOrdered && until - since <= LONGEST_RETRY_AFTER_MS;
    }),
  );
type Hold = z.infer<typeof holdSchema>;

const gateRecordSchema = z.object({
  /** When the last connection was begun. */
  attemptedAt: z.number(),
  /** Attempts in a row that made no progress. */
  failures: z.int().check(z.minimum(0)),
  /** The service's last `retry:`. */
  retryMs: z.optional(z.number().check(z.minimum(0))),
  /** How long the service asked to wait in its last answer. */
  askedMs: z.optional(z.number().check(z.minimum(0), z.maximum(LONGEST_RETRY_AFTER_MS))),
  hold: z.optional(holdSchema),
});
export type GateRecord = z.infer<typeof gateRecordSchema>;

/** Keeps one tenant's record beyond the worker's life. The gate parses what it reads. */
export interface GateStore {
  read(): Promise<unknown>;
  write(record: GateRecord): Promise<void>;
  remove(): Promise<void>;
}

/** How a connection ended, as far as the next one has to wait for it. */
export type Closing = {
  readonly message: string;
  /** How long the service asks to wait, in milliseconds. */
  readonly askedMs?: number | undefined;
  /** The connection brought something, or lived for a while: the back-off starts again. */
  readonly isProgress: boolean;
} & (
  | { readonly name: "waiting"; readonly why: WaitReason }
  /** A refusal holds for a while; anything else backs off. */
  | { readonly name: "stopped"; readonly why: StopReason }
);

/**
 * Decides when a tenant may be asked for its stream, and says why not sooner: the one owner of every wait. Each decision is
 * stored, so that the next worker decides the same.
 */
export interface ConnectGate {
  /** Returns the state to show while no connection may be made; undefined when one may be made now. */
  check(): Promise<HeldState | undefined>;
  /** Shortens the wait as far as it yields to the initiative: a rate limit to none, a refusal to a person. */
  expedite(by: Initiative): Promise<void>;
  /** Ends a wait that has passed by a timer, wherever the clock was set meanwhile. */
  expire(): Promise<void>;
  /**
   * Notes that a connection begins. Until its answer is noted, the next worker waits as long as
   * the last answer asked for: this worker may be stopped before it reads a `Retry-After`.
   */
  open(): Promise<void>;
  /** Notes that the service answered with a stream: the next worker waits for its turn alone. */
  accept(): Promise<void>;
  /** Notes that this worker gave up its own connection, so that no answer is missed. */
  abandon(): Promise<void>;
  /** Notes the service's `retry:`. */
  noteRetry(ms: number): Promise<void>;
  /** Notes how the connection ended, and begins the wait for the next one. */
  close(closing: Closing): Promise<void>;
  /** Removes what is stored. */
  forget(): Promise<void>;
}

/** How long a refusal blocks reconnecting before the stream is tried again. */
const REFUSAL_MS = 15 * 60_000;
/** How long an unanswered connection blocks the next worker if the service asked for less. */
const UNANSWERED_MS = 10_000;
const SPACING = "The subscription leaves some time between two connections.";
const UNANSWERED =
  "The browser stopped this extension before the tenant answered. The subscription connects again by itself.";

export function createConnectGate(
  store: GateStore,
  { clock, random }: { clock: Pick<Clock, "now">; random: () => number },
): ConnectGate {
  let loading: Promise<GateRecord | undefined> | undefined;
  let record: GateRecord | undefined;

  async function load(): Promise<GateRecord | undefined> {
    // A record that cannot be read costs one request too many.
    loading ??= store.read().then(
      (stored) => gateRecordSchema.safeParse(stored).data,
      () => undefined,
    );
    const stored = await loading;
    record ??= stored;
    return record;
  }

  /** Changes the record. If it cannot be stored, this worker alone knows of it. */
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
      // The clock was set back. Stored at once: the wait starts again from here, and only once.
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
    accept: () => change(({ askedMs: _over, ...known }) => ({ ...known, hold: spaceOut(known) })),
    abandon: () => change((known) => ({ ...known, hold: spaceOut(known) })),
    async noteRetry(retryMs) {
      if ((await load())?.retryMs === retryMs) return;
      await change((known) => ({ ...known, retryMs, hold: spaceOut({ ...known, retryMs }) }));
    },
    close: (closing) =>
      change(({ askedMs: _over, ...known }, now) => {
        const { isProgress, askedMs } = closing;
        const failures = isProgress ? 0 : known.failures + 1;
        const next = { ...known, failures, ...(askedMs === undefined ? {} : { askedMs }) };
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
    const ms = closing.name === "stopped" ? REFUSAL_MS : Math.max(askedMs ?? backOff, floor);
    const until = now + ms;
    // The clock may have been set back since the connection began.
    const spaced = Math.min(until, Math.max(now, Math.min(known.attemptedAt, now) + MIN_DELAY_MS));
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

/** The wait that a connection leaves behind if it ends with its worker: the service's `retry:` counts from its beginning. */
function spaceOut({ attemptedAt, retryMs }: GateRecord): Hold {
  const until = attemptedAt + computeRetryDelay(0, retryMs, 0);
  const times = { since: attemptedAt, until, message: SPACING };
  return {
    state: { name: "waiting", why: "rotation", ...times },
    wakeFrom: until,
    personFrom: attemptedAt + MIN_DELAY_MS,
  };
}

/** The wait that a connection leaves behind if it ends with its worker before it was answered. */
function holdUnanswered({ attemptedAt, retryMs, askedMs = UNANSWERED_MS }: GateRecord): Hold {
  const ms = Math.max(UNANSWERED_MS, askedMs, computeRetryDelay(0, retryMs, 0));
  const until = attemptedAt + ms;
  const times = { since: attemptedAt, until, message: UNANSWERED };
  return {
    state: { name: "waiting", why: "network", ...times },
    wakeFrom: until,
    personFrom: attemptedAt + MIN_DELAY_MS,
  };
}

function endHold({ state, wakeFrom, personFrom }: Hold, until: number): Hold {
  return {
    state: { ...state, until },
    wakeFrom: Math.min(wakeFrom, until),
    personFrom: Math.min(personFrom, until),
  };
}

/** Lets a wait that begins in the future begin now. */
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
