import { computed, createModel, effect, signal } from "@preact/signals";
import { findSubject } from "../events/payloads/find-subject.ts";
import type { StoredEvent } from "../events/log/event-log.ts";
import { describeState, describeStreamUse, hasTrouble } from "../events/stream/describe-state.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { ActivitySnapshot, TenantActivity, WorkerTrouble } from "../messages/activity-feed.ts";
import type { CommandSender } from "../messages/command-channel.ts";
import { writeEventAddress, type EventPlace } from "../messages/event-link.ts";
import type { FeedPort, Schedule } from "../messages/feed-channel.ts";
import type { OptionsPart, OptionsPlace } from "../messages/options-place.ts";
import { followActivity } from "./activity-state.ts";
import { toFailure } from "./failure.ts";
import { FirstTenantModel } from "./tenants/first-tenant-model.ts";
import { readOnly } from "./read-only.ts";

export interface ActivityPort {
  connect(): FeedPort;
  send: CommandSender;
  schedule: Schedule;
  /** Unix time in ms. */
  now(): number;
  /** Called after the options page came to the front, so that a popup can close. */
  onOptionsOpened?(): void;
}

/** An event with the subject that its row shows. */
export interface ShownEvent extends StoredEvent {
  /**
   * The user, organization or other object of the event; empty if the payload does not name one.
   */
  subject: string;
}

const offStream: SubscriptionState = { name: "stopped", since: 0, why: "not-started", message: "" };

/** The tenants and their streams, as the worker publishes them for the life of this model. */
export const ActivityModel = createModel((port: ActivityPort) => {
  const now = signal(port.now());
  /** The failure of the last click, until a click works or the worker connects again. */
  const failure = signal<WorkerTrouble | undefined>(undefined);
  const { snapshot, link, isLoaded } = followActivity(port, () => {
    failure.value = undefined;
  });
  const selected = computed(() => findTenant(snapshot.value, snapshot.value.selectedId));

  /** Waits for a command that the user started, and publishes its failure. */
  async function follow(command: Promise<unknown>): Promise<void> {
    try {
      await command;
      failure.value = undefined;
    } catch (error) {
      const { code, message } = toFailure(error);
      failure.value = { code, message };
    }
  }

  // Updates texts such as "listening, 12 s" once a second.
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
    isLoaded,
    link,
    /** The ways to a tenant, for a user without one. */
    firstTenant: new FirstTenantModel(port),
    /** All tenants, in the order in which they were added. */
    tenants: computed(() => snapshot.value.tenants),
    /** The selected tenant, which the following signals describe. */
    tenant: computed(() => selected.value?.tenant),
    credential: computed(() => selected.value?.credential),
    /** Why the tenant's saved credential is gone. */
    credentialLoss: computed(() => selected.value?.credentialLoss),
    /** The policy of the organisation that manages this browser. */
    policy: computed(() => snapshot.value.policy),
    /** The update of the extension that waits. */
    waitingUpdate: computed(() => snapshot.value.waitingUpdate),
    /** False while the extension has no host permission for the tenant. */
    isPermitted: computed(() => selected.value?.isPermitted ?? true),
    /** The tenant's origins without host permission; the canonical origin is first. */
    denied: computed(() => (selected.value === undefined ? [] : listDenied(selected.value))),
    rateLimit: computed(() => snapshot.value.rateLimit),
    stream: computed(() => selected.value?.stream ?? offStream),
    streamText: computed(() => describeState(selected.value?.stream ?? offStream, now.value)),
    hasStreamTrouble: computed(() => hasTrouble(selected.value?.stream ?? offStream)),
    /** The part of the tenant's plan that the stream uses; undefined while the stream uses none. */
    streamUse: computed(() => describeStreamUse(selected.value?.stream ?? offStream)),
    /** The explanation of the stream's state, if it needs one. */
    streamMessage: computed(() => messageOf(selected.value?.stream ?? offStream)),
    /** The problem that the user must solve, of the worker or of this page. */
    trouble: computed(() => snapshot.value.trouble ?? failure.value),
    unread: computed(() => selected.value?.unread ?? 0),
    /** The gaps and unreadable frames of the log, oldest first. */
    marks: computed(() => snapshot.value.marks),
    /** The events that the log's limits removed. */
    retained: computed(() => snapshot.value.retained),
    /** The Unix time in ms, updated once a second. */
    now: readOnly(now),
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
    /** Returns the address of the page of the events that arrived since a time. */
    sinceAddress(since: number): string | undefined {
      const tenantRef = selected.value?.ref;
      return tenantRef === undefined ? undefined : writeEventAddress({ tenantRef, since });
    },

    /** Marks the shown events as viewed. */
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
        // Show no error, because the user did not click. The events stay unread until they are
        // viewed again.
      }
    },
    /** Selects another tenant, for the panel and the popup. */
    select: (tenantId: string): Promise<void> => follow(port.send("tenant.select", { tenantId })),
    retryStream: (): Promise<void> => {
      const tenantId = selected.peek()?.tenant.id;
      return tenantId === undefined
        ? Promise.resolve()
        : follow(port.send("stream.retry", { tenantId }));
    },
    /**
     * Brings the options page to the front, at a part of the selected tenant or at the form of a new
     * one if that is given.
     */
    openOptions: (part?: OptionsPart | "new"): Promise<void> => {
      const at = findPlace(part, selected.peek()?.tenant.id);
      const request = at === undefined ? {} : { at };
      return follow(port.send("options.open", request).then(() => port.onOptionsOpened?.()));
    },
  };
});

function findPlace(
  part: OptionsPart | "new" | undefined,
  tenantId: string | undefined,
): OptionsPlace | undefined {
  if (part === "new") return { part };
  return part === undefined || tenantId === undefined ? undefined : { tenantId, part };
}

function findTenant(
  { tenants }: ActivitySnapshot,
  id: string | undefined,
): TenantActivity | undefined {
  return tenants.find(({ tenant }) => tenant.id === id);
}

/** Returns the origins of a tenant without host permission; the canonical origin is first. */
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
