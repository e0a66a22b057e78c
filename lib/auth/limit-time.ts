import { AuthError } from "./auth-error.ts";
import type { ClockPort } from "./ports.ts";

/** The time limit of a task. */
export interface TimeLimit {
  readonly clock: ClockPort;
  readonly milliseconds: number;
  /** The signal of the call that the task belongs to. */
  readonly signal?: AbortSignal | undefined;
  /** Describes an exceeded limit and its remedy, each as a sentence. */
  readonly describe: (limit: string) => readonly [description: string, remedy: string];
}

/**
 * Runs a task with a time limit. The limit holds even if a port ignores the signal.
 *
 * @param run gets a signal, which is aborted when the result is no longer needed
 * @throws AuthError `timeout`, which is also the reason of the aborted signal
 */
export async function limitTime<Result>(
  { clock, milliseconds, signal: outer, describe }: TimeLimit,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const own = controller.signal;
  let stopTimer = (): void => undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    stopTimer = clock.after(milliseconds, () => {
      const limit = milliseconds === 1000 ? "1 second" : `${milliseconds / 1000} seconds`;
      const [description, remedy] = describe(limit);
      const timeout = new AuthError("timeout", description, "time_limit", { remedy });
      // Abort before rejecting: the task cleans up before the caller is notified.
      controller.abort(timeout);
      reject(timeout);
    });
  });
  try {
    return await Promise.race([run(outer ? AbortSignal.any([own, outer]) : own), expired]);
  } finally {
    stopTimer();
    controller.abort();
  }
}
