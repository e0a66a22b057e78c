/** Says how many events are to be deleted for a batch that the browser has no room for. */
export interface RoomMaker {
  /** @returns how many of the oldest events to delete now; 0 while an earlier deletion may still become room */
  plan(batchSize: number, at: number): number;
  /** Something could be stored: there is room. */
  found(): void;
}

/** No step is smaller: each costs a new connection and some seconds, so that few of them are to do. */
const LEAST = 500;
/** Deleted rows become room some seconds later; until then, deleting more is for nothing. */
const SETTLE_MS = 10_000;

/**
 * Plans deletions in small steps: first as many events as are to be stored, then, only where these did not become room in time,
 * twice as many each time.
 */
export function createRoomMaker(): RoomMaker {
  let last: { at: number; count: number } | undefined;

  return {
    plan(batchSize, at) {
      const isSettling = last !== undefined && at >= last.at && at - last.at < SETTLE_MS;
      if (isSettling) return 0;
      const count = last === undefined ? Math.max(LEAST, batchSize) : 2 * last.count;
      last = { at, count };
      return count;
    },
    found() {
      last = undefined;
    },
  };
}
