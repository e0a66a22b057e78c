import { hasTrouble, describeState } from "../events/stream/describe-state.ts";
import type { AppendResult } from "../events/log/event-log.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { RateLimit } from "../management/calls/rate-limit.ts";
import type { ActivityChange, ActivitySnapshot, WorkerTrouble } from "../messages/activity-feed.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import type { FeedSource } from "../messages/feed-channel.ts";
import { reportError } from "../messages/remote-error.ts";
import { defaultStreamPreferences } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createActivityHub } from "./activity-hub.ts";
import { createCommandHandlers } from "./command-handlers.ts";
import { createCredentialVault } from "./credential-vault.ts";
import { createDeviceStorage } from "./device-storage.ts";
import { createEventNotifier } from "./event-notifier.ts";
import { forgetDrafts } from "./draft-store.ts";
import { createEventStore } from "./event-store.ts";
import { createExchangeCounter } from "./exchange-counter.ts";
import { decideStreamOrder } from "./decide-stream-order.ts";
import { createLoginWindows } from "./login-windows.ts";
import type { InspectorStores } from "./inspector-stores.ts";
import type { WorkerPorts } from "./ports.ts";
import { readActivity } from "./read-activity.ts";
import { createSettingsStore } from "./settings-store.ts";
import { createStreamKeeper } from "./stream-keeper.ts";
import { createStreamKeepers } from "./stream-keepers.ts";
import { createStreamToken } from "./stream-token.ts";
import { createTenantRef } from "./create-tenant-ref.ts";
import { createUnreadBadge } from "./unread-badge.ts";
import { createUnreadCounter } from "./unread-counter.ts";

const dayMs = 86_400_000;

/** The background worker's whole work, without the browser around it. */
export interface Inspector {
  handlers: CommandHandlers;
  activity: FeedSource<ActivitySnapshot, ActivityChange>;
  /** Resumes whatever should run. Safe to call at any time, any number of times. */
  wake(): Promise<void>;
  /** A host permission was granted or taken back. */
  permissionsChanged(): Promise<void>;
  /** Somebody clicked a notification. */
  notificationClicked(id: string): Promise<void>;
}

export function createInspector(ports: WorkerPorts, stores: InspectorStores): Inspector {
  const { clock } = ports;
  let trouble: WorkerTrouble | undefined;
  const rateLimits = new Map<string, RateLimit>();
  /** As they were last read: the log asks for limits in the middle of a write, and cannot wait. */
  let tenants: readonly Tenant[] = [];
  let selectedId: string | undefined;
  let trimmedAt = Number.NEGATIVE_INFINITY;

  const device = createDeviceStorage(stores.device);
  const settings = createSettingsStore(
    {
      settings: device.guard(stores.settings.settings),
      firstTenant: device.guard(stores.settings.firstTenant),
    },
    () => createTenantRef(ports.crypto),
  );
  const vault = createCredentialVault(stores.credentials, ports, device);
  const exchanges = createExchangeCounter(device.guard(stores.exchanges), clock);
  const loginWindows = createLoginWindows(ports, stores.logins);
  const store = createEventStore({
    clock,
    ...(stores.indexedDB === undefined ? {} : { indexedDB: stores.indexedDB }),
    retentionOf(tenantId) {
      const { keep } = findTenant(tenantId)?.stream ?? defaultStreamPreferences;
      return { maxEvents: keep.events, maxAgeMs: keep.days * dayMs };
    },
    onFreed: () => void logFreed(),
  });
  const counter = createUnreadCounter(() => store.open());
  const readRef = async (tenantId: string) => (await settings.read()).refs[tenantId];
  const notifier = createEventNotifier({ ...ports, readRef }, stores.notified);

  function findTenant(tenantId: string): Tenant | undefined {
    return tenants.find(({ id }) => id === tenantId);
  }

  async function readTenants(): Promise<readonly Tenant[]> {
    ({ tenants, selectedId } = await settings.read());
    return tenants;
  }

  const streamState = (tenantId: string): SubscriptionState =>
    keepers.state(tenantId) ?? {
      name: "stopped",
      since: clock.now(),
      why: "not-started",
      message: "",
    };

  function noteTrouble(error: unknown): void {
    const { code, message } = reportError(error);
    trouble = { code, message };
  }

  const hub = createActivityHub(
    async () => {
      const { snapshot, problem } = await readActivity({
        ports,
        settings,
        vault,
        openLog: () => store.open(),
        streamState,
        unread: (tenant) => counter.count(tenant),
        rateLimit: (tenantId) => rateLimits.get(tenantId),
      });
      if (problem !== undefined) noteTrouble(problem);
      return trouble === undefined ? snapshot : { ...snapshot, trouble };
    },
    () => void windowsChanged(),
  );

  async function pushSnapshot(): Promise<void> {
    await hub.pushSnapshot();
    badge.update();
  }

  /** What was held open can be used again, or is gone: whatever waited for it goes on. */
  async function logFreed(): Promise<void> {
    trouble = undefined;
    await keepers.wake();
    await pushSnapshot();
  }

  async function tellStored(tenant: Tenant, { stored, marks }: AppendResult): Promise<void> {
    try {
      counter.add(tenant, stored);
      if (marks.length > 0) await pushSnapshot();
      else if (hub.hasPages) {
        const about = { tenantId: tenant.id, unread: await counter.count(tenant) };
        if (tenant.id === selectedId) hub.push({ kind: "events", ...about, events: [...stored] });
        else hub.push({ kind: "unread", ...about });
      }
      await notifier.tell(tenant, stored);
    } catch {
      // The events are stored; the snapshot shows what can be read, and says what keeps the rest from it.
      await pushSnapshot();
    }
  }

  async function countUnread(): Promise<number> {
    const known = await readTenants();
    const counts = await Promise.all(known.map((tenant) => counter.count(tenant)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  function describeStreamTrouble(): string | undefined {
    const troubled = tenants.find(({ id }) => hasTrouble(streamState(id)));
    if (troubled === undefined) return undefined;
    const words = describeState(streamState(troubled.id), clock.now());
    return tenants.length === 1 ? `stream ${words}` : `${troubled.name}: stream ${words}`;
  }

  const badge = createUnreadBadge(ports.badge, clock, async () => {
    const unread = await countUnread().catch((error: unknown) => {
      noteTrouble(error);
      return 0;
    });
    const words =
      describeStreamTrouble() ??
      (trouble === undefined ? undefined : "open it to read what needs your attention");
    return { unread, ...(words === undefined ? {} : { trouble: words }) };
  });

  const keepers = createStreamKeepers((tenantId) =>
    createStreamKeeper({
      tenantId,
      ports,
      openLog: () => store.open(),
      gateStore: stores.gate(tenantId),
      async order() {
        await readTenants();
        return decideStreamOrder({
          tenant: findTenant(tenantId),
          credential: await vault.summary(tenantId),
          accessToken: createStreamToken(vault.accessToken(tenantId)),
          hasPages: hub.hasPages,
          now: clock.now(),
        });
      },
      onState(stream) {
        hub.push({ kind: "stream", tenantId, stream });
        badge.update();
        if (stream.name === "waiting" && stream.why === "storage") {
          // What keeps the log from storing is a person's matter; reading it for the snapshot tells the exact reason.
          trouble ??= { code: "failed", message: stream.message };
          void pushSnapshot();
          return;
        }
        // A stream that listens has read the tenant, its credential and the log: what kept it from them is over.
        if (trouble === undefined || stream.name !== "listening") return;
        trouble = undefined;
        void pushSnapshot();
      },
      onStored(result) {
        trouble = undefined;
        badge.update();
        const tenant = findTenant(tenantId);
        if (tenant !== undefined) void tellStored(tenant, result);
      },
      onTrouble(error) {
        noteTrouble(error);
        void pushSnapshot();
      },
    }),
  );

  /** Keeps the streams of the tenants there are, and of no others. */
  async function keepTenants(): Promise<void> {
    try {
      await keepers.keep((await readTenants()).map(({ id }) => id));
    } catch (error) {
      noteTrouble(error);
      await pushSnapshot();
    }
  }

  /** Its limits may be others than before, and an event grows old also while the stream brings nothing. */
  async function trimLog(tenantId: string): Promise<number> {
    try {
      return await (await store.open()).trim(tenantId, clock.now());
    } catch (error) {
      noteTrouble(error);
      return 0;
    }
  }

  /** What is stored of a stream that rests is kept no longer than what another one brings. */
  async function trimDaily(): Promise<void> {
    if (Math.abs(clock.now() - trimmedAt) < dayMs) return;
    trimmedAt = clock.now();
    const dropped = await Promise.all(tenants.map(({ id }) => trimLog(id)));
    if (dropped.some((count) => count > 0)) await pushSnapshot();
  }

  /** A page was opened, or the last one closed: some streams run only while one is, and nobody waits longer before a page. */
  async function windowsChanged(): Promise<void> {
    if (hub.hasPages) return keepers.wake();
    const dependent = tenants.filter(({ stream }) => stream.mode === "while-open");
    await Promise.all(dependent.map(({ id }) => keepers.restart(id)));
  }

  const handlers = createCommandHandlers({
    ports,
    settings,
    vault,
    exchanges,
    loginWindows,
    clearDevice: () => device.clear(),
    openLog: () => store.open(),
    removeLog: () => store.remove(),
    retryStream: (tenantId) => keepers.retry(tenantId),
    async resumeFrom(tenantId, point) {
      await keepers.resumeFrom(tenantId, point);
      await pushSnapshot();
    },
    async tenantChanged(tenantId) {
      trouble = undefined;
      counter.forget(tenantId);
      await keepers.restart(tenantId);
      await trimLog(tenantId);
      await pushSnapshot();
    },
    async tenantsChanged() {
      trouble = undefined;
      await keepTenants();
      await keepers.wake();
      await pushSnapshot();
    },
    async forgotten(tenantId) {
      counter.forget(tenantId);
      rateLimits.delete(tenantId);
      await notifier.forget(tenantId);
      await forgetDrafts(stores.drafts, tenantId);
    },
    async viewed(tenant) {
      counter.forget(tenant.id);
      badge.update();
      const unread = await counter.count(tenant);
      hub.push({ kind: "unread", tenantId: tenant.id, unread });
    },
    rateLimitHeard(tenantId, rateLimit) {
      rateLimits.set(tenantId, rateLimit);
      hub.push({ kind: "rate-limit", tenantId, rateLimit });
    },
  });

  return {
    handlers,
    activity: hub.source,
    async wake() {
      await keepTenants();
      await keepers.wake();
      badge.update();
      await trimDaily();
    },
    async permissionsChanged() {
      await keepers.restart();
      await pushSnapshot();
    },
    notificationClicked: (id) => notifier.open(id),
  };
}
