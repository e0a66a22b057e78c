/**
 * Wait for a promise, but no longer than a signal allows: what is waited for need not know of the
 * signal. A result that comes too late goes to `onLate`, so that it can be closed.
 *
 * @throws {DOMException} `AbortError`
 */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  onLate: (value: Value) => void = () => undefined,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new DOMException("The attempt was given up.", "AbortError"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise
      .then(
        (value) => (signal.aborted ? onLate(value) : resolve(value)),
        (error: unknown) => reject(error instanceof Error ? error : new Error("It failed.")),
      )
      .finally(() => signal.removeEventListener("abort", abort))
      .catch(() => undefined);
  });
}
