import type { Clock } from "../../../../lib/events/ports.ts";

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Move time on, and call back what is due, in order. */
  advance(ms: number): void;
  /** Move the clock alone, as when a device slept: timers are late. */
  sleep(ms: number): void;
  /** Set the clock back, as when it was wrong: timers run on, for they go by another one. */
  setBack(ms: number): void;
  readonly pending: number;
}

export const START = Date.parse("2026-11-21T08:00:10.000Z");

export function createFakeClock(): FakeClock {
  let now = START;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    setTimeout(callback, ms) {
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
