import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";

/** Sequences of events, newest first: a whole log without holes, or what a filter left of it. */
export interface Sequences {
  readonly count: number;
  at(index: number): number | undefined;
  /** How many of them are newer than this one. */
  countAbove(sequence: number): number;
}

/** Every sequence from the first to the last; none when the last is before the first. */
export function createSequenceRange(first: number, last: number): Sequences {
  const count = Math.max(0, last - first + 1);
  return {
    count,
    at: (index) => (index >= 0 && index < count ? last - index : undefined),
    countAbove: (sequence) => Math.min(count, Math.max(0, last - sequence)),
  };
}

/** These sequences, which come newest first. */
export function createSequenceList(descending: readonly number[]): Sequences {
  return {
    count: descending.length,
    at: (index) => descending[index],
    countAbove(sequence) {
      let [low, high] = [0, descending.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((descending[middle] ?? 0) > sequence) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** One line of the list: an event, or what the log says between its events. */
export type EventRow =
  | { kind: "event"; key: string; sequence: number }
  | { kind: "mark"; key: string; mark: LogMark | RetainedMark }
  /** The log starts here: `YYYY-MM-DDTHH:MM:SSZ`. */
  | { kind: "start"; key: string; startedFrom: string };

/** The lines of the list, newest first. Nothing is laid out before it is asked for: there may be a million. */
export interface EventRows {
  readonly count: number;
  readonly eventCount: number;
  at(index: number): EventRow | undefined;
  /** Where the line with this key is; undefined when it is in none. */
  indexOf(key: string): number | undefined;
}

/** What a line of an event is called. */
export function eventKey(sequence: number): string {
  return `event-${sequence}`;
}

/** Lays events and marks out, newest first: a mark stands right above the event that it was written behind. */
export function arrangeRows(parts: {
  sequences: Sequences;
  marks: readonly LogMark[];
  retained: RetainedMark | undefined;
  startedFrom: string | undefined;
}): EventRows {
  const { sequences, retained, startedFrom } = parts;
  /** Each with the index it has among all lines, ascending. */
  const placed: { index: number; row: EventRow }[] = [];
  const place = (eventsAbove: number, row: EventRow) =>
    placed.push({ index: eventsAbove + placed.length, row });

  const ordered = parts.marks
    .map((mark, number) => ({ mark, number }))
    .toSorted((a, b) => b.mark.afterSequence - a.mark.afterSequence || b.number - a.number);
  for (const { mark, number } of ordered) {
    const row: EventRow = { kind: "mark", key: `mark-${mark.kind}-${number}`, mark };
    place(sequences.countAbove(mark.afterSequence), row);
  }
  if (retained !== undefined)
    place(sequences.count, { kind: "mark", key: "retained", mark: retained });
  if (startedFrom !== undefined)
    place(sequences.count, { kind: "start", key: "start", startedFrom });

  /** How many marks stand at an index or before it. */
  const countPlaced = (index: number): number => {
    let [low, high] = [0, placed.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((placed[middle]?.index ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    count: sequences.count + placed.length,
    eventCount: sequences.count,
    at(index) {
      const before = countPlaced(index);
      const mark = placed[before - 1];
      if (mark?.index === index) return mark.row;
      const sequence = sequences.at(index - before);
      return sequence === undefined
        ? undefined
        : { kind: "event", key: eventKey(sequence), sequence };
    },
    indexOf(key) {
      const mark = placed.find(({ row }) => row.key === key);
      if (mark !== undefined) return mark.index;
      const sequence = Number(/^event-(\d+)$/.exec(key)?.[1]);
      const above = Number.isNaN(sequence) ? -1 : sequences.countAbove(sequence);
      if (sequences.at(above) !== sequence) return undefined;
      // A mark that stands above this event is one line more before it.
      let index = above;
      for (const one of placed) if (one.index <= index) index += 1;
      return index;
    },
  };
}
