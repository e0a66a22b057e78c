import * as z from "zod/mini";

/** The methods of `runtime.Port` that a feed needs. A port connects a page and the worker. */
export interface FeedPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
  disconnect(): void;
}

/** Schedules a call; returns a function that cancels it. */
export type Schedule = (callback: () => void, delayMs: number) => () => void;

const frameSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("snapshot"), number: z.int(), body: z.unknown() }),
  z.object({ kind: z.literal("change"), number: z.int(), body: z.unknown() }),
]);
const snapshotRequestSchema = z.object({ kind: z.literal("snapshot-request") });

/** The content of a feed. */
export interface FeedSource<Snapshot, Change> {
  snapshot(): Promise<Snapshot>;
  /** Calls `push` for each later change; returns a function that unsubscribes. */
  subscribe(push: (change: Change) => void): () => void;
}

/**
 * Serves one connected page: sends a snapshot at once, then each change with the next number.
 *
 * Changes that arrive while a snapshot is read are sent after it. The snapshot can already contain
 * them, so a change must be safe to apply twice.
 */
export function serveFeed<Snapshot, Change>(
  port: FeedPort,
  source: FeedSource<Snapshot, Change>,
): void {
  let number = 0;
  /** Changes to send after the snapshot that is being read. */
  let waiting: Change[] = [];
  let isReading = false;
  let isOver = false;

  // The browser reports a disconnection only to the other end, and sometimes late. Treat a port
  // that throws as closed.
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

/** The page's side of a feed. */
export interface FeedFollower<Snapshot, Change> {
  connect(): FeedPort;
  schedule: Schedule;
  snapshotSchema: z.ZodMiniType<Snapshot>;
  changeSchema: z.ZodMiniType<Change>;
  onSnapshot(snapshot: Snapshot): void;
  onChange(change: Change): void;
  /** Called when the connection ended or its content was invalid; a new connection follows. */
  onInterrupted(): void;
}

const firstDelayMs = 50;
const maxDelayMs = 5_000;

/**
 * Follows a feed until the returned function is called.
 *
 * - If the worker ended or a snapshot is invalid, connects again, with a growing delay. The
 *   connection wakes the worker.
 * - If a change is invalid or has an unexpected number, requests a new snapshot.
 */
export function followFeed<Snapshot, Change>(follower: FeedFollower<Snapshot, Change>): () => void {
  let endConnection: () => void = () => undefined;
  let cancelRetry: (() => void) | undefined;
  let delayMs = firstDelayMs;

  const retry = () => {
    follower.onInterrupted();
    cancelRetry = follower.schedule(connect, delayMs);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
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
    const reconnect = () => {
      if (isOver) return;
      endConnection();
      retry();
    };

    port.onDisconnect(reconnect);
    port.onMessage((message) => {
      const frame = z.safeParse(frameSchema, message);
      if (isOver || !frame.success) return;
      const { kind, number, body } = frame.data;
      if (kind === "snapshot") {
        const snapshot = z.safeParse(follower.snapshotSchema, body);
        if (!snapshot.success) {
          reconnect();
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
        reconnect();
      }
    });
  }

  connect();
  return () => {
    cancelRetry?.();
    endConnection();
  };
}
