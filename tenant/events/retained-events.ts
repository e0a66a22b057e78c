import type { EventType } from "./event-types.ts";

/** An event of the log: encoded once, and sent to every reader unchanged. */
export interface StoredEvent {
  id: string;
  type: EventType;
  /** Milliseconds since 1970. */
  time: number;
  /** The whole SSE frame, UTF-8. */
  frame: Uint8Array<ArrayBuffer>;
}

/** The limits on the number and the size of the retained events; they may change at any time. */
export interface RetentionLimits {
  readonly retainedEvents: number;
  readonly retainedEventBytes: number;
}

/**
 * The newest events within the limits. A position is the number of events before it, dropped events
 * included.
 */
export interface RetainedEvents {
  /** Position after the newest event. */
  readonly end: number;
  /** Position before the oldest retained event. */
  readonly start: number;
  push(event: StoredEvent): void;
  /** Returns the event after a position. */
  after(position: number): StoredEvent | undefined;
  /** Returns all events after a position. */
  listAfter(position: number): StoredEvent[];
  /** Replaces all events; `end` is the position after the last of them. */
  replace(events: readonly StoredEvent[], end: number): void;
}

/** Creates an empty store of events. */
export function createRetainedEvents(limits: RetentionLimits): RetainedEvents {
  /** Events before the index `first` are dropped. `end` is the position after the last event. */
  let kept: (StoredEvent | undefined)[] = [];
  let first = 0;
  let bytes = 0;
  let end = 0;

  /** Drops events beyond the limits and returns the position before the oldest one left. */
  function dropExcess(): number {
    while (
      first < kept.length &&
      (kept.length - first > limits.retainedEvents || bytes > limits.retainedEventBytes)
    ) {
      bytes -= kept[first]?.frame.length ?? 0;
      // Release the frame at once; the array is cut later.
      kept[first] = undefined;
      first += 1;
    }
    // Cut in large steps: to move the array on every event would cost more than the event.
    if (first > 1000 + limits.retainedEvents / 4) {
      kept = kept.slice(first);
      first = 0;
    }
    return end - (kept.length - first);
  }

  function toIndex(position: number): number {
    return position - (end - kept.length);
  }

  return {
    get end() {
      return end;
    },
    get start() {
      return dropExcess();
    },
    push(event) {
      kept.push(event);
      bytes += event.frame.length;
      end += 1;
      dropExcess();
    },
    after(position) {
      const isRetained = position >= dropExcess() && position < end;
      return isRetained ? kept[toIndex(position)] : undefined;
    },
    listAfter(position) {
      const oldest = Math.max(position, dropExcess());
      return kept.slice(toIndex(oldest)).filter((event) => event !== undefined);
    },
    replace(events, newEnd) {
      kept = [...events];
      first = 0;
      bytes = events.reduce((sum, { frame }) => sum + frame.length, 0);
      end = newEnd;
    },
  };
}
