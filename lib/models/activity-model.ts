import { batch, computed, createModel, effect, signal } from "@preact/signals";
import { describeState, describeStreamUse, hasTrouble } from "../events/stream/describe-state.ts";
import type { StoredEvent } from "../events/log/event-log.ts";
import { findSubject } from "../events/payloads/find-subject.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import {
  activityChangeSchema,
  activitySnapshotSchema,
  shownEvents,
  type ActivityChange,
  type ActivitySnapshot,
  type TenantActivity,
  type WorkerTrouble,
} from "../messages/activity-feed.ts";
import { writeEventAddress, type EventPlace } from "../messages/event-link.ts";
import type { CommandSender } from "../messages/command-channel.ts";
import type { OptionsPart } from "../messages/options-place.ts";
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

const nothingYet: ActivitySnapshot = { tenants: [], events: [], marks: [] };
const offStream: SubscriptionState = { name: "stopped", since: 0, why: "not-started", message: "" };

/** What goes on at the tenants, as the worker tells it: followed for as long as the model lives. */
export const ActivityModel = createModel((port: ActivityPort) => {
  const snapshot = signal<ActivitySnapshot>(nothingYet);
  const link = signal<"connecting" | "live" | "interrupted">("connecting");
  const isLoaded = signal(false);
  const now = signal(port.now());
  /** What a click on this page failed with, until the same works or the worker is heard again. */
  const failure = signal<WorkerTrouble | undefined>(undefined);
  const selected = computed(() => findTenant(snapshot.value, snapshot.value.selectedId));

  /** Runs what somebody asked for with a click: its failure is shown, and never left to the page as an exception. */
  const ask = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
      failure.value = undefined;
    } catch (error) {
      const { code, message } = toFailure(error);
      failure.value = { code, message };
    }
  };

  /** What became known of one tenant; a tenant that is not known here comes with the next snapshot. */
  const update = (tenantId: string, known: Partial<TenantActivity>) => {
    const { tenants } = snapshot.peek();
    snapshot.value = {
      ...snapshot.peek(),
      tenants: tenants.map((one) => (one.tenant.id === tenantId ? { ...one, ...known } : one)),
    };
  };

  const apply = (change: ActivityChange) => {
    switch (change.kind) {
      case "snapshot":
        snapshot.value = change.snapshot;
        return;
      case "stream":
        update(change.tenantId, { stream: change.stream });
        return;
      case "unread":
        update(change.tenantId, { unread: change.unread });
        return;
      case "rate-limit":
        if (change.tenantId === snapshot.peek().selectedId)
          snapshot.value = { ...snapshot.peek(), rateLimit: change.rateLimit };
        return;
      case "events":
        batch(() => {
          update(change.tenantId, { unread: change.unread });
          const known = snapshot.peek();
          if (change.tenantId !== known.selectedId) return;
          snapshot.value = { ...known, events: putNewestFirst(known.events, change.events) };
        });
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
    /** Every tenant there is, in the order in which they were added. */
    tenants: computed(() => snapshot.value.tenants),
    /** The selected tenant; what follows is its own. */
    tenant: computed(() => selected.value?.tenant),
    credential: computed(() => selected.value?.credential),
    /** True if the browser ended during an erasure, and the remembered credential with it. */
    isCredentialLost: computed(() => selected.value?.isCredentialLost === true),
    /** False once the browser no longer lets this extension reach the tenant. */
    isPermitted: computed(() => selected.value?.isPermitted ?? true),
    /** The tenant's origins that the browser does not let this extension reach, its own first. */
    denied: computed(() => (selected.value === undefined ? [] : listDenied(selected.value))),
    rateLimit: computed(() => snapshot.value.rateLimit),
    stream: computed(() => selected.value?.stream ?? offStream),
    streamWords: computed(() => describeState(selected.value?.stream ?? offStream, now.value)),
    hasStreamTrouble: computed(() => hasTrouble(selected.value?.stream ?? offStream)),
    /** What the stream takes of the tenant's plan; undefined while it takes nothing. */
    streamUse: computed(() => describeStreamUse(selected.value?.stream ?? offStream)),
    /** The whole sentence where the stream's state needs one. */
    streamMessage: computed(() => messageOf(selected.value?.stream ?? offStream)),
    /** What needs the user, in the worker or on this page. */
    trouble: computed(() => snapshot.value.trouble ?? failure.value),
    unread: computed(() => selected.value?.unread ?? 0),
    /** What the log says beside its events (gaps, frames that could not be read), oldest first. */
    marks: computed(() => snapshot.value.marks),
    /** What the limits of the selected tenant's log took away. */
    retained: computed(() => snapshot.value.retained),
    /** Unix time in ms, moving on once a second. */
    now: computed(() => now.value),
    /** Newest first. */
    events: computed((): readonly ShownEvent[] =>
      snapshot.value.events.map((event) => ({ ...event, subject: findSubject(event) })),
    ),

    /** Returns the address of the page of an event of the selected tenant. */
    eventAddress({ sequence, storedAt }: EventPlace): string | undefined {
      const tenantRef = selected.value?.ref;
      if (tenantRef === undefined) return undefined;
      return writeEventAddress({ tenantRef, sequence, storedAt });
    },
    /** Returns the address of the page of what has arrived at the selected tenant since a time. */
    sinceAddress(since: number): string | undefined {
      const tenantRef = selected.value?.ref;
      return tenantRef === undefined ? undefined : writeEventAddress({ tenantRef, since });
    },

    /** Tells the worker that what is shown now has been seen. */
    async markViewed(): Promise<void> {
      const newest = snapshot.peek().events[0];
      const viewed = selected.peek();
      if (newest === undefined || viewed === undefined || viewed.unread === 0) return;
      try {
        await port.send("events.mark-viewed", {
          tenantId: viewed.tenant.id,
          through: newest.sequence,
        });
      } catch {
        // Nobody asked for it, and nothing is lost: the events stay unread until the next look at them.
      }
    },
    /** Selects another tenant, for panel and popup. */
    select: (tenantId: string): Promise<void> => ask(port.send("tenant.select", { tenantId })),
    retryStream: (): Promise<void> => {
      const tenantId = selected.peek()?.tenant.id;
      return tenantId === undefined
        ? Promise.resolve()
        : ask(port.send("stream.retry", { tenantId }));
    },
    /** Brings the options page to the front; with a part of it, at that part of the selected tenant. */
    openOptions: (part?: OptionsPart): Promise<void> => {
      const tenantId = selected.peek()?.tenant.id;
      const place = part === undefined || tenantId === undefined ? {} : { at: { tenantId, part } };
      return ask(port.send("options.open", place).then(() => port.makeWay?.()));
    },
  };
});

function findTenant(
  { tenants }: ActivitySnapshot,
  id: string | undefined,
): TenantActivity | undefined {
  return tenants.find(({ tenant }) => tenant.id === id);
}

/** The origins of a tenant that the browser does not let this extension reach, its own first. */
export function listDenied({ tenant, isPermitted, isCustomPermitted }: TenantActivity): string[] {
  return [
    ...(isPermitted ? [] : [tenant.origin]),
    ...(isCustomPermitted === false && tenant.customOrigin !== undefined
      ? [tenant.customOrigin]
      : []),
  ];
}

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
