/**
 * Settles like the promise, but rejects as soon as the signal aborts, even if the work behind the
 * promise ignores the signal. `onLate` receives a value that arrives after the abort, to close it.
 *
 * @throws {DOMException} `AbortError`
 */
export async function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  onLate: (value: Value) => void = () => undefined,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(new DOMException("The operation was aborted.", "AbortError"));
    promise.then(onLate).catch(() => undefined);
  };
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
