import { EventLogError } from "./event-log-error.ts";

/** Frees space in full browser storage. Both methods work even if no row can be written. */
export interface StorageSpace {
  /** Deletes the oldest events, at most `count`. Returns false if none can be deleted now. */
  deleteOldest(count: number): Promise<boolean>;
  /** Waits until the browser has freed the space, and makes the browser measure it again. */
  reclaim(): Promise<void>;
}

/** The retries before a deletion: often the browser frees space by removing stale files. */
const freeRetries = 2;
/** The maximum number of deletions. If they do not help, the stream waits and tries again. */
const maxDeletions = 4;
/**
 * The minimum number of events in a deletion. Chromium frees space only when it compacts its files,
 * and the deletion of a few rows does not start a compaction.
 */
const leastDeleted = 500;

/**
 * Repeats a write that fails because the browser's storage is full. The first retries delete
 * nothing. Before each later retry, about as many of the oldest events are deleted as the write
 * stores.
 *
 * @param count the number of events that the write stores
 * @throws {EventLogError} `full` if the deletions did not help, or any other error of the write
 */
export async function retryWhenFull<Result>(
  space: StorageSpace,
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
      if (isDeleting && !(await space.deleteOldest(Math.max(leastDeleted, count)))) throw error;
      await space.reclaim();
    }
  }
}
