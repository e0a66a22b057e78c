import * as z from "zod/mini";

/** A named connection between a page and the worker; the shape of `runtime.Port` that a feed needs. */
export interface FeedPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
  disconnect(): void;
}

/** Schedules a call; returns its cancellation. */
export type Schedule = (callback: () => void, delayMs: number) => () => void;

const frameSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("snapshot"), number: z.int(), body: z.unknown() }),
  z.object({ kind: z.literal("change"), number: z.int(), body: z.unknown() }),
]);
const snapshotRequestSchema = z.object({ kind: z.literal("snapshot-request") });

/** Where a feed's content comes from. */
export interface FeedSource<Snapshot, Change> {
  snapshot(): Promise<Snapshot>;
  /** Calls `push` for every change from now on; returns the way to stop. */
  subscribe(push: (change: Change) => void): () => void;
}

/**
 * Serves one connected page: a snapshot at once, then each change with the next number.
 *
 * Changes that arrive while a snapshot is being read are sent after it, and may already be part of it: what a
 * change says must stay true when it is applied twice.
 */
export function serveFeed<Snapshot, Change>(
  port: FeedPort,
  source: FeedSource<Snapshot, Change>,
): void {
  let number = 0;
  /** Changes that wait for the snapshot that is being read. */
  let waiting: Change[] = [];
  let isReading = false;
  let isOver = false;

  // The browser tells a disconnection to the other end alone, and may tell it late: a port that cannot be posted to is over.
  const end = () => {
    isOver = true;
    waiting = [];
    unsubscribe();
    port.disconnect();
  };
  const post = (frame: unknown) => {
    if (isOver) return;
    try {
      port.post(frame);
    } catch {
      end();
    }
  };
  const send = (change: Change) => {
    number += 1;
    post({ kind: "change", number, body: change });
  };
  const sendSnapshot = async () => {
    if (isReading) return;
    isReading = true;
    const body = await source.snapshot();
    isReading = false;
    post({ kind: "snapshot", number, body });
    for (const change of waiting.splice(0)) send(change);
  };
  const start = () => {
    sendSnapshot().catch(end);
  };

  const unsubscribe = source.subscribe((change) => {
    if (isReading) waiting.push(change);
    else send(change);
  });
  port.onDisconnect(end);
  port.onMessage((message) => {
    if (z.safeParse(snapshotRequestSchema, message).success) start();
  });
  start();
}

/** A page's side of a feed. */
export interface FeedFollower<Snapshot, Change> {
  connect(): FeedPort;
  schedule: Schedule;
  snapshotSchema: z.ZodMiniType<Snapshot>;
  changeSchema: z.ZodMiniType<Change>;
  onSnapshot(snapshot: Snapshot): void;
  onChange(change: Change): void;
  /** The worker went away or sent what this page cannot read; a new connection is on its way. */
  onInterrupted(): void;
}

const firstDelayMs = 50;
const longestDelayMs = 5_000;

/**
 * Follows a feed until the returned function is called. A worker that ends is woken by connecting again; a number
 * that does not follow the last one, or a change that does not fit its schema, asks for a new snapshot; a snapshot that does
 * not fit is asked for over a new connection, ever later.
 */
export function followFeed<Snapshot, Change>(follower: FeedFollower<Snapshot, Change>): () => void {
  let endConnection: () => void = () => undefined;
  let cancelRetry: (() => void) | undefined;
  let delayMs = firstDelayMs;

  const retry = () => {
    follower.onInterrupted();
    cancelRetry = follower.schedule(connect, delayMs);
    delayMs = Math.min(delayMs * 2, longestDelayMs);
  };

  function connect() {
    let expected: number | undefined;
    let isOver = false;
    let port: FeedPort;
    try {
      port = follower.connect();
    } catch {
      retry();
      return;
    }
    endConnection = () => {
      isOver = true;
      port.disconnect();
    };
    const startAnew = () => {
      if (isOver) return;
      endConnection();
      retry();
    };

    port.onDisconnect(startAnew);
    port.onMessage((message) => {
      const frame = z.safeParse(frameSchema, message);
      if (isOver || !frame.success) return;
      const { kind, number, body } = frame.data;
      if (kind === "snapshot") {
        const snapshot = z.safeParse(follower.snapshotSchema, body);
        if (!snapshot.success) {
          startAnew();
          return;
        }
        expected = number + 1;
        delayMs = firstDelayMs;
        follower.onSnapshot(snapshot.data);
        return;
      }
      if (expected === undefined) return;
      const change = z.safeParse(follower.changeSchema, body);
      if (number === expected && change.success) {
        expected += 1;
        follower.onChange(change.data);
        return;
      }
      expected = undefined;
      try {
        port.post({ kind: "snapshot-request" });
      } catch {
        startAnew();
      }
    });
  }

  connect();
  return () => {
    cancelRetry?.();
    endConnection();
  };
}
