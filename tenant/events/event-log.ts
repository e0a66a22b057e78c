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
  /** The whole SSE frame, UTF-8. */
  frame: Uint8Array<ArrayBuffer>;
}

/** What happened, as the tenant tells it. */
export interface NewEvent {
  type: EventType;
  object: Record<string, unknown>;
  context?: Record<string, unknown>;
  /** Emitted on demand: the event carries `a0purpose: "test"`. */
  isTest?: boolean;
  /** Milliseconds since 1970, where it happened before it was told; now unless given. */
  time?: number;
}

type CursorResult =
  | { ok: true; position: number }
  | { ok: false; failure: "malformed" | "expired" };

/** The log as a file keeps it: with its run, so that cursors stay good. */
export interface EventLogState {
  run: string;
  end: number;
  events: readonly (Omit<StoredEvent, "frame"> & { frame: string })[];
}

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
  save(): EventLogState;
  load(state: EventLogState): void;
}

/** Keeps as many of the newest events as the limit says at the moment. */
export function createEventLog(options: {
  now: () => number;
  random: RandomSource;
  limits: { readonly retainedEvents: number };
  /** Host of the issuer, for the `source` of events. */
  host: string;
}): EventLog {
  const { now, random, limits } = options;
  const listeners = new Set<() => void>();
  const storeFrame = createFrameStore();
  let run = random.text(8);
  /** The newest events, `end` the position after the last; those before `start` may be there still. */
  let kept: StoredEvent[] = [];
  let end = 0;

  function toCursor(position: number): string {
    return encodeBase64Url(new TextEncoder().encode(`${run}.${position}`));
  }

  const log: EventLog = {
    get end() {
      return end;
    },
    get start() {
      return end - Math.min(kept.length, limits.retainedEvents);
    },
    after(position) {
      return position < log.start || position >= end
        ? undefined
        : kept[position - (end - kept.length)];
    },
    append({ type, object, context, isTest, time = now() }) {
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
      const stored = { id, type, time, frame: storeFrame(frame) };
      kept.push(stored);
      end += 1;
      // Cut in large steps: moving the array on every event would cost more than the event.
      const excess = kept.length - limits.retainedEvents;
      if (excess > 1000 + limits.retainedEvents / 4) kept = kept.slice(excess);
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
    save() {
      const decoder = new TextDecoder();
      const events = kept
        .slice(kept.length - (end - log.start))
        .map((event) => ({ ...event, frame: decoder.decode(event.frame) }));
      return { run, end, events };
    },
    load(state) {
      run = state.run;
      end = state.end;
      kept = state.events.map((event) => ({ ...event, frame: storeFrame(event.frame) }));
      for (const listener of listeners) listener();
    },
  };
  return log;
}

const blockSize = 64 * 1024;

/** Encodes frames into blocks that they share: an array of its own for each would double what an event costs. */
function createFrameStore(): (text: string) => Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  let block = new Uint8Array(0);
  return (text) => {
    // UTF-8 takes at most three bytes for what a string counts as one.
    if (block.length < text.length * 3) {
      block = new Uint8Array(Math.max(blockSize, text.length * 3));
    }
    const { written } = encoder.encodeInto(text, block);
    const frame = block.subarray(0, written);
    block = block.subarray(written);
    return frame;
  };
}

/** One frame of the stream; the event's name and data hold no line break, JSON escapes them. */
export function formatFrame(name: string, data: unknown, id?: string): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}
