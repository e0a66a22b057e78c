import type { Activity } from "./activity.ts";
import type { DraftStore } from "./draft-store.ts";
import type { EventNotifier } from "./event-notifier.ts";
import type { LogRetention } from "./log-retention.ts";
import type { TenantStreams } from "./tenant-streams.ts";
import type { Trouble } from "./trouble.ts";

/** Updates the streams, the log, the badge and the pages after a command changed the settings. */
export interface TenantChanges {
  /** Applies a change of one tenant, of its credential or of its preferences. */
  applyTenant(tenantId: string): Promise<void>;
  /** Applies a change of the list of tenants or of the selection. */
  applyList(): Promise<void>;
  /** Drops the cached counts, the notification and the drafts of a forgotten tenant. */
  dropTenant(tenantId: string): Promise<void>;
  /** Drops the notifications of all tenants. */
  dropNotifications(): Promise<void>;
}

export function createTenantChanges(parts: {
  activity: Activity;
  drafts: DraftStore;
  notifier: EventNotifier;
  retention: LogRetention;
  streams: TenantStreams;
  trouble: Trouble;
}): TenantChanges {
  const { activity, drafts, notifier, retention, streams, trouble } = parts;
  return {
    async applyTenant(tenantId) {
      trouble.clear();
      activity.discardCount(tenantId);
      await streams.restart(tenantId);
      await retention.trim(tenantId);
      await activity.publishAll();
    },
    async applyList() {
      trouble.clear();
      await streams.sync();
      await streams.wake();
      await activity.publishAll();
    },
    async dropTenant(tenantId) {
      activity.forget(tenantId);
      await notifier.forget(tenantId);
      await drafts.forget(tenantId);
    },
    dropNotifications: () => notifier.forget(),
  };
}
