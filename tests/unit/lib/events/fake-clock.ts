import type { Clock } from "../../../../lib/http/clock.ts";

/** A clock that only the test advances. */
export interface FakeClock extends Clock {
  /** Advances the time, and fires the due timers in order. */
  advance(ms: number): void;
  /** Advances the clock without firing timers, as after a device slept. */
  sleep(ms: number): void;
  /** Sets the clock back. Timers keep their remaining time: they use a monotonic clock. */
  setBack(ms: number): void;
  readonly pending: number;
}

export const start = Date.parse("2026-11-21T08:00:10.000Z");

export function createFakeClock(): FakeClock {
  let now = start;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    schedule(callback, ms) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
    sleep(ms) {
      now += ms;
    },
    setBack(ms) {
      now -= ms;
      timers = timers.map((timer) => Object.assign(timer, { at: timer.at - ms }));
    },
    get pending() {
      return timers.length;
    },
  };
}
