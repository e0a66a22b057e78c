/** The longest time in ms without a frame: less than the 50 ms of a long task, on slow devices too. */
const sliceMs = 10;

/**
 * Returns a function for work in many small steps, to be awaited between two of them. It lets the
 * page draw once {@link sliceMs} have passed since it did so last, and returns at once otherwise.
 */
export function createTimeSlices(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < sliceMs) return;
    await nextTask();
    startedAt = performance.now();
  };
}

/** Not a timer: browsers delay those of a page in the background by a second each. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
