import { decodeBase64UrlText, encodeBase64Url } from "../encoding.ts";
import type { RandomSource } from "../random.ts";
import type { EventType } from "./event-types.ts";

/** The tenant's name in events. */
const tenantName = "local-tenant";

const streamId = "est_LocalTenantFeed1";

/** An event as the log keeps it: written once, sent to every reader as it is. */
export interface StoredEvent {
  id: string;
  type: EventType;
  /** Milliseconds since 1970. */
  time: number;
  cursor: string;
  /** The whole SSE frame. */
  frame: string;
}

/** What happened, as the tenant tells it. */
export interface NewEvent {
  type: EventType;
  object: Record<string, unknown>;
  context?: Record<string, unknown>;
  /** Emitted on demand: the event carries `a0purpose: "test"`. */
  isTest?: boolean;
}

type CursorResult =
  | { ok: true; position: number }
  | { ok: false; failure: "malformed" | "expired" };

/**
 * The newest events, numbered from 1. A position says how many events a reader has passed; a cursor
 * is a position that only this run of the tenant understands.
 */
export interface EventLog {
  append(event: NewEvent): StoredEvent;
  /** Position after the newest event. */
  readonly end: number;
  /** Lowest position from which nothing has been dropped yet. */
  readonly start: number;
  /** The event that follows a position. */
  after(position: number): StoredEvent | undefined;
  toCursor(position: number): string;
  readCursor(cursor: string): CursorResult;
  /** Position before the first retained event at or after a time. */
  findTime(time: number): number;
  /** Calls the listener after every append until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** Keeps as many events as `capacity` says, in a ring. */
export function createEventLog(options: {
  now: () => number;
  random: RandomSource;
  capacity: number;
  /** Host of the issuer, for the `source` of events. */
  host: string;
}): EventLog {
  const { now, random, capacity } = options;
  const ring: StoredEvent[] = [];
  const listeners = new Set<() => void>();
  const run = random.text(8);
  let end = 0;

  function toCursor(position: number): string {
    return encodeBase64Url(new TextEncoder().encode(`${run}.${position}`));
  }

  const log: EventLog = {
    get end() {
      return end;
    },
    get start() {
      return Math.max(0, end - capacity);
    },
    after(position) {
      return position < log.start || position >= end ? undefined : ring[position % capacity];
    },
    append({ type, object, context, isTest }) {
      const time = now();
      const id = `evt_${random.text(16)}`;
      const cursor = toCursor(end + 1);
      const event = {
        specversion: "1.0",
        type,
        source: `urn:auth0:${tenantName}.${options.host}`,
        id,
        time: new Date(time).toISOString(),
        data: { object, context: { tenant: { tenant_id: tenantName }, ...context } },
        a0tenant: tenantName,
        a0stream: streamId,
        ...(isTest === true && { a0purpose: "test" }),
      };
      const frame = formatFrame(type, { offset: cursor, event }, cursor);
      const stored = { id, type, time, cursor, frame };
      ring[end % capacity] = stored;
      end += 1;
      for (const listener of listeners) listener();
      return stored;
    },
    toCursor,
    readCursor(cursor) {
      const match = /^([A-Za-z0-9]{8})\.(\d{1,15})$/.exec(decodeBase64UrlText(cursor) ?? "");
      if (match === null) return { ok: false, failure: "malformed" };
      const position = Number(match[2]);
      // Another run's events are gone, the same as events dropped by this one.
      if (match[1] !== run || position < log.start) return { ok: false, failure: "expired" };
      return position > end ? { ok: false, failure: "malformed" } : { ok: true, position };
    },
    findTime(time) {
      for (let position = log.start; position < end; position += 1) {
        if ((log.after(position)?.time ?? 0) >= time) return position;
      }
      return end;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return log;
}

/** One frame of the stream; the event's name and data hold no line break, JSON escapes them. */
export function formatFrame(name: string, data: unknown, id?: string): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}
