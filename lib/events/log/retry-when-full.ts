import { EventLogError } from "./event-log-error.ts";

/** Makes room in a full browser. Both methods work while not a single row can be written. */
export interface Room {
  /** Deletes so many of the oldest events, or those that are left; false if there are none. */
  deleteOldest(count: number): Promise<boolean>;
  /** Lets the browser free what is deleted, and measure its usage again. */
  reclaim(): Promise<void>;
}

/** Retries before anything is deleted: often the browser's own stale files are all that is in the way. */
const FREE_RETRIES = 2;
/** Deletions before the failure is reported; the stream then waits and tries again. */
const DELETIONS = 4;
/** Fewer deleted events rarely free room in Chromium, which deletes rows for real when it merges its files. */
const LEAST_DELETED = 500;

/**
 * Repeats a write that the browser refuses because it is full. It deletes nothing at first, then
 * about as many of the oldest events as the write stores, a step at a time.
 *
 * @param count how many events the write stores
 * @throws {EventLogError} `full` if the steps did not help, and each other error of the write
 */
export async function retryWhenFull<Result>(
  room: Room,
  count: number,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await write();
    } catch (error) {
      const isFull = error instanceof EventLogError && error.code === "full";
      if (!isFull || retries === FREE_RETRIES + DELETIONS) throw error;
      const isDeleting = retries >= FREE_RETRIES;
      if (isDeleting && !(await room.deleteOldest(Math.max(LEAST_DELETED, count)))) throw error;
      await room.reclaim();
    }
  }
}
