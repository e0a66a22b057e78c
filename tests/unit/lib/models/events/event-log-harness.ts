import "fake-indexeddb/auto";
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { IDBFactory } from "fake-indexeddb";
import { onTestFinished } from "vitest";

import type { EventLog, StoredEvent } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import type { LogMark, RetainedMark } from "../../../../../lib/events/log/log-mark.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { EventsModel } from "../../../../../lib/models/events/events-model.ts";
import type { PatternRunnerPort } from "../../../../../lib/models/events/pattern-runner.ts";
import { makeUserEvent } from "../../events/sample-events.ts";
import { createFakePatternWorkers } from "./fake-pattern-worker.ts";

export const tenantId = "https://acme.example";
/** The time of the fake clock (Unix time in ms). */
export const now = Date.UTC(2026, 10, 21, 9, 0, 0);

/** Resolves once the signal has a wanted value. */
export function until<Value>(
  of: ReadonlySignal<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const { value } = of;
      if (isWanted(value)) queueMicrotask(() => [stop(), resolve(value)]);
    });
  });
}

/** Starts a timer that fires in the next task if its delay is at most a second, or else never. */
export function scheduleSoon(callback: () => void, delayMs: number): () => void {
  if (delayMs > 1_000) return () => undefined;
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/** Opens a real log, with the news that a worker sends after each write. */
export async function openWrittenLog(maxEvents = 50_000) {
  const log = await openEventLog({
    indexedDB: new IDBFactory(),
    retentionOf: () => ({ maxEvents }),
  });
  onTestFinished(() => log.close());
  const activity = {
    tenant: signal<{ id: string } | undefined>({ id: tenantId }),
    events: signal<readonly StoredEvent[]>([]),
    marks: signal<readonly LogMark[]>([]),
    retained: signal<RetainedMark | undefined>(undefined),
  };
  let written = 0;
  return {
    log,
    activity,
    /** Stores events, which override fields of a sample, and publishes the worker's news. */
    write: async (
      events: readonly Record<string, unknown>[],
      over: Partial<Parameters<EventLog["append"]>[1]> = {},
    ): Promise<void> => {
      const parsed = events.map((fields) => {
        written += 1;
        return parseTenantEvent(makeUserEvent(`e${written}`, fields), undefined, "fallback");
      });
      const { stored } = await log.append(tenantId, { at: now, events: parsed, ...over });
      activity.marks.value = await log.marks(tenantId);
      activity.events.value = [...stored.toReversed(), ...activity.events.peek()].slice(0, 200);
    },
  };
}

/** Opens the list of such a log; `workers` replaces the fake pattern workers. */
export async function openEvents(
  maxEvents?: number,
  workers?: Pick<PatternRunnerPort, "startPatternWorker">,
) {
  const written = await openWrittenLog(maxEvents);
  const openLog = () => Promise.resolve(written.log);
  const patterns = createFakePatternWorkers(openLog);
  const model = new EventsModel({
    openLog,
    startPatternWorker: (workers ?? patterns).startPatternWorker,
    activity: written.activity,
    schedule: scheduleSoon,
    now: () => now,
  });
  onTestFinished(() => model[Symbol.dispose]());
  /** Returns the lines from the top: the sequence of an event, or the kind of another line. */
  const lines = () =>
    Array.from({ length: model.rows.value.count }, (_, index) => {
      const row = model.rows.value.at(index);
      if (row?.kind === "event") return row.sequence;
      return row?.kind === "mark" ? row.mark.kind : row?.kind;
    });
  const untilCount = (count: number) => until(model.rows, ({ eventCount }) => eventCount === count);
  return { ...written, model, lines, untilCount, patterns: patterns.count };
}
