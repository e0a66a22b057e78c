import type { ActivityChange, ActivitySnapshot } from "../messages/activity-feed.ts";
import type { FeedSource } from "../messages/feed-channel.ts";

/** Publishes snapshots and changes to all connected pages. */
export interface ActivityHub {
  /** The feed that a connecting page receives. */
  source: FeedSource<ActivitySnapshot, ActivityChange>;
  /** True while any page of the inspector is open. */
  readonly hasPages: boolean;
  push(change: ActivityChange): void;
  /** Reads a new snapshot and publishes it. */
  pushSnapshot(): Promise<void>;
}

/**
 * Creates a hub without pages.
 *
 * @param read reads the snapshot; must not reject
 * @param onPagesChanged called when a page connects and when the last one disconnects
 */
export function createActivityHub(
  read: () => Promise<ActivitySnapshot>,
  onPagesChanged: () => void = () => undefined,
): ActivityHub {
  const listeners = new Set<(change: ActivityChange) => void>();
  /** Changes that arrive during a read; emitted after its snapshot, which would undo them. */
  const pending: ActivityChange[] = [];
  let activeReads = 0;
  /** The number of the last read. A snapshot is dropped if a later read was published before it. */
  let lastRead = 0;
  let lastPublished = 0;

  function emit(change: ActivityChange): void {
    for (const listener of listeners) listener(change);
  }

  return {
    get hasPages() {
      return listeners.size > 0;
    },
    source: {
      snapshot: read,
      subscribe(listener) {
        listeners.add(listener);
        onPagesChanged();
        return () => {
          if (listeners.delete(listener) && listeners.size === 0) onPagesChanged();
        };
      },
    },
    push(change) {
      if (activeReads > 0) pending.push(change);
      else emit(change);
    },
    async pushSnapshot() {
      activeReads += 1;
      lastRead += 1;
      const readNumber = lastRead;
      try {
        const snapshot = await read();
        if (readNumber < lastPublished) return;
        lastPublished = readNumber;
        emit({ kind: "snapshot", snapshot });
      } finally {
        activeReads -= 1;
        if (activeReads === 0) for (const change of pending.splice(0)) emit(change);
      }
    },
  };
}
