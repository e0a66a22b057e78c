import { createPacers } from "../management/calls/rate-pacer.ts";
import type { ActivityChange, ActivitySnapshot } from "../messages/activity-feed.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import type { FeedSource } from "../messages/feed-channel.ts";
import { createActivity } from "./activity.ts";
import { createChangeJournal } from "./change-journal.ts";
import type { CommandContext } from "./command-context.ts";
import { createCommandHandlers } from "./command-handlers.ts";
import { createTenantRef } from "./create-tenant-ref.ts";
import { createCredentialVault } from "./credential-vault.ts";
import { createDeviceStorage } from "./device-storage.ts";
import { createDraftStore } from "./draft-store.ts";
import { createEventNotifier } from "./event-notifier.ts";
import { createEventStore } from "./event-store.ts";
import { createExchangeCounter } from "./exchange-counter.ts";
import { createForgetting } from "./forgetting.ts";
import type { InspectorStores } from "./inspector-stores.ts";
import { createLogRetention, readRetention } from "./log-retention.ts";
import { createLoginWindows } from "./login-windows.ts";
import type { WorkerPorts } from "./ports.ts";
import { createOrganisationPolicy } from "./organisation-policy.ts";
import { createPanelViewStore } from "./panel-view-store.ts";
import { createPresetStore } from "./preset-store.ts";
import { createRunStore } from "./run-store.ts";
import { createSeenTokenStore } from "./seen-tokens.ts";
import { createSerialQueue } from "./serial-queue.ts";
import { createSettingsStore } from "./settings-store.ts";
import { createTenantChanges } from "./tenant-changes.ts";
import { createTenantDirectory } from "./tenant-directory.ts";
import { createTenantStreams } from "./tenant-streams.ts";
import { createTrouble } from "./trouble.ts";
import { createUpdateHold } from "./update-hold.ts";

/** The background worker. It uses the browser only through its ports. */
export interface Inspector {
  handlers: CommandHandlers;
  activity: FeedSource<ActivitySnapshot, ActivityChange>;
  /** Removes what was kept until the browser is closed, and outlives an update for that. */
  browserStarted(): Promise<void>;
  /** Copies the drafts of the popup, one of which has changed. */
  draftsChanged(): Promise<void>;
  /** Holds or installs an update of the extension. */
  updateOffered(version: string): Promise<void>;
  /** Resumes the streams that should run. Can be called repeatedly, at any time. */
  wake(): Promise<void>;
  /** Applies a changed policy of the organisation. */
  policyChanged(): Promise<void>;
  /** Restarts the streams after a host permission was granted or removed. */
  permissionsChanged(): Promise<void>;
  /** Shows the event of a clicked notification. */
  notificationClicked(id: string): Promise<void>;
}

/** Creates the parts of the worker and connects them. */
export function createInspector(ports: WorkerPorts, stores: InspectorStores): Inspector {
  const { clock } = ports;
  const device = createDeviceStorage(stores.device);
  const policy = createOrganisationPolicy(() => ports.readManagedStorage());
  const settings = createSettingsStore(
    {
      settings: device.guard(stores.settings.settings),
      firstTenant: device.guard(stores.settings.firstTenant),
    },
    () => createTenantRef(ports.crypto),
    () => policy.read(),
  );
  const vault = createCredentialVault(stores.credentials, ports, device);
  const tenants = createTenantDirectory(settings);
  const trouble = createTrouble();
  const store = createEventStore({
    clock,
    ...(stores.indexedDB === undefined ? {} : { indexedDB: stores.indexedDB }),
    retentionOf: (tenantId) => readRetention(tenants, tenantId),
    onUnblocked: () => void onDatabaseUnblocked(),
  });
  const readRef = async (tenantId: string) => (await settings.read()).refs[tenantId];
  const notifier = createEventNotifier({ ...ports, readRef }, stores.notified);
  const activity = createActivity({
    ports,
    settings,
    vault,
    store,
    tenants,
    trouble,
    streamState: (tenantId) => streams.state(tenantId),
    policy: () => policy.shown(),
    waitingUpdate: () => updateHold.waiting(),
    onPagesChanged: () => {
      void streams.pagesChanged();
      void updateHold.review();
    },
  });
  const streams = createTenantStreams({
    ports,
    vault,
    store,
    tenants,
    trouble,
    notifier,
    gate: (tenantId) => stores.gate(tenantId),
    silence: (tenantId) => stores.silence(tenantId),
    activity,
  });
  const retention = createLogRetention({ clock, store, tenants, trouble });
  const listTenantIds = async () => (await settings.read()).tenants.map(({ id }) => id);
  const drafts = createDraftStore(
    { ...stores.drafts, copy: device.guard(stores.drafts.copy) },
    listTenantIds,
  );
  const changes = createTenantChanges({ activity, drafts, notifier, retention, streams, trouble });

  /** Restarts the streams that waited for the blocked database. */
  async function onDatabaseUnblocked(): Promise<void> {
    trouble.clear();
    await streams.wake();
    await activity.publishAll();
  }

  const requireTenant = (tenantId: string) => settings.requireTenant(tenantId);
  const updates = createChangeJournal(stores.updates, clock);
  const creations = createChangeJournal(stores.creations, clock);
  const loginWindows = createLoginWindows(ports, stores.logins);
  const updateHold = createUpdateHold(
    ports,
    stores.waitingUpdate,
    {
      hasOpenLogin: () => loginWindows.hasOpen(),
      isChanging: () => updates.isRunning || creations.isRunning,
      hasPages: () => activity.hasPages,
      hasMemoryCredential: () => vault.hasMemoryOnly(),
    },
    () => void activity.publishAll(),
  );

  const context: CommandContext = {
    ports,
    settings,
    vault,
    device,
    store,
    activity,
    streams,
    changes,
    exchanges: createExchangeCounter(device.guard(stores.exchanges), clock, requireTenant),
    policy,
    updates,
    creations,
    drafts,
    updateHold,
    loginWindows,
    panelView: createPanelViewStore(device.guard(stores.panelView), listTenantIds),
    presets: createPresetStore(device.guard(stores.presets), requireTenant),
    runs: createRunStore(stores.runs, requireTenant),
    seenTokens: createSeenTokenStore(stores.seenTokens, requireTenant),
    pacers: createPacers(),
    enqueue: createSerialQueue(),
  };
  const forgetting = createForgetting(context);
  /** Forgets what the organisation does not allow, from before it said so. */
  async function enforcePolicy(): Promise<void> {
    if (!(await policy.read()).neverRemembers) return;
    for (const { id } of await tenants.read()) {
      const remembering = (await vault.summary(id))?.remembering ?? "session";
      if (remembering !== "session") await vault.forget(id);
    }
  }

  /** Completes, once in the life of the worker, what the previous one was forgetting. */
  let resuming: Promise<void> | undefined;

  return {
    handlers: createCommandHandlers(context, forgetting),
    activity: activity.source,
    async browserStarted() {
      await Promise.all([vault.browserStarted(), drafts.forgetAll()]);
      await activity.publishAll();
    },
    draftsChanged: () => drafts.copy().catch(() => undefined),
    updateOffered: (version) => updateHold.offered(version),
    async wake() {
      // Before anything that can take long: a popup may open now.
      await drafts.restore().catch(() => undefined);
      await enforcePolicy().catch((error: unknown) => trouble.report(error));
      // After a failure, the next worker tries again.
      resuming ??= forgetting.resume().catch(() => undefined);
      await streams.sync();
      await streams.wake();
      activity.updateBadge();
      if ((await retention.trimDaily()) > 0) await activity.publishAll();
      await resuming;
      await updateHold.review();
    },
    async policyChanged() {
      policy.changed();
      await enforcePolicy().catch((error: unknown) => trouble.report(error));
      await changes.applyList();
    },
    async permissionsChanged() {
      await streams.restart();
      await activity.publishAll();
    },
    notificationClicked: (id) => notifier.open(id),
  };
}
