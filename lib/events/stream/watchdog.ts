import type { Clock } from "../ports.ts";

/** Tells when nothing was heard for too long: a half-open connection never ends by itself. */
export interface Watchdog {
  /** Aborts when nothing was heard for the whole time. */
  readonly signal: AbortSignal;
  readonly lastHeardAt: number;
  heard(): void;
  /** Look now: timers do not run while a laptop sleeps. */
  check(): void;
  end(): void;
}

/** Start watching; the time runs from now. */
export function createWatchdog(clock: Clock, silenceMs: number): Watchdog {
  const controller = new AbortController();
  let lastHeardAt = clock.now();
  let cancel = arm(silenceMs);

  // One timer that looks again when it was too early is cheaper than a new one for each read.
  function arm(ms: number): () => void {
    return clock.setTimeout(look, ms);
  }
  function look(): void {
    const left = measureLeft();
    if (left > 0) cancel = arm(left);
    else controller.abort();
  }
  function measureLeft(): number {
    // A clock that was set back would hide the silence for as long: the time runs from there.
    lastHeardAt = Math.min(lastHeardAt, clock.now());
    return lastHeardAt + silenceMs - clock.now();
  }

  return {
    signal: controller.signal,
    get lastHeardAt() {
      return lastHeardAt;
    },
    heard() {
      lastHeardAt = clock.now();
    },
    check() {
      if (measureLeft() > 0) return;
      cancel();
      controller.abort();
    },
    end() {
      cancel();
    },
  };
}
