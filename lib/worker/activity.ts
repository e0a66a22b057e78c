import type { AppendResult } from "../events/log/event-log.ts";
import { describeState, hasTrouble } from "../events/stream/describe-state.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { RateLimit } from "../management/calls/rate-limit.ts";
import type { ActivityChange, ActivitySnapshot } from "../messages/activity-feed.ts";
import type { FeedSource } from "../messages/feed-channel.ts";
import type { ShownPolicy } from "../messages/policy.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createActivityHub } from "./activity-hub.ts";
import type { CredentialVault } from "./credential-vault.ts";
import type { EventStore } from "./event-store.ts";
import type { WorkerPorts } from "./ports.ts";
import { readActivity } from "./read-activity.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { TenantDirectory } from "./tenant-directory.ts";
import type { Trouble } from "./trouble.ts";
import type { WaitingUpdate } from "./update-hold.ts";
import type { BadgeFacts } from "./describe-badge.ts";
import { createStoredFeed } from "./stored-feed.ts";
import { createUnreadBadge } from "./unread-badge.ts";
import { createUnreadCounter } from "./unread-counter.ts";

/** Publishes the state of the worker to the open pages and on the badge. */
export interface Activity {
  /** The feed that pages connect to. */
  readonly source: FeedSource<ActivitySnapshot, ActivityChange>;
  /** True while any page of the inspector is open. */
  readonly hasPages: boolean;
  /** Publishes a new snapshot and updates the badge. */
  publishAll(): Promise<void>;
  publishStream(tenantId: string, stream: SubscriptionState): void;
  /** Publishes stored events and marks. */
  publishStored(tenant: Tenant, result: AppendResult): Promise<void>;
  publishRateLimit(tenantId: string, rateLimit: RateLimit): void;
  /** Counts the unread events of a tenant again and publishes their number. */
  publishViewed(tenant: Tenant): Promise<void>;
  updateBadge(): void;
  /** Discards the cached unread count of a tenant, after its preferences changed. */
  discardCount(tenantId: string): void;
  /** Discards all cached data of a tenant. */
  forget(tenantId: string): void;
}

export interface ActivityOptions {
  ports: Pick<WorkerPorts, "badge" | "clock" | "hasHostPermission">;
  settings: SettingsStore;
  vault: CredentialVault;
  store: Pick<EventStore, "open">;
  tenants: TenantDirectory;
  trouble: Trouble;
  streamState: (tenantId: string) => SubscriptionState;
  policy: () => Promise<ShownPolicy | undefined>;
  waitingUpdate: () => Promise<WaitingUpdate | undefined>;
  /** Called when a page connects and when the last one disconnects. */
  onPagesChanged: () => void;
}

export function createActivity(options: ActivityOptions): Activity {
  const { ports, store, tenants, trouble, streamState } = options;
  const rateLimits = new Map<string, RateLimit>();
  const unread = createUnreadCounter(() => store.open());
  const hub = createActivityHub(readSnapshot, options.onPagesChanged);
  const badge = createUnreadBadge(ports.badge, ports.clock, readBadgeFacts);
  const storedFeed = createStoredFeed({
    clock: ports.clock,
    count: (tenant) => unread.count(tenant),
    isSelected: (tenantId) => tenantId === tenants.selectedId,
    push: (change) => hub.push(change),
    onFailure: publishAll,
  });

  async function readSnapshot(): Promise<ActivitySnapshot> {
    const { snapshot, problem } = await readActivity({
      ...options,
      openLog: () => store.open(),
      unread: (tenant) => unread.count(tenant),
      rateLimit: (tenantId) => rateLimits.get(tenantId),
    });
    if (problem !== undefined) trouble.report(problem);
    const [waitingUpdate, policy] = await Promise.all([options.waitingUpdate(), options.policy()]);
    return {
      ...snapshot,
      ...(trouble.current === undefined ? {} : { trouble: trouble.current }),
      ...(waitingUpdate === undefined ? {} : { waitingUpdate }),
      ...(policy === undefined ? {} : { policy }),
    };
  }

  async function readBadgeFacts(): Promise<BadgeFacts> {
    const count = await countUnread().catch((error: unknown) => {
      trouble.report(error);
      return 0;
    });
    const attention =
      describeStreamTrouble() ??
      (trouble.current === undefined ? undefined : "open it to see the problem");
    return { unread: count, ...(attention === undefined ? {} : { trouble: attention }) };
  }

  async function countUnread(): Promise<number> {
    const known = await tenants.read();
    const counts = await Promise.all(known.map((tenant) => unread.count(tenant)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  function describeStreamTrouble(): string | undefined {
    const troubled = tenants.tenants.find(({ id }) => hasTrouble(streamState(id)));
    if (troubled === undefined) return undefined;
    const state = describeState(streamState(troubled.id), ports.clock.now());
    return tenants.tenants.length === 1 ? `stream ${state}` : `${troubled.name}: stream ${state}`;
  }

  async function publishAll(): Promise<void> {
    // The snapshot has these events, unless they were deleted meanwhile.
    storedFeed.discard();
    await hub.pushSnapshot();
    badge.update();
  }

  return {
    source: hub.source,
    get hasPages() {
      return hub.hasPages;
    },
    publishAll,
    publishStream(tenantId, stream) {
      hub.push({ kind: "stream", tenantId, stream });
      badge.update();
    },
    async publishStored(tenant, { stored, marks }) {
      unread.add(tenant, stored);
      if (marks.length > 0) return publishAll();
      if (hub.hasPages) storedFeed.add(tenant, stored);
    },
    publishRateLimit(tenantId, rateLimit) {
      rateLimits.set(tenantId, rateLimit);
      hub.push({ kind: "rate-limit", tenantId, rateLimit });
    },
    async publishViewed(tenant) {
      unread.forget(tenant.id);
      badge.update();
      hub.push({ kind: "unread", tenantId: tenant.id, unread: await unread.count(tenant) });
    },
    updateBadge: () => badge.update(),
    discardCount: (tenantId) => unread.forget(tenantId),
    forget(tenantId) {
      unread.forget(tenantId);
      rateLimits.delete(tenantId);
    },
  };
}
