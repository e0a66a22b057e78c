import { EventLogError } from "./event-log-error.ts";

/** Makes room in a full browser. Both methods work while not a single row can be written. */
export interface Room {
  /** Deletes the oldest events, at most `count`. Returns false if there are none. */
  deleteOldest(count: number): Promise<boolean>;
  /** Waits until the browser has freed the space, and makes it measure its usage again. */
  reclaim(): Promise<void>;
}

/** Retries before the first deletion: often it is enough that the browser removes stale files. */
const freeRetries = 2;
/** Deletions before the write fails; the stream then waits and tries again. */
const maxDeletions = 4;
/** The smallest deletion: Chromium frees room only in compactions, which few rows do not start. */
const leastDeleted = 500;

/**
 * Repeats a write that the browser refuses because it is full. The first retries delete nothing.
 * Each later one first deletes about as many of the oldest events as the write stores.
 *
 * @param count the number of events that the write stores
 * @throws {EventLogError} `full` if the deletions did not help, or any other error of the write
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
      if (!isFull || retries === freeRetries + maxDeletions) throw error;
      const isDeleting = retries >= freeRetries;
      if (isDeleting && !(await room.deleteOldest(Math.max(leastDeleted, count)))) throw error;
      await room.reclaim();
    }
  }
}
