import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";

/** The sequences of the listed events, newest first: those of the whole log or of a filter. */
export interface Sequences {
  readonly count: number;
  at(index: number): number | undefined;
  /** Counts the sequences that are newer than this one. */
  countAbove(sequence: number): number;
}

/** Creates the sequences from the first to the last, both included. */
export function createSequenceRange(first: number, last: number): Sequences {
  const count = Math.max(0, last - first + 1);
  return {
    count,
    at: (index) => (index >= 0 && index < count ? last - index : undefined),
    countAbove: (sequence) => Math.min(count, Math.max(0, last - sequence)),
  };
}

/** Creates sequences from a list, newest first. */
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

/** A line of the list: an event, a mark, or the start of the log. */
export type EventRow =
  | { kind: "event"; key: string; sequence: number }
  | { kind: "mark"; key: string; mark: LogMark | RetainedMark }
  /** The start of the log: `YYYY-MM-DDTHH:MM:SSZ`. */
  | { kind: "start"; key: string; startedFrom: string };

/** The lines of the list, newest first. There may be a million, so each is computed on demand. */
export interface EventRows {
  readonly count: number;
  readonly eventCount: number;
  at(index: number): EventRow | undefined;
  /** Returns the index of the line with a key; undefined if there is none. */
  indexOf(key: string): number | undefined;
}

/** Returns the key of an event's line. */
function eventKey(sequence: number): string {
  return `event-${sequence}`;
}

/** Arranges events and marks, newest first: a mark is directly above the event before it. */
export function arrangeRows(parts: {
  sequences: Sequences;
  marks: readonly LogMark[];
  retained: RetainedMark | undefined;
  startedFrom: string | undefined;
}): EventRows {
  const { sequences, retained, startedFrom } = parts;
  /** The lines other than events, with their indexes among all lines, ascending. */
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

  /** Counts the placed lines up to an index, including it. */
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
      // Each placed line above the event moves it down by one.
      let index = above;
      for (const one of placed) if (one.index <= index) index += 1;
      return index;
    },
  };
}
