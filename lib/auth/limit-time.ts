import type { AuthError } from "./auth-error.ts";
import type { ClockPort } from "./ports.ts";

/** How long a task may take, and what limits it from outside. */
export interface TimeLimit {
  readonly clock: ClockPort;
  readonly milliseconds: number;
  /** The signal of the call that the task is part of. */
  readonly signal?: AbortSignal | undefined;
  /** Makes the failure when the time is over. */
  readonly fail: () => AuthError;
}

/**
 * Runs a task that ends in time, whether or not it heeds its signal: a port may ignore it.
 *
 * @param run gets the signal, which is aborted as soon as nothing waits for the task any more
 * @throws the AuthError of `fail`, which is also the reason of the aborted signal
 */
export async function limitTime<Result>(
  { clock, milliseconds, signal: outer, fail }: TimeLimit,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const own = controller.signal;
  let stopTimer = (): void => undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    stopTimer = clock.after(milliseconds, () => {
      const failure = fail();
      // Abort before rejecting: the task cleans up after itself before the caller hears of it.
      controller.abort(failure);
      reject(failure);
    });
  });
  try {
    return await Promise.race([run(outer ? AbortSignal.any([own, outer]) : own), expired]);
  } finally {
    stopTimer();
    controller.abort();
  }
}

/** Writes a time limit for people. */
export function describeLimit(milliseconds: number): string {
  return milliseconds === 1000 ? "1 second" : `${milliseconds / 1000} seconds`;
}
