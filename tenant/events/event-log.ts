import { decodeBase64UrlText, encodeBase64Url } from "../core/encoding.ts";
import type { RandomSource } from "../core/random.ts";
import { createFrameEncoder, formatFrame } from "./event-frame.ts";
import type { EventType } from "./event-types.ts";
import { createRetainedEvents, type RetentionLimits, type StoredEvent } from "./retained-events.ts";

/** The tenant's name in events. */
const tenantName = "local-tenant";

const tenantId = "ten_LocalTenant00001";

const streamId = "est_LocalTenantFeed1";

/** A change in the tenant that the stream reports. */
export interface NewEvent {
  type: EventType;
  object: Record<string, unknown>;
  context?: Record<string, unknown>;
  /** Adds `a0purpose: "test"`, which marks events that are emitted on demand. */
  isTest?: boolean;
  /** Unix time in ms. Default: the current time. */
  time?: number;
}

type CursorResult =
  | { ok: true; position: number }
  | { ok: false; failure: "malformed" | "expired" };

/** The log as the data file stores it. It includes the run, so that cursors stay valid. */
export interface EventLogState {
  run: string;
  end: number;
  events: readonly (Omit<StoredEvent, "frame"> & { frame: string })[];
}

/**
 * The newest events, numbered from 1. Position N is after event N and before event N + 1.
 * A cursor is a position that is valid only in this run of the tenant.
 */
export interface EventLog {
  append(event: NewEvent): StoredEvent;
  /** Position after the newest event. */
  readonly end: number;
  /** Position before the oldest retained event. */
  readonly start: number;
  /** Returns the event after a position. */
  after(position: number): StoredEvent | undefined;
  toCursor(position: number): string;
  readCursor(cursor: string): CursorResult;
  /** Returns the position before the first retained event at or after a time. */
  findPositionAt(time: number): number;
  /** Calls the listener after every append until the returned function is called. */
  subscribe(listener: () => void): () => void;
  save(): EventLogState;
  /** Returns the state of `save`, with the events after a position only. */
  saveAfter(position: number): EventLogState;
  load(state: EventLogState): void;
}

/** Creates an empty log. */
export function createEventLog(options: {
  now: () => number;
  random: RandomSource;
  limits: RetentionLimits;
  /** Host of the issuer, for the `source` of events. */
  host: string;
}): EventLog {
  const { now, random, limits, host } = options;
  const listeners = new Set<() => void>();
  const encodeFrame = createFrameEncoder();
  const retained = createRetainedEvents(limits);
  let runId = random.text(8);

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function toCursor(position: number): string {
    return encodeBase64Url(new TextEncoder().encode(`${runId}.${position}`));
  }

  function saveAfter(position: number): EventLogState {
    const decoder = new TextDecoder();
    const events = retained
      .listAfter(position)
      .map((event) => ({ ...event, frame: decoder.decode(event.frame) }));
    return { run: runId, end: retained.end, events };
  }

  return {
    get end() {
      return retained.end;
    },
    get start() {
      return retained.start;
    },
    after: (position) => retained.after(position),
    append(newEvent) {
      const id = `evt_${random.text(16)}`;
      const { type, time = now() } = newEvent;
      const cursor = toCursor(retained.end + 1);
      const event = toCloudEvent({ ...newEvent, time }, id, host);
      const frame = encodeFrame(formatFrame(type, { offset: cursor, event }, cursor));
      const stored = { id, type, time, frame };
      retained.push(stored);
      notify();
      return stored;
    },
    toCursor,
    readCursor(cursor) {
      const match = /^([A-Za-z0-9]{8})\.(\d{1,15})$/.exec(decodeBase64UrlText(cursor) ?? "");
      if (match === null) return { ok: false, failure: "malformed" };
      const position = Number(match[2]);
      // A cursor expires with its run, or if events after it have been dropped.
      if (match[1] !== runId || position < retained.start) return { ok: false, failure: "expired" };
      return position > retained.end ? { ok: false, failure: "malformed" } : { ok: true, position };
    },
    findPositionAt(time) {
      for (let position = retained.start; position < retained.end; position += 1) {
        if ((retained.after(position)?.time ?? 0) >= time) return position;
      }
      return retained.end;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save: () => saveAfter(0),
    saveAfter,
    load(state) {
      runId = state.run;
      const events = state.events.map((event) => ({ ...event, frame: encodeFrame(event.frame) }));
      retained.replace(events, state.end);
      notify();
    },
  };
}

/** Returns the event as a CloudEvent (version 1.0). */
function toCloudEvent(
  { type, object, context, isTest, time }: NewEvent & { time: number },
  id: string,
  host: string,
): Record<string, unknown> {
  return {
    specversion: "1.0",
    type,
    source: `urn:auth0:${tenantName}.${host}`,
    id,
    time: new Date(time).toISOString(),
    data: { object, context: { tenant: { tenant_id: tenantId }, ...context } },
    a0tenant: tenantName,
    a0stream: streamId,
    ...(isTest === true && { a0purpose: "test" }),
  };
}
