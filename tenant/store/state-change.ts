import * as z from "zod/mini";
import type { EventLogState } from "../events/event-log.ts";
import {
  eventsSchema,
  tenantPartsSchema,
  type TenantParts,
  type TenantState,
} from "./tenant-state.ts";

/** A change of the state: each changed part as a whole, and the appended events. */
export const stateChangeSchema = z.object({
  parts: z.exactOptional(z.partial(tenantPartsSchema)),
  events: z.exactOptional(eventsSchema),
});

export type StateChange = z.infer<typeof stateChangeSchema>;

/** The parts of a tenant that a tracker reads. */
export interface TrackedState {
  /** Returns the state without the events. */
  saveParts(): TenantParts;
  saveEventsAfter(position: number): EventLogState;
}

/**
 * Returns the change since the last call; undefined if there is none. The first call returns all.
 */
export type TakeChange = () => StateChange | undefined;

/**
 * Tracks the state of a tenant. Parts are compared as JSON, so a route may change them in any way.
 * Events are only appended, so their positions show the new ones.
 */
export function createChangeTracker(tenant: TrackedState): TakeChange {
  const texts = new Map<string, string>();
  let last = { run: "", end: 0 };

  function takeParts(): Record<string, unknown> {
    const changed = Object.entries(tenant.saveParts()).filter(([name, part]) => {
      const text = JSON.stringify(part);
      const isChanged = texts.get(name) !== text;
      texts.set(name, text);
      return isChanged;
    });
    return Object.fromEntries(changed);
  }

  function takeEvents(): EventLogState | undefined {
    const events = tenant.saveEventsAfter(last.end);
    const isSameRun = events.run === last.run;
    if (isSameRun && events.end === last.end) return undefined;
    last = { run: events.run, end: events.end };
    // Positions of another run are not valid in this one.
    return isSameRun ? events : tenant.saveEventsAfter(0);
  }

  return () => {
    const parts = takeParts();
    const events = takeEvents();
    const hasParts = Object.keys(parts).length > 0;
    if (!hasParts && events === undefined) return undefined;
    return {
      ...(hasParts && { parts }),
      ...(events !== undefined && { events: { ...events, events: [...events.events] } }),
    };
  };
}

/** Applies a change to a state in place: a copy for each change would make a long replay slow. */
export function applyChange(state: TenantState, { parts, events }: StateChange): void {
  Object.assign(state, parts);
  if (events === undefined) return;
  const { end, run } = state.events;
  const isAppended = events.run === run && events.end - events.events.length === end;
  if (isAppended) {
    for (const event of events.events) state.events.events.push(event);
    state.events.end = events.end;
  } else {
    state.events = events;
  }
}
