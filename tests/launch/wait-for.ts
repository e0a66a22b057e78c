const pollEveryMs = 50;

/**
 * How long a whole program may take to start, in milliseconds: a browser, or its developer tools. That is seconds of
 * computing on a machine with nothing else to do, and many times that beside other browsers.
 */
export const longestStart = 60_000;

export interface WaitOptions {
  /** Completes the sentence "Waited … for …", e.g. "the badge to say 3". */
  readonly what: string;
  /** In milliseconds, 15,000 unless told. */
  readonly timeout?: number;
}

type Falsy = false | null | undefined;

/**
 * Asks again and again until `condition` answers with something truthy, and returns that answer.
 *
 * A condition that throws counts as "not yet": a page may be navigating while it is asked. When
 * the time is over, the error says what was waited for, and carries the condition's last error.
 */
export async function waitFor<T>(
  condition: () => T | Falsy | Promise<T | Falsy>,
  { what, timeout = 15_000 }: WaitOptions,
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
