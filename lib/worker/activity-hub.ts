import type { ActivityChange, ActivitySnapshot } from "../messages/activity-feed.ts";
import type { FeedSource } from "../messages/feed-channel.ts";

/** Tells every connected page what goes on. */
export interface ActivityHub {
  /** What a page that connects is served from. */
  source: FeedSource<ActivitySnapshot, ActivityChange>;
  push(change: ActivityChange): void;
  /** Reads everything anew, and tells it. */
  pushSnapshot(): Promise<void>;
}

/** @param read reads the snapshot; must not reject */
export function createActivityHub(read: () => Promise<ActivitySnapshot>): ActivityHub {
  const listeners = new Set<(change: ActivityChange) => void>();
  /** Changes that wait for a snapshot which is being read: told before it, they would be undone by it. */
  const held: ActivityChange[] = [];
  let readings = 0;

  function tell(change: ActivityChange): void {
    for (const listener of listeners) listener(change);
  }

  return {
    source: {
      snapshot: read,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    push(change) {
      if (readings > 0) held.push(change);
      else tell(change);
    },
    async pushSnapshot() {
      readings += 1;
      const snapshot = await read();
      readings -= 1;
      tell({ kind: "snapshot", snapshot });
      if (readings === 0) for (const change of held.splice(0)) tell(change);
    },
  };
}
