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
 * The minimum number of events in a deletion. Chromium frees space only when LevelDB merges the
 * file of deleted rows into the level below, and the deletion of a few rows does not start a merge:
 * after 14 deletions of 100 events the files had grown by 3 MB. A few hundred reads beside the
 * deleted rows can cause a merge, but with them three runs removed 10 %, 39 % and 95 % of a log.
 * Closing and reopening the connection frees nothing, and `navigator.storage.estimate` reports 10
 * GiB more than is used.
 *
 * Chromium assumes for 30 seconds that the free space has not changed, so a log can first grow far
 * over the limit.
 *
 * Measured in Chromium 156 with a log of 10,000 events and the quota at the size of its files,
 * while 6,000 more events arrived, 100 at a time. Five runs so: 1.25 to 1.67 events removed for
 * each one stored, and never less than 59 % of the log left. Three runs with a tenth of the log at
 * each rejection: 1.79 to 2.00, and 35 %.
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
