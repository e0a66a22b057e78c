import { appendBatch, trimEvents } from "./append-batch.ts";
import type { EventLog, Retention } from "./event-log.ts";
import { createLogSpace, type LogSpaceOptions } from "./log-space.ts";
import { retryWhenFull } from "./retry-when-full.ts";

export interface AppendOptions extends Omit<LogSpaceOptions, "mayDelete"> {
  readonly retentionOf: (tenantId: string) => Retention;
}

/**
 * The time without deletions after deletions that did not help: the browser has not freed their
 * space yet, or another program fills the disk. More deletions would only lose more events.
 */
const deletionPauseMs = 10 * 60_000;

/** Creates the log's `append`, which deletes the oldest events if the browser's storage is full. */
export function createAppend(options: AppendOptions): EventLog["append"] {
  const { run, retentionOf } = options;
  let nextDeletionAt = -Infinity;

  /** Counts the deleted events. If the storage is still full, a later append counts them. */
  const countDeletedEvents = async (tenantIds: Iterable<string>, at: number): Promise<void> => {
    for (const id of tenantIds)
      await run((db) => trimEvents(db, id, retentionOf(id), at)).catch(() => undefined);
  };

  return async (tenantId, batch) => {
    const space = createLogSpace({ ...options, mayDelete: batch.at >= nextDeletionAt });
    try {
      const result = await retryWhenFull(space, batch.events?.length ?? 0, () =>
        run((db) => appendBatch(db, tenantId, batch, retentionOf(tenantId))),
      );
      nextDeletionAt = -Infinity;
      return result;
    } catch (error) {
      if (space.deletedFrom.size > 0) nextDeletionAt = batch.at + deletionPauseMs;
      throw error;
    } finally {
      await countDeletedEvents(space.deletedFrom, batch.at);
    }
  };
}
