import { signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog, StoredEvent } from "../../events/log/event-log.ts";
import { findSubject } from "../../events/payloads/find-subject.ts";
import type { ShownEvent } from "../activity-model.ts";
import { readOnly } from "../read-only.ts";

/** Several screens of a list. Above this size, the events that are not in view are dropped. */
const maxCached = 2_000;

/** Caches the events that are or were in view. The events of a view are read together. */
export interface EventCache {
  /** The cached events by sequence. Each change creates a new outer object around the same map. */
  readonly state: ReadonlySignal<{ held: ReadonlyMap<number, ShownEvent> }>;
  /** Adds events that need not be read from the log. */
  put(events: readonly StoredEvent[]): void;
  /** Reads the events in view that are not cached yet. Rejects with the log's error. */
  load(log: Pick<EventLog, "pick">, tenantId: string, sequences: readonly number[]): Promise<void>;
  clear(): void;
}

export function createEventCache(): EventCache {
  const loading = new Set<number>();
  let inView: ReadonlySet<number> = new Set();
  const state = signal({ held: new Map<number, ShownEvent>() });

  const put = (events: readonly StoredEvent[]) => {
    if (events.length === 0) return;
    const { held } = state.peek();
    if (held.size + events.length > maxCached)
      for (const sequence of held.keys()) if (!inView.has(sequence)) held.delete(sequence);
    for (const event of events) held.set(event.sequence, { ...event, subject: findSubject(event) });
    state.value = { held };
  };

  return {
    state: readOnly(state),
    put,
    async load(log, tenantId, sequences) {
      inView = new Set(sequences);
      const { held } = state.peek();
      const missing = sequences.filter((one) => !held.has(one) && !loading.has(one));
      if (missing.length === 0) return;
      for (const one of missing) loading.add(one);
      try {
        const events = await log.pick(tenantId, missing);
        if (held === state.peek().held) put(events);
      } finally {
        if (held === state.peek().held) for (const one of missing) loading.delete(one);
      }
    },
    clear() {
      loading.clear();
      inView = new Set();
      state.value = { held: new Map() };
    },
  };
}
