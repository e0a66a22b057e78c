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
/** Unix time in ms of the fake clock. */
export const now = Date.UTC(2026, 10, 21, 9, 0, 0);

/** Settles once the signal's value is as wanted. */
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

/** A timer of the page: what is due within a second comes with the next turn, the rest never. */
export function scheduleSoon(callback: () => void, delayMs: number): () => void {
  if (delayMs > 1_000) return () => undefined;
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/** A real log, and a worker that tells of what is written to it. */
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
    /** Stores events with these fields over a usual one, and lets the worker tell of them. */
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

/** The list over such a log; `workers` run its patterns in place of the fake ones. */
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
  /** What the lines say, from the top: an event by its sequence, anything else by its kind. */
  const lines = () =>
    Array.from({ length: model.rows.value.count }, (_, index) => {
      const row = model.rows.value.at(index);
      if (row?.kind === "event") return row.sequence;
      return row?.kind === "mark" ? row.mark.kind : row?.kind;
    });
  const untilCount = (count: number) => until(model.rows, ({ eventCount }) => eventCount === count);
  return { ...written, model, lines, untilCount, patterns: patterns.count };
}
