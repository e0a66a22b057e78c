import type { EventLog, EventText } from "./event-log.ts";
import type { TextPredicate } from "./filter-events.ts";

export interface EventSearchOptions {
  readonly log: EventLog;
  readonly tenantId: string;
  /** Texts held in memory, in UTF-16 units. What is beyond, the oldest, is read again each time. Default 128 Mi. */
  readonly maxHeld?: number;
  /** Lets others have their turn; called when the search has run for the better part of a frame. */
  readonly pause?: () => Promise<void>;
  /** Milliseconds, of any clock. */
  readonly now?: () => number;
}

export interface SearchPage {
  /** The matching events, newest first; `EventLog.pick` reads them. */
  readonly sequences: readonly number[];
  /** How many events were looked at. */
  readonly searched: number;
  /** Pass as `before` for the next page; undefined when all was looked at. */
  readonly next: number | undefined;
}

/** A filter over everything that the log holds of a tenant. */
export interface EventSearch {
  /**
   * The newest matches before a sequence, newest first, at most `limit` (default: all of them).
   *
   * @throws the signal's reason when it aborts; {EventLogError}
   */
  find(
    matches: TextPredicate,
    options?: { limit?: number; before?: number; signal?: AbortSignal },
  ): Promise<SearchPage>;
  /** Give the memory back; the next search reads the texts again. */
  release(): void;
}

const DEFAULT_MAX_HELD = 134_217_728;
const SLICE = 2_000;
/** A turn of its own costs a page some milliseconds each time, so a quick filter takes few and a slow one more. */
const TURN_MS = 12;
const LOOK_EVERY = 100;

/**
 * Search the log. The texts are read once and kept, for reading them costs far more than looking
 * through them; each search first reads what was stored since, and lets go what was dropped.
 */
export function createEventSearch(options: EventSearchOptions): EventSearch {
  const { log, tenantId, maxHeld = DEFAULT_MAX_HELD, now = Date.now } = options;
  const { pause = () => Promise.resolve() } = options;
  /** Oldest first, the newest of the log always among them. */
  let held: EventText[] = [];
  let heldLength = 0;

  async function refresh(signal: AbortSignal | undefined): Promise<void> {
    const { firstSequence, lastSequence } = await log.summary(tenantId);
    // A tenant that was forgotten begins at 1 again.
    if ((held.at(-1)?.sequence ?? 0) > lastSequence) release();
    for await (const texts of log.texts(tenantId, { after: held.at(-1)?.sequence ?? 0 })) {
      signal?.throwIfAborted();
      for (const text of texts) {
        held.push(text);
        heldLength += text.text.length;
      }
      // A quarter at a time: letting them go one by one would copy the rest each time.
      if (heldLength > maxHeld) dropHeld(Math.ceil(held.length / 4));
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

  /** What is not held, from one sequence up to before another, newest first. */
  async function readOlder(from: number, before: number): Promise<EventText[]> {
    const older: EventText[] = [];
    for await (const texts of log.texts(tenantId, { after: from - 1 })) {
      older.push(...texts.filter(({ sequence }) => sequence < before));
      if ((texts.at(-1)?.sequence ?? Infinity) >= before - 1) break;
    }
    return older.toReversed();
  }

  return {
    release,
    async find(matches, { limit = Infinity, before = Infinity, signal } = {}) {
      await refresh(signal);
      const { firstSequence, lastSequence } = await log.summary(tenantId);
      const sequences: number[] = [];
      let searched = 0;
      let next = Math.min(before, lastSequence + 1);

      function look(text: EventText): void {
        searched += 1;
        next = text.sequence;
        if (matches(text)) sequences.push(text.sequence);
      }

      let turnSince = now();
      const texts = held;
      for (let place = texts.length - 1; place >= 0; place -= 1) {
        const text = texts[place];
        if (text === undefined || text.sequence >= before) continue;
        if (sequences.length >= limit) return { sequences, searched, next };
        look(text);
        if (searched % LOOK_EVERY === 0 && now() - turnSince >= TURN_MS) {
          await pause();
          signal?.throwIfAborted();
          turnSince = now();
        }
      }
      while (next > firstSequence) {
        const from = Math.max(firstSequence, next - SLICE);
        for (const text of await readOlder(from, next)) {
          if (sequences.length >= limit) return { sequences, searched, next };
          look(text);
        }
        next = from;
        await pause();
        signal?.throwIfAborted();
      }
      return { sequences, searched, next: undefined };
    },
  };
}
