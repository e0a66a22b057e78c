import type { EventLog, EventText } from "../log/event-log.ts";
import type { TextPredicate } from "./event-query.ts";

export interface EventSearchOptions {
  readonly log: Pick<EventLog, "summary" | "texts">;
  readonly tenantId: string;
  /**
   * The maximum length of the texts in memory, in UTF-16 units. Default 128 Mi. Each search reads
   * the older texts from the log again.
   */
  readonly maxHeld?: number;
  /** Yields to other tasks. Called after each turn of the search. */
  readonly pause?: () => Promise<void>;
  /** The length of a turn in milliseconds. Default 12, most of a frame. */
  readonly turnMs?: number;
  /**
   * The length of text between two readings of the clock, in UTF-16 units. Default 32 Ki; 0 if a
   * single match may be slow.
   */
  readonly clockEvery?: number;
  /** Runs one turn. The pattern worker reports turns, so that the page can end one that hangs. */
  readonly runTurn?: <Result>(turn: () => Result) => Result;
  /** Returns the time in milliseconds, of any clock. */
  readonly now?: () => number;
}

export interface FindOptions {
  readonly signal?: AbortSignal;
  /** Searches only the events after this sequence. */
  readonly after?: number;
  readonly onProgress?: (progress: SearchProgress) => void;
}

export interface SearchProgress {
  /** The number of events that were searched so far. */
  readonly searched: number;
  readonly total: number;
}

export interface SearchResult {
  /** The matching events, newest first; `EventLog.pick` reads them. */
  readonly sequences: readonly number[];
  /** The newest sequence that was searched. */
  readonly last: number;
}

/** Searches the whole log of a tenant. */
export interface EventSearch {
  /**
   * Finds the events that match. The caller must abort a search before it begins the next one.
   *
   * @throws the signal's reason if it aborts; {EventLogError}
   */
  find(matches: TextPredicate, options?: FindOptions): Promise<SearchResult>;
  /** Frees the memory; the next search reads the texts again. */
  release(): void;
}

const defaultMaxHeld = 134_217_728;
const defaultTurnMs = 12;
/** Reading the clock costs more than finding words in a short text. */
const defaultClockEvery = 32_768;

/**
 * Creates a search over the log. Reading texts takes far longer than matching them, so they stay in
 * memory. Each search first reads the texts of new events, and drops those of deleted events.
 */
export function createEventSearch(options: EventSearchOptions): EventSearch {
  const { log, tenantId, maxHeld = defaultMaxHeld, now = Date.now } = options;
  const { pause = () => Promise.resolve(), turnMs = defaultTurnMs } = options;
  const { clockEvery = defaultClockEvery, runTurn = (turn) => turn() } = options;
  /** The newest texts of the log, oldest first. */
  let held: EventText[] = [];
  let heldLength = 0;

  async function refresh(
    firstSequence: number,
    lastSequence: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const known = held.at(-1)?.sequence ?? 0;
    // After a tenant's events were forgotten, its log counts from 1 again.
    if (known > lastSequence) release();
    if (known !== lastSequence) {
      for await (const texts of log.texts(tenantId, { after: held.at(-1)?.sequence ?? 0 })) {
        signal?.throwIfAborted();
        for (const text of texts) {
          held.push(text);
          heldLength += text.text.length;
        }
        // Drop a quarter at a time: to drop texts one by one would copy the rest each time.
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

      /**
       * Matches texts until the turn ends; returns the next index. A hot loop, so without await.
       */
      function matchTurn(some: readonly EventText[], place: number): number {
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

      // Oldest first, as the texts lie in memory: the reverse order takes three times as long.
      async function matchAll(some: readonly EventText[]): Promise<void> {
        let place = 0;
        while (place < some.length) {
          const start = place;
          place = runTurn(() => matchTurn(some, start));
          last = some[place - 1]?.sequence ?? last;
          if (place === some.length) break;
          onProgress?.({ searched: last - from + 1, total });
          await pause();
          signal?.throwIfAborted();
          turnSince = now();
        }
      }

      if (heldFrom > from) {
        for await (const older of log.texts(tenantId, { after: from - 1 })) {
          signal?.throwIfAborted();
          await matchAll(older.filter(({ sequence }) => sequence < heldFrom));
          if ((older.at(-1)?.sequence ?? heldFrom) >= heldFrom - 1) break;
        }
      }
      await matchAll(texts);
      return { sequences: found.toReversed(), last: Math.max(last, lastSequence) };
    },
  };
}

/** Counts the texts before a sequence. The texts must be in ascending order. */
function countBefore(texts: readonly EventText[], sequence: number): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
