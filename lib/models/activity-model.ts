import { batch, computed, createModel, effect, signal } from "@preact/signals";
import { describeState, hasTrouble } from "../events/describe-state.ts";
import type { StoredEvent } from "../events/event-log.ts";
import { findSubject } from "../events/find-subject.ts";
import type { SubscriptionState } from "../events/subscription-state.ts";
import {
  activityChangeSchema,
  activitySnapshotSchema,
  shownEvents,
  type ActivityChange,
  type ActivitySnapshot,
} from "../messages/activity-feed.ts";
import type { CommandSender } from "../messages/command-channel.ts";
import { followFeed, type FeedPort, type Schedule } from "../messages/feed-channel.ts";
import { toFailure } from "./failure.ts";

export interface ActivityPort {
  connect(): FeedPort;
  send: CommandSender;
  schedule: Schedule;
  /** Unix time in ms. */
  now(): number;
  /** The options page was brought to the front: whatever may lie over it makes way. */
  makeWay?(): void;
}

/** An event with what a row says of it. */
export interface ShownEvent extends StoredEvent {
  /** Whom or what it is about; empty when the payload does not say. */
  subject: string;
}

const nothingYet: ActivitySnapshot = {
  stream: { name: "stopped", since: 0, why: "not-started", message: "" },
  unread: 0,
  events: [],
};

/** What goes on at the tenant, as the worker tells it: followed for as long as the model lives. */
export const ActivityModel = createModel((port: ActivityPort) => {
  const snapshot = signal<ActivitySnapshot>(nothingYet);
  const link = signal<"connecting" | "live" | "interrupted">("connecting");
  const isLoaded = signal(false);
  const now = signal(port.now());
  /** What a click on this page failed with, until the same works or the worker is heard again. */
  const failure = signal<string | undefined>(undefined);

  /** Runs what somebody asked for with a click: its failure is shown, and never left to the page as an exception. */
  const ask = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
      failure.value = undefined;
    } catch (error) {
      failure.value = toFailure(error).message;
    }
  };

  const apply = (change: ActivityChange) => {
    const known = snapshot.peek();
    switch (change.kind) {
      case "snapshot":
        snapshot.value = change.snapshot;
        return;
      case "stream":
        snapshot.value = { ...known, stream: change.stream };
        return;
      case "unread":
        snapshot.value = { ...known, unread: change.unread };
        return;
      case "events":
        snapshot.value = {
          ...known,
          unread: change.unread,
          events: putNewestFirst(known.events, change.events),
        };
    }
  };

  effect(() =>
    followFeed({
      connect: () => port.connect(),
      schedule: port.schedule,
      snapshotSchema: activitySnapshotSchema,
      changeSchema: activityChangeSchema,
      onSnapshot: (received) => {
        batch(() => {
          snapshot.value = received;
          link.value = "live";
          isLoaded.value = true;
          failure.value = undefined;
        });
      },
      onChange: apply,
      onInterrupted: () => {
        link.value = "interrupted";
      },
    }),
  );

  // "listening, 12 s" moves on by itself; once a second is as often as it can change.
  effect(() => {
    let cancel: () => void = () => undefined;
    const tick = () => {
      now.value = port.now();
      cancel = port.schedule(tick, 1_000);
    };
    tick();
    return () => cancel();
  });

  return {
    /** False until the worker has answered for the first time. */
    isLoaded: computed(() => isLoaded.value),
    link: computed(() => link.value),
    tenant: computed(() => snapshot.value.tenant),
    credential: computed(() => snapshot.value.credential),
    stream: computed(() => snapshot.value.stream),
    streamWords: computed(() => describeState(snapshot.value.stream, now.value)),
    hasStreamTrouble: computed(() => hasTrouble(snapshot.value.stream)),
    /** The whole sentence where the stream's state needs one. */
    streamMessage: computed(() => messageOf(snapshot.value.stream)),
    /** What needs the user, in the worker or on this page. */
    trouble: computed(() => snapshot.value.trouble ?? failure.value),
    unread: computed(() => snapshot.value.unread),
    /** Newest first. */
    events: computed((): readonly ShownEvent[] =>
      snapshot.value.events.map((event) => ({ ...event, subject: findSubject(event) })),
    ),

    /** Tells the worker that what is shown now has been seen. */
    async markViewed(): Promise<void> {
      const newest = snapshot.peek().events[0];
      if (newest === undefined || snapshot.peek().unread === 0) return;
      try {
        await port.send("events.mark-viewed", { through: newest.sequence });
      } catch {
        // Nobody asked for it, and nothing is lost: the events stay unread until the next look at them.
      }
    },
    retryStream: (): Promise<void> => ask(port.send("stream.retry", {})),
    openOptions: (): Promise<void> =>
      ask(port.send("options.open", {}).then(() => port.makeWay?.())),
  };
});

function messageOf(stream: SubscriptionState): string | undefined {
  return "message" in stream && stream.message !== "" ? stream.message : undefined;
}

function putNewestFirst(
  known: readonly StoredEvent[],
  arrived: readonly StoredEvent[],
): StoredEvent[] {
  const sequences = new Set(known.map(({ sequence }) => sequence));
  const added = arrived.filter(({ sequence }) => !sequences.has(sequence));
  return [...added, ...known].sort((a, b) => b.sequence - a.sequence).slice(0, shownEvents);
}
