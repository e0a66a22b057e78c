import type { EventLog, EventText } from "../log/event-log.ts";
import type { TextPredicate } from "./filter-events.ts";

export interface EventSearchOptions {
  readonly log: Pick<EventLog, "summary" | "texts">;
  readonly tenantId: string;
  /** Texts held in memory, in UTF-16 units. What is beyond, the oldest, is read again each time. Default 128 Mi. */
  readonly maxHeld?: number;
  /** Lets others have their turn; called when the search has run for the better part of a frame. */
  readonly pause?: () => Promise<void>;
  /** Milliseconds, of any clock. */
  readonly now?: () => number;
}

export interface SearchResult {
  /** The matching events, newest first; `EventLog.pick` reads them. */
  readonly sequences: readonly number[];
  /** The newest sequence that was looked at: what came later is not in the result. */
  readonly last: number;
}

/** A filter over everything that the log holds of a tenant. */
export interface EventSearch {
  /** @throws the signal's reason when it aborts, as it must before the next search begins; {EventLogError} */
  find(matches: TextPredicate, options?: { signal?: AbortSignal }): Promise<SearchResult>;
  /** Give the memory back; the next search reads the texts again. */
  release(): void;
}

const DEFAULT_MAX_HELD = 134_217_728;
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

  async function refresh(
    firstSequence: number,
    lastSequence: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const known = held.at(-1)?.sequence ?? 0;
    // A tenant that was forgotten begins at 1 again.
    if (known > lastSequence) release();
    if (known !== lastSequence) {
      for await (const texts of log.texts(tenantId, { after: held.at(-1)?.sequence ?? 0 })) {
        signal?.throwIfAborted();
        for (const text of texts) {
          held.push(text);
          heldLength += text.text.length;
        }
        // A quarter at a time: letting them go one by one would copy the rest each time.
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
    async find(matches, { signal } = {}) {
      const { firstSequence, lastSequence } = await log.summary(tenantId);
      await refresh(firstSequence, lastSequence, signal);
      const texts = held;
      const heldFrom = texts[0]?.sequence ?? lastSequence + 1;
      const found: number[] = [];
      let last = firstSequence - 1;
      let turnSince = now();

      /** Looks through texts until it is others' turn; returns where to go on. No promise is waited for in here: this is the hot loop. */
      function look(some: readonly EventText[], from: number): number {
        for (let place = from; place < some.length; place += 1) {
          const text = some[place];
          if (text !== undefined && matches(text)) found.push(text.sequence);
          if (place % LOOK_EVERY === 0 && now() - turnSince >= TURN_MS) return place + 1;
        }
        return some.length;
      }

      // Oldest first, in the order in which the texts lie in memory: the other way round takes three times as long.
      async function lookThrough(some: readonly EventText[]): Promise<void> {
        for (let place = look(some, 0); place < some.length; place = look(some, place)) {
          await pause();
          signal?.throwIfAborted();
          turnSince = now();
        }
        last = some.at(-1)?.sequence ?? last;
      }

      if (heldFrom > firstSequence) {
        for await (const older of log.texts(tenantId, { after: firstSequence - 1 })) {
          signal?.throwIfAborted();
          await lookThrough(older.filter(({ sequence }) => sequence < heldFrom));
          if ((older.at(-1)?.sequence ?? heldFrom) >= heldFrom - 1) break;
        }
      }
      await lookThrough(texts);
      return { sequences: found.toReversed(), last };
    },
  };
}
