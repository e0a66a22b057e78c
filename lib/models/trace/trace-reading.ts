import { batch, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Exchange } from "../../trace/exchange.ts";
import type { Navigation } from "../../trace/capture-context.ts";
import type { Trace } from "../../trace/read-trace.ts";
import { readOnly } from "../read-only.ts";

export interface TraceReadingPort {
  /** The captured and imported requests, oldest first. */
  exchanges: ReadonlySignal<readonly Exchange[]>;
  navigations: ReadonlySignal<readonly Navigation[]>;
  /**
   * Rejects once the signal is aborted; it does not block the page for long.
   *
   * @param ownStates the `state` of each run of this extension in the page
   */
  read(
    exchanges: readonly Exchange[],
    navigations: readonly Navigation[],
    signal: AbortSignal,
    ownStates?: ReadonlySet<string>,
  ): Promise<Trace>;
  /** Calls back once after `ms` milliseconds; returns a function that cancels. */
  schedule(callback: () => void, ms: number): () => void;
}

export interface TraceReading {
  trace: ReadonlySignal<Trace>;
  /** True if the last reading failed; the trace is that of the reading before. */
  hasFailed: ReadonlySignal<boolean>;
}

/** The interval of reading a trace again while a login is pending, in ms. */
const underWayInterval = 5_000;
const emptyTrace: Trace = { flows: [], messageCount: 0 };

/** Reads the requests as flows, again whenever there are new ones. For use inside a model. */
export function createReading(
  port: TraceReadingPort,
  ownStates: ReadonlySignal<ReadonlySet<string>>,
): TraceReading {
  const trace = signal(emptyTrace);
  const hasFailed = signal(false);
  let reading: AbortController | undefined;
  let isStale = false;
  let wasInterrupted = false;
  let cancelAgain: (() => void) | undefined;

  /** Returns undefined for a reading that was aborted. */
  const readUntil = async (aborted: AbortSignal): Promise<Trace | undefined> => {
    try {
      const [exchanges, navigations] = [port.exchanges.peek(), port.navigations.peek()];
      const next = await port.read(exchanges, navigations, aborted, ownStates.peek());
      return aborted.aborted ? undefined : next;
    } catch (cause) {
      if (aborted.aborted) return undefined;
      throw cause;
    }
  };

  /**
   * Reads again until nothing new arrived meanwhile: a burst is read twice, not a hundred times. New
   * requests end a reading, but not two in a row: the list must not wait until all is quiet.
   */
  const read = async () => {
    isStale = true;
    if (reading !== undefined) {
      if (!wasInterrupted) reading.abort();
      return;
    }
    try {
      while (isStale) {
        isStale = false;
        reading = new AbortController();
        const next = await readUntil(reading.signal);
        wasInterrupted = next === undefined;
        if (next === undefined) continue;
        batch(() => {
          trace.value = next;
          hasFailed.value = false;
        });
        // Messages that did not come by then are missing.
        cancelAgain?.();
        cancelAgain = next.flows.some(({ prepared }) => prepared.isPending)
          ? port.schedule(() => void read(), underWayInterval)
          : undefined;
      }
    } catch {
      // Hostile requests must not end the capture: the next ones are read again.
      hasFailed.value = true;
    } finally {
      reading = undefined;
    }
  };
  effect(() => {
    void port.exchanges.value;
    void port.navigations.value;
    void ownStates.value;
    void read();
  });

  effect(() => () => {
    cancelAgain?.();
    reading?.abort();
  });
  return { trace: readOnly(trace), hasFailed: readOnly(hasFailed) };
}
