/**
 * Resolves when the queue of microtasks is empty, so that all settled promises have had their
 * effect.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
