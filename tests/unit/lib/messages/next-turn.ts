/** Lets everything that is promised already happen: the queue of microtasks is empty when this resolves. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
