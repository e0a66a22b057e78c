/** Runs a task after all earlier tasks have settled. The promise settles with the task's result. */
export type Enqueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs one task at a time, so that no task changes a value between another
 * task's read and write. A rejection reaches only the caller of its task.
 */
export function createSerialQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
