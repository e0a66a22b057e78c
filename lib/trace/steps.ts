/** Work that can be interrupted between two steps, with its result. */
export type Steps<Result> = Generator<void, Result, void>;

/** The number of requests or messages of one step: less than a millisecond on most devices. */
export const stepSize = 50;

/** Runs all steps without an interruption. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs all steps, and waits between two of them.
 *
 * @param pause decides by itself how often it lets the page draw; its rejection ends the work
 */
export async function runWithPauses<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void>,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}
