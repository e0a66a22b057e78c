import { batch, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";
import type { Schedule } from "../../messages/feed-channel.ts";
import type { Failure } from "../failure.ts";
import { toLogFailure } from "./event-log-failure.ts";
import { readOnly } from "../read-only.ts";

/** The bounds and marks of a tenant's log: the data that a list needs before it reads events. */
export interface LogBounds {
  first: number;
  last: number;
  marks: readonly LogMark[];
  retained: RetainedMark | undefined;
  startedFrom: string | undefined;
}

const emptyLog: LogBounds = {
  first: 1,
  last: 0,
  marks: [],
  retained: undefined,
  startedFrom: undefined,
};

/** The minimum time between two reads; a burst of changes causes only one. */
const refreshEveryMs = 200;

/** Reads the bounds of one tenant's log. */
export interface LogReader {
  /** The tenant whose log is shown. */
  readonly tenantId: ReadonlySignal<string | undefined>;
  readonly bounds: ReadonlySignal<LogBounds>;
  /** The arrivals in each minute of the last hour, oldest first; empty until they are read. */
  readonly minutes: ReadonlySignal<readonly number[]>;
  /** True after the first read. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** The reason why the log could not be read. */
  readonly failure: ReadonlySignal<Failure | undefined>;
  show(tenantId: string | undefined): void;
  /** Discards the data of the log. */
  reset(): void;
  /** Reads the log. During a read, schedules one more. */
  refresh(): Promise<void>;
  /** Runs work on the log, and sets `failure` if it fails and the tenant is still shown. */
  attempt(work: (tenantId: string) => Promise<void>): Promise<void>;
}

export function createLogReader(
  port: { openLog(): Promise<EventLog>; schedule: Schedule; now(): number },
  hooks: {
    /** Called if the log was removed and a new one has begun. */
    onReplaced(): void;
    /** Called before the new bounds are published. */
    extend(tenantId: string, firstSequence: number): Promise<void>;
  },
): LogReader {
  const shownId = signal<string | undefined>(undefined);
  const bounds = signal(emptyLog);
  const minutes = signal<readonly number[]>([]);
  const isLoaded = signal(false);
  const failure = signal<Failure | undefined>(undefined);
  /** The current read, which includes the time until the next one may begin. */
  let reading: { isStale: boolean } | undefined;

  async function attempt(work: (tenantId: string) => Promise<void>): Promise<void> {
    const tenantId = shownId.peek();
    if (tenantId === undefined) return;
    try {
      await work(tenantId);
    } catch (error) {
      if (tenantId === shownId.peek()) failure.value = toLogFailure(error);
    }
  }

  async function read(tenantId: string): Promise<void> {
    const log = await port.openLog();
    const [summary, marks, counted] = await Promise.all([
      log.summary(tenantId),
      log.marks(tenantId),
      log.countByMinute(tenantId, port.now()),
    ]);
    const { firstSequence, lastSequence, retained, startedFrom } = summary;
    if (tenantId !== shownId.peek()) return;
    // The sequences of a new log begin at 1 again.
    if (lastSequence < bounds.peek().last) hooks.onReplaced();
    await hooks.extend(tenantId, firstSequence);
    if (tenantId !== shownId.peek()) return;
    batch(() => {
      bounds.value = { first: firstSequence, last: lastSequence, marks, retained, startedFrom };
      minutes.value = counted;
      isLoaded.value = true;
      failure.value = undefined;
    });
  }

  async function refresh(): Promise<void> {
    if (shownId.peek() === undefined) return;
    if (reading !== undefined) {
      reading.isStale = true;
      return;
    }
    const own = { isStale: false };
    reading = own;
    await attempt(read);
    port.schedule(() => {
      if (own !== reading) return;
      reading = undefined;
      if (own.isStale) void refresh();
    }, refreshEveryMs);
  }

  return {
    tenantId: readOnly(shownId),
    bounds: readOnly(bounds),
    minutes: readOnly(minutes),
    isLoaded: readOnly(isLoaded),
    failure: readOnly(failure),
    show(tenantId) {
      reading = undefined;
      shownId.value = tenantId;
    },
    reset() {
      batch(() => {
        bounds.value = emptyLog;
        minutes.value = [];
        isLoaded.value = false;
        failure.value = undefined;
      });
    },
    refresh,
    attempt,
  };
}
