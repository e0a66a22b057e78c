import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog, StoredEvent } from "../../events/log/event-log.ts";
import { findSubject } from "../../events/payloads/find-subject.ts";
import type { ShownEvent } from "../activity-model.ts";

/** Some screens of a list. What is not in view goes when there would be more, and is read again when it comes back. */
const maxCached = 2_000;

/** The events that are in view or were lately: read when they come into view, those of a view together. */
export interface EventCache {
  /** What is here, by sequence; the wrapper is new with each change. */
  readonly state: ReadonlySignal<{ held: ReadonlyMap<number, ShownEvent> }>;
  /** Takes in events that came by another way. */
  put(events: readonly StoredEvent[]): void;
  /** These are in view: reads those of them that are not here yet. Rejects with what the log says. */
  load(log: Pick<EventLog, "pick">, tenantId: string, sequences: readonly number[]): Promise<void>;
  clear(): void;
}

export function createEventCache(): EventCache {
  const asked = new Set<number>();
  let inView: ReadonlySet<number> = new Set();
  /** The map is the same until it is cleared; the wrapper is new with each change, so that views follow. */
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
    state: computed(() => state.value),
    put,
    async load(log, tenantId, sequences) {
      inView = new Set(sequences);
      const { held } = state.peek();
      const missing = sequences.filter((one) => !held.has(one) && !asked.has(one));
      if (missing.length === 0) return;
      for (const one of missing) asked.add(one);
      try {
        const events = await log.pick(tenantId, missing);
        if (held === state.peek().held) put(events);
      } finally {
        if (held === state.peek().held) for (const one of missing) asked.delete(one);
      }
    },
    clear() {
      asked.clear();
      inView = new Set();
      state.value = { held: new Map() };
    },
  };
}
