import type { FeedPort } from "../../../../lib/messages/feed-channel.ts";

/** One end of a connection, with the messages that it received. */
export interface FakePort extends FeedPort {
  readonly received: readonly unknown[];
  readonly isConnected: boolean;
}

/**
 * Creates the two ends of a connection, with the behaviour of browsers. Messages cross as JSON. A
 * disconnection is reported only to the other end. Posting to a closed port throws.
 */
export function createPortPair(): { page: FakePort; worker: FakePort } {
  let isConnected = true;

  const createEnd = () => {
    const received: unknown[] = [];
    const messageListeners: ((message: unknown) => void)[] = [];
    const disconnectListeners: (() => void)[] = [];
    return {
      received,
      onMessage: (listener: (message: unknown) => void) => void messageListeners.push(listener),
      onDisconnect: (listener: () => void) => void disconnectListeners.push(listener),
      deliver(text: string) {
        received.push(JSON.parse(text));
        for (const listener of messageListeners) listener(JSON.parse(text));
      },
      tellDisconnected() {
        for (const listener of disconnectListeners) listener();
      },
    };
  };
  const page = createEnd();
  const worker = createEnd();

  const join = (own: typeof page, other: typeof page): FakePort => ({
    ...own,
    get isConnected() {
      return isConnected;
    },
    post(message) {
      if (!isConnected) throw new Error("Attempting to use a disconnected port object");
      other.deliver(JSON.stringify(message));
    },
    disconnect() {
      if (!isConnected) return;
      isConnected = false;
      other.tellDisconnected();
    },
  });
  return { page: join(page, worker), worker: join(worker, page) };
}
