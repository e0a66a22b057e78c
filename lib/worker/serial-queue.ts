/** Runs a task after all tasks before it have settled, and settles as the task does. */
export type Enqueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs one task at a time, so that no task changes what another one reads and writes back. A rejection
 * reaches the caller of its task alone.
 */
export function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
