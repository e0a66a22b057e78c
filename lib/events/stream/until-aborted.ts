/**
 * Rejects as soon as the signal aborts, and otherwise settles like the promise. The work behind the
 * promise need not observe the signal. A late result goes to `onLate`, which can close it.
 *
 * @throws {DOMException} `AbortError`
 */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  onLate: (value: Value) => void = () => undefined,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new DOMException("The attempt was aborted.", "AbortError"));
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
