const pollEveryMs = 50;

/**
 * The time limit of a wait in milliseconds. It only ends a wait that hangs: what takes a second on
 * an idle machine takes many times that beside other browsers.
 */
export const waitTimeout = 180_000;

export interface WaitOptions {
  /** Completes the sentence "Waited … for …", e.g. "the badge to say 3". */
  readonly what: string;
  /** In milliseconds. Default: `waitTimeout`. */
  readonly timeout?: number;
}

type Falsy = false | null | undefined;

/**
 * Repeats `condition` until its result is truthy, and returns that result.
 *
 * A condition that throws counts as "not yet", because a page may be navigating. After the time
 * limit, the error names the awaited condition and quotes its last error.
 */
export async function waitFor<T>(
  condition: () => T | Falsy | Promise<T | Falsy>,
  { what, timeout = waitTimeout }: WaitOptions,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeout;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await condition();
      if (answer) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= deadline) {
      const last =
        lastError instanceof Error ? ` The last attempt failed: ${lastError.message}` : "";
      throw new Error(`Waited ${timeout} ms for ${what}.${last}`, { cause: lastError });
    }
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }
}
