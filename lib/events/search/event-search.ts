import type { EventLog, EventText } from "../log/event-log.ts";
import type { TextPredicate } from "./event-query.ts";

export interface EventSearchOptions {
  readonly log: Pick<EventLog, "summary" | "texts">;
  readonly tenantId: string;
  /** Texts held in memory, in UTF-16 units; older texts are read again for each search. Default 128 Mi. */
  readonly maxHeld?: number;
  /** Yields to other tasks; called when the search has run for a turn. */
  readonly pause?: () => Promise<void>;
  /** How long a turn lasts, in milliseconds. Default 12, most of a frame. */
  readonly turnMs?: number;
  /** UTF-16 units that are matched between two readings of the clock; 0 where each match may be slow. Default 32 Ki. */
  readonly clockEvery?: number;
  /** Runs one turn. The worker tells the page of it, which ends a turn that does not end by itself. */
  readonly runTurn?: <Result>(turn: () => Result) => Result;
  /** Milliseconds, of any clock. */
  readonly now?: () => number;
}

export interface FindOptions {
  readonly signal?: AbortSignal;
  /** Searches only the events after this sequence. */
  readonly after?: number;
  readonly onProgress?: (progress: SearchProgress) => void;
}

export interface SearchProgress {
  /** How many events have been searched, of how many. */
  readonly looked: number;
  readonly total: number;
}

export interface SearchResult {
  /** The matching events, newest first; `EventLog.pick` reads them. */
  readonly sequences: readonly number[];
  /** The newest sequence that was searched. */
  readonly last: number;
}

/** Searches everything that the log holds of a tenant. */
export interface EventSearch {
  /** @throws the signal's reason when it aborts, as it must before the next search begins; {EventLogError} */
  find(matches: TextPredicate, options?: FindOptions): Promise<SearchResult>;
  /** Frees the memory; the next search reads the texts again. */
  release(): void;
}

const DEFAULT_MAX_HELD = 134_217_728;
const DEFAULT_TURN_MS = 12;
/** Reading the clock costs more than finding words in a short text. */
const DEFAULT_CLOCK_EVERY = 32_768;

/**
 * Creates a search over the log. Reading the texts costs far more than matching them, so they are kept: each
 * search first reads the texts that were stored since, and drops those that the log dropped.
 */
export function createEventSearch(options: EventSearchOptions): EventSearch {
  const { log, tenantId, maxHeld = DEFAULT_MAX_HELD, now = Date.now } = options;
  const { pause = () => Promise.resolve(), turnMs = DEFAULT_TURN_MS } = options;
  const { clockEvery = DEFAULT_CLOCK_EVERY, runTurn = (turn) => turn() } = options;
  /** Oldest first; the newest texts of the log are always among them. */
  let held: EventText[] = [];
  let heldLength = 0;

  async function refresh(
    firstSequence: number,
    lastSequence: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const known = held.at(-1)?.sequence ?? 0;
    // The log of a tenant that was forgotten counts from 1 again.
    if (known > lastSequence) release();
    if (known !== lastSequence) {
      for await (const texts of log.texts(tenantId, { after: held.at(-1)?.sequence ?? 0 })) {
        signal?.throwIfAborted();
        for (const text of texts) {
          held.push(text);
          heldLength += text.text.length;
        }
        // A quarter at a time: dropping texts one by one would copy the rest each time.
        if (heldLength > maxHeld) dropHeld(Math.ceil(held.length / 4));
      }
    }
    const gone = held.findIndex(({ sequence }) => sequence >= firstSequence);
    dropHeld(gone < 0 ? held.length : gone);
  }

  function dropHeld(count: number): void {
    for (const { text } of held.slice(0, count)) heldLength -= text.length;
    held = count === 0 ? held : held.slice(count);
  }

  function release(): void {
    held = [];
    heldLength = 0;
  }

  return {
    release,
    async find(matches, { signal, after = 0, onProgress } = {}) {
      const { firstSequence, lastSequence } = await log.summary(tenantId);
      await refresh(firstSequence, lastSequence, signal);
      const from = Math.max(firstSequence, after + 1);
      const heldFrom = held[0]?.sequence ?? lastSequence + 1;
      const texts = from > heldFrom ? held.slice(countBefore(held, from)) : held;
      const total = Math.max(0, lastSequence - from + 1);
      const found: number[] = [];
      let last = from - 1;
      let turnSince = now();

      /** Matches texts until the turn is over; returns where to continue. No await in here: this is the hot loop. */
      function look(some: readonly EventText[], place: number): number {
        let unclocked = 0;
        for (let at = place; at < some.length; at += 1) {
          const text = some[at];
          if (text === undefined) continue;
          if (matches(text)) found.push(text.sequence);
          unclocked += text.text.length;
          if (unclocked < clockEvery) continue;
          unclocked = 0;
          if (now() - turnSince >= turnMs) return at + 1;
        }
        return some.length;
      }

      // Oldest first, in the order in which the texts lie in memory: the other way round takes three times as long.
      async function lookThrough(some: readonly EventText[]): Promise<void> {
        let place = 0;
        while (place < some.length) {
          const start = place;
          place = runTurn(() => look(some, start));
          last = some[place - 1]?.sequence ?? last;
          if (place === some.length) break;
          onProgress?.({ looked: last - from + 1, total });
          await pause();
          signal?.throwIfAborted();
          turnSince = now();
        }
      }

      if (heldFrom > from) {
        for await (const older of log.texts(tenantId, { after: from - 1 })) {
          signal?.throwIfAborted();
          await lookThrough(older.filter(({ sequence }) => sequence < heldFrom));
          if ((older.at(-1)?.sequence ?? heldFrom) >= heldFrom - 1) break;
        }
      }
      await lookThrough(texts);
      return { sequences: found.toReversed(), last: Math.max(last, lastSequence) };
    },
  };
}

/** Counts the texts before a sequence; they are in ascending order. */
function countBefore(texts: readonly EventText[], sequence: number): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
