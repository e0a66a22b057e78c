import type { Clock } from "../http/clock.ts";

/**
 * Creates a function that requests work. The first request is served at the end of its turn. The
 * requests of one turn, during the work and shortly after its start share one run, so the last
 * request is never lost.
 *
 * @param everyMs the time from the start of one run to the next, in milliseconds
 * @param work must not reject
 */
export function createPace(clock: Clock, everyMs: number, work: () => Promise<void>): () => void {
  let isScheduled = false;
  let isRunning = false;
  let isRequested = false;
  let startedAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    isScheduled = false;
    isRunning = true;
    startedAt = clock.now();
    await work();
    isRunning = false;
    if (!isRequested) return;
    isRequested = false;
    request();
  }

  function request(): void {
    if (isRunning) {
      isRequested = true;
      return;
    }
    if (isScheduled) return;
    isScheduled = true;
    // Limit the delay: after the clock was set back, the difference is too large.
    const waitMs = Math.min(Math.max(0, startedAt + everyMs - clock.now()), everyMs);
    clock.schedule(() => void run(), waitMs);
  }

  return request;
}
