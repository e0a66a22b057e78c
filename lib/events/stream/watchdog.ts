import type { Clock } from "../../http/clock.ts";

/** Detects a silent connection: a half-open connection never ends on its own. */
export interface Watchdog {
  /** Aborts after the full time of silence. */
  readonly signal: AbortSignal;
  readonly lastHeardAt: number;
  /** The longest silence that was heard to end, in ms. */
  readonly longestGapMs: number;
  /** The time from the start to what was heard last, in ms. */
  readonly heardForMs: number;
  heard(): void;
  /** Changes the time of silence, also of the current one. */
  setLimit(ms: number): void;
  /** Checks at once, because timers do not run while a device sleeps. */
  check(): void;
  end(): void;
}

/** Creates a watchdog; its time begins now. */
export function createWatchdog(clock: Clock, limitMs: number): Watchdog {
  let silenceMs = limitMs;
  let isEnded = false;
  const controller = new AbortController();
  let startedAt = clock.now();
  let lastHeardAt = startedAt;
  let longestGapMs = 0;
  let cancel = arm(silenceMs);

  // One timer that restarts when it fires too early costs less than a new timer for each read.
  function arm(ms: number): () => void {
    return clock.schedule(onTimer, ms);
  }
  function onTimer(): void {
    const left = measureLeft();
    if (left > 0) cancel = arm(left);
    else controller.abort();
  }
  function measureLeft(): number {
    // If the clock was set back, the silence counts from the new time. Otherwise the limit would
    // grow.
    lastHeardAt = Math.min(lastHeardAt, clock.now());
    startedAt = Math.min(startedAt, lastHeardAt);
    return lastHeardAt + silenceMs - clock.now();
  }

  return {
    signal: controller.signal,
    get lastHeardAt() {
      return lastHeardAt;
    },
    get longestGapMs() {
      return longestGapMs;
    },
    get heardForMs() {
      return Math.max(0, lastHeardAt - startedAt);
    },
    heard() {
      const gapMs = clock.now() - lastHeardAt;
      // The timer ends a longer silence, unless the device slept during it.
      if (gapMs <= silenceMs) longestGapMs = Math.max(longestGapMs, gapMs);
      lastHeardAt = clock.now();
    },
    setLimit(ms) {
      if (isEnded || ms === silenceMs || controller.signal.aborted) return;
      silenceMs = ms;
      cancel();
      onTimer();
    },
    check() {
      if (measureLeft() > 0) return;
      cancel();
      controller.abort();
    },
    end() {
      isEnded = true;
      cancel();
    },
  };
}
