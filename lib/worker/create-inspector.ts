import { hasTrouble, describeState } from "../events/describe-state.ts";
import type { EventLog, StoredEvent } from "../events/event-log.ts";
import { openEventLog } from "../events/idb-event-log.ts";
import {
  shownEvents,
  type ActivityChange,
  type ActivitySnapshot,
} from "../messages/activity-feed.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import type { FeedSource } from "../messages/feed-channel.ts";
import { reportError } from "../messages/remote-error.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createActivityHub } from "./activity-hub.ts";
import { createCommandHandlers } from "./command-handlers.ts";
import { createCredentialVault, type KeptCredential } from "./credential-vault.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { createStreamKeeper } from "./stream-keeper.ts";
import { createUnreadBadge } from "./unread-badge.ts";

/** What the worker keeps, and where. */
export interface InspectorStores {
  tenant: StoredItem<Tenant>;
  credential: StoredItem<KeptCredential>;
  /** Where the events are; the browser's own IndexedDB when left out. */
  indexedDB?: IDBFactory;
}

/** The background worker's whole work, without the browser around it. */
export interface Inspector {
  handlers: CommandHandlers;
  activity: FeedSource<ActivitySnapshot, ActivityChange>;
  /** Resumes whatever should run. Safe to call at any time, any number of times. */
  wake(): Promise<void>;
  /** A host permission was granted or taken back. */
  permissionsChanged(): Promise<void>;
}

export function createInspector(ports: WorkerPorts, stores: InspectorStores): Inspector {
  let log: Promise<EventLog> | undefined;
  let trouble: string | undefined;

  const vault = createCredentialVault(stores.credential, ports);

  function openLog(): Promise<EventLog> {
    log ??= openEventLog(
      stores.indexedDB === undefined ? {} : { indexedDB: stores.indexedDB },
    ).catch((error: unknown) => {
      // The next call tries again: a blocked or full store may be free by then.
      log = undefined;
      throw error;
    });
    return log;
  }

  async function countUnread(): Promise<number> {
    const tenant = await stores.tenant.read();
    return tenant === undefined ? 0 : (await openLog()).unreadCount(tenant.id);
  }

  async function snapshot(): Promise<ActivitySnapshot> {
    let known: Pick<ActivitySnapshot, "tenant" | "credential"> = {};
    try {
      const tenant = await stores.tenant.read();
      if (tenant === undefined) return { stream: keeper.state, unread: 0, events: [], ...told() };
      known = { tenant };
      const credential = await vault.summary(tenant);
      known = { tenant, ...(credential === undefined ? {} : { credential }) };
      const events = await openLog();
      return {
        ...known,
        stream: keeper.state,
        unread: await events.unreadCount(tenant.id),
        events: [...(await events.latest(tenant.id, { limit: shownEvents }))],
        ...told(),
      };
    } catch (error) {
      trouble = reportError(error).message;
      return { ...known, stream: keeper.state, unread: 0, events: [], trouble };
    }
  }

  function told(): { trouble?: string } {
    return trouble === undefined ? {} : { trouble };
  }

  const hub = createActivityHub(snapshot);

  async function pushSnapshot(): Promise<void> {
    await hub.pushSnapshot();
    badge.update();
  }

  async function pushStored(events: StoredEvent[]): Promise<void> {
    try {
      hub.push({ kind: "events", events, unread: await countUnread() });
    } catch {
      // The events are stored; the snapshot shows what can be read, and says what keeps the rest from it.
      await pushSnapshot();
    }
  }

  const badge = createUnreadBadge(ports.badge, ports.clock, async () => {
    const unread = await countUnread().catch((error: unknown) => {
      trouble = reportError(error).message;
      return 0;
    });
    const isStreamTroubled = hasTrouble(keeper.state);
    return {
      unread,
      ...(isStreamTroubled || trouble !== undefined
        ? {
            trouble: isStreamTroubled
              ? `stream ${describeState(keeper.state, ports.clock.now())}`
              : "open it to read what needs your attention",
          }
        : {}),
    };
  });

  const keeper = createStreamKeeper({
    ports,
    openLog,
    async target() {
      const tenant = await stores.tenant.read();
      if (tenant === undefined || (await vault.summary(tenant)) === undefined) return undefined;
      return { tenant, accessToken: vault.accessToken(tenant) };
    },
    onState(stream) {
      hub.push({ kind: "stream", stream });
      badge.update();
      // A stream that listens has read the tenant, its credential and the log: what kept it from them is over.
      if (trouble === undefined || stream.name !== "listening") return;
      trouble = undefined;
      void pushSnapshot();
    },
    onStored(_tenant, result) {
      trouble = undefined;
      badge.update();
      void pushStored([...result.stored]);
    },
    onTrouble(error) {
      trouble = reportError(error).message;
      void pushSnapshot();
    },
  });

  const handlers = createCommandHandlers({
    ports,
    tenants: stores.tenant,
    vault,
    openLog,
    retryStream: () => keeper.retry(),
    async targetChanged() {
      trouble = undefined;
      await keeper.restart();
      await pushSnapshot();
    },
    async viewed() {
      badge.update();
      hub.push({ kind: "unread", unread: await countUnread() });
    },
  });

  return {
    handlers,
    activity: hub.source,
    async wake() {
      await keeper.wake();
      badge.update();
    },
    async permissionsChanged() {
      await keeper.restart();
    },
  };
}
