import * as z from "zod/mini";
import type { EventLogState } from "../events/event-log.ts";
import {
  eventsSchema,
  tenantPartsSchema,
  type TenantParts,
  type TenantState,
} from "./tenant-state.ts";

/** A change of the state: the parts that differ, each whole, and the events that were appended. */
export const stateChangeSchema = z.object({
  parts: z.exactOptional(z.partial(tenantPartsSchema)),
  events: z.exactOptional(eventsSchema),
});

export type StateChange = z.infer<typeof stateChangeSchema>;

/** What a tracker reads of a tenant. */
export interface TrackedState {
  /** Everything but the events. */
  saveParts(): TenantParts;
  saveEventsAfter(position: number): EventLogState;
}

/** Gives what changed since it was last asked; undefined when nothing did. The first answer is everything. */
export type TakeChange = () => StateChange | undefined;

/**
 * Follows a tenant's state. Parts are compared as text, so that it does not matter how a route
 * changes them; events are only ever appended, and are told by their positions.
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
    // Positions of another run mean nothing in this one.
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

/** Brings a state up to date with a change, in place: a long log is replayed change by change. */
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
