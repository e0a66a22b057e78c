/**
 * Runs one piece of work after the other, in the order in which they were given: what is read and written back in one of
 * them is not changed by another in between. A failure reaches its own caller alone.
 */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
