import { decodeBase64UrlText, encodeBase64Url } from "../core/encoding.ts";
import type { RandomSource } from "../core/random.ts";
import type { EventType } from "./event-types.ts";

/** The tenant's name in events. */
const tenantName = "local-tenant";

const tenantId = "ten_LocalTenant00001";

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
  /** What `save` gives, without the events up to a position. */
  saveAfter(position: number): EventLogState;
  load(state: EventLogState): void;
}

/** Keeps as many of the newest events as the limits on their number and bytes allow at the moment. */
export function createEventLog(options: {
  now: () => number;
  random: RandomSource;
  limits: { readonly retainedEvents: number; readonly retainedEventBytes: number };
  /** Host of the issuer, for the `source` of events. */
  host: string;
}): EventLog {
  const { now, random, limits } = options;
  const listeners = new Set<() => void>();
  const storeFrame = createFrameStore();
  let run = random.text(8);
  /** The newest events, `end` the position after the last; those before `first` are dropped. */
  let kept: (StoredEvent | undefined)[] = [];
  let first = 0;
  let bytes = 0;
  let end = 0;

  /** Drops what the limits no longer allow, and gives the position before the oldest event left. */
  function dropExcess(): number {
    while (
      first < kept.length &&
      (kept.length - first > limits.retainedEvents || bytes > limits.retainedEventBytes)
    ) {
      bytes -= kept[first]?.frame.length ?? 0;
      // The array is cut later; the frame is let go of now.
      kept[first] = undefined;
      first += 1;
    }
    // Cut in large steps: moving the array on every event would cost more than the event.
    if (first > 1000 + limits.retainedEvents / 4) {
      kept = kept.slice(first);
      first = 0;
    }
    return end - (kept.length - first);
  }

  function saveAfter(position: number): EventLogState {
    const decoder = new TextDecoder();
    const skipped = Math.max(position, log.start) - (end - kept.length);
    const events = kept
      .slice(skipped)
      .flatMap((event) =>
        event === undefined ? [] : [{ ...event, frame: decoder.decode(event.frame) }],
      );
    return { run, end, events };
  }

  function toCursor(position: number): string {
    return encodeBase64Url(new TextEncoder().encode(`${run}.${position}`));
  }

  const log: EventLog = {
    get end() {
      return end;
    },
    get start() {
      return dropExcess();
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
        data: { object, context: { tenant: { tenant_id: tenantId }, ...context } },
        a0tenant: tenantName,
        a0stream: streamId,
        ...(isTest === true && { a0purpose: "test" }),
      };
      const frame = formatFrame(type, { offset: cursor, event }, cursor);
      const stored = { id, type, time, frame: storeFrame(frame) };
      kept.push(stored);
      bytes += stored.frame.length;
      end += 1;
      dropExcess();
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
    save: () => saveAfter(0),
    saveAfter,
    load(state) {
      run = state.run;
      end = state.end;
      kept = [];
      first = 0;
      bytes = 0;
      for (const event of state.events) {
        const frame = storeFrame(event.frame);
        kept.push({ ...event, frame });
        bytes += frame.length;
      }
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
    // UTF-8 takes at most three bytes for what a string counts as one. A large frame gets an array of
    // its own size, so that the bytes counted are the bytes held.
    if (text.length * 3 > blockSize) return encoder.encode(text);
    if (block.length < text.length * 3) block = new Uint8Array(blockSize);
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
