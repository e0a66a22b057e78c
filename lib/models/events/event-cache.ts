import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog, StoredEvent } from "../../events/event-log.ts";
import { findSubject } from "../../events/find-subject.ts";
import type { ShownEvent } from "../activity-model.ts";

/** Some screens of a list. What is far from view goes, and is read again when it comes back. */
const mostHeld = 2_000;

/** The events that are in view or were lately: read when they are asked for, a page at a time. */
export interface EventCache {
  /** What is here, by sequence; the wrapper is new with each change. */
  readonly state: ReadonlySignal<{ held: ReadonlyMap<number, ShownEvent> }>;
  /** Takes in events that came by another way. */
  put(events: readonly StoredEvent[]): void;
  /** Reads those of these that are not here yet. Rejects with what the log says. */
  load(log: Pick<EventLog, "pick">, tenantId: string, sequences: readonly number[]): Promise<void>;
  clear(): void;
}

export function createEventCache(): EventCache {
  const asked = new Set<number>();
  /** The map is the same until it is cleared; the wrapper is new with each change, so that views follow. */
  const state = signal({ held: new Map<number, ShownEvent>() });

  const put = (events: readonly StoredEvent[]) => {
    if (events.length === 0) return;
    const { held } = state.peek();
    for (const event of events) held.set(event.sequence, { ...event, subject: findSubject(event) });
    state.value = { held };
  };

  return {
    state: computed(() => state.value),
    put,
    async load(log, tenantId, sequences) {
      const { held } = state.peek();
      const missing = sequences.filter((one) => !held.has(one) && !asked.has(one));
      if (missing.length === 0) return;
      for (const one of missing) asked.add(one);
      try {
        const events = await log.pick(tenantId, missing);
        if (held !== state.peek().held) return;
        if (held.size + events.length > mostHeld) {
          const wanted = new Set(sequences);
          for (const sequence of held.keys()) if (!wanted.has(sequence)) held.delete(sequence);
        }
        put(events);
      } finally {
        if (held === state.peek().held) for (const one of missing) asked.delete(one);
      }
    },
    clear() {
      asked.clear();
      state.value = { held: new Map() };
    },
  };
}
