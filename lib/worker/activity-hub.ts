import type { ActivityChange, ActivitySnapshot } from "../messages/activity-feed.ts";
import type { FeedSource } from "../messages/feed-channel.ts";

/** Tells every connected page what goes on. */
export interface ActivityHub {
  /** What a page that connects is served from. */
  source: FeedSource<ActivitySnapshot, ActivityChange>;
  /** Whether any page of the inspector is open. */
  readonly hasPages: boolean;
  push(change: ActivityChange): void;
  /** Reads everything anew, and tells it. */
  pushSnapshot(): Promise<void>;
}

/**
 * @param read reads the snapshot; must not reject
 * @param onPages called when a page connects and when the last one is gone
 */
export function createActivityHub(
  read: () => Promise<ActivitySnapshot>,
  onPages: () => void = () => undefined,
): ActivityHub {
  const listeners = new Set<(change: ActivityChange) => void>();
  /** Changes that wait for a snapshot which is being read: told before it, they would be undone by it. */
  const held: ActivityChange[] = [];
  let readings = 0;
  /** Readings are numbered as they begin: one that ends after a later one knows less, and is not told. */
  let begun = 0;
  let told = 0;

  function tell(change: ActivityChange): void {
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
        onPages();
        return () => {
          if (listeners.delete(listener) && listeners.size === 0) onPages();
        };
      },
    },
    push(change) {
      if (readings > 0) held.push(change);
      else tell(change);
    },
    async pushSnapshot() {
      readings += 1;
      begun += 1;
      const own = begun;
      try {
        const snapshot = await read();
        if (own < told) return;
        told = own;
        tell({ kind: "snapshot", snapshot });
      } finally {
        readings -= 1;
        if (readings === 0) for (const change of held.splice(0)) tell(change);
      }
    },
  };
}
