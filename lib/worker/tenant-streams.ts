import type { AppendResult } from "../events/log/event-log.ts";
import type { GateStore } from "../events/stream/connect-gate.ts";
import type { SilenceStore } from "../events/stream/silence-limit.ts";
import type { ResumePoint } from "../events/stream/resume-point.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { Activity } from "./activity.ts";
import type { CredentialVault } from "./credential-vault.ts";
import type { EventNotifier } from "./event-notifier.ts";
import type { EventStore } from "./event-store.ts";
import { planStream } from "./plan-stream.ts";
import type { WorkerPorts } from "./ports.ts";
import { createStreamToken } from "./stream-token.ts";
import type { TenantDirectory } from "./tenant-directory.ts";
import { createTenantStream, type TenantStream } from "./tenant-stream.ts";
import type { Trouble } from "./trouble.ts";

/** Runs one stream for each tenant of the settings. */
export interface TenantStreams {
  state(tenantId: string): SubscriptionState;
  /** Reads the settings, ends the streams of removed tenants and creates those of new ones. */
  sync(): Promise<void>;
  wake(): Promise<void>;
  /** Replaces the subscription of a tenant, or of all tenants. */
  restart(tenantId?: string): Promise<void>;
  retry(tenantId: string): Promise<void>;
  /** @throws {ResumeError} if the stream cannot resume from the point */
  resumeFrom(tenantId: string, point: ResumePoint): Promise<void>;
  /** Starts or stops the streams that run only while a page is open. */
  pagesChanged(): Promise<void>;
}

export interface TenantStreamsOptions {
  ports: WorkerPorts;
  vault: CredentialVault;
  store: Pick<EventStore, "open">;
  tenants: TenantDirectory;
  trouble: Trouble;
  notifier: EventNotifier;
  gate(tenantId: string): GateStore;
  silence(tenantId: string): SilenceStore;
  activity: Activity;
}

export function createTenantStreams(options: TenantStreamsOptions): TenantStreams {
  const { ports, vault, store, tenants, trouble, notifier, activity } = options;
  const streams = new Map<string, TenantStream>();

  function create(tenantId: string): TenantStream {
    return createTenantStream({
      tenantId,
      ports,
      openLog: () => store.open(),
      gateStore: options.gate(tenantId),
      silenceStore: options.silence(tenantId),
      async plan() {
        await tenants.read();
        return planStream({
          tenant: tenants.find(tenantId),
          credential: await vault.summary(tenantId),
          accessToken: createStreamToken(vault.accessToken(tenantId)),
          hasPages: activity.hasPages,
          now: ports.clock.now(),
        });
      },
      onState: (state) => onState(tenantId, state),
      onStored: (result) => void onStored(tenantId, result),
      onTrouble(error) {
        trouble.report(error);
        void activity.publishAll();
      },
    });
  }

  function onState(tenantId: string, state: SubscriptionState): void {
    activity.publishStream(tenantId, state);
    if (state.name === "waiting" && state.why === "storage") {
      // The read of the snapshot opens the log, and reports the exact failure.
      trouble.reportStorage(state.message);
      void activity.publishAll();
    }
    // A listening stream proves that the settings, the credential and the log are readable.
    if (state.name === "listening" && trouble.clear()) void activity.publishAll();
  }

  async function onStored(tenantId: string, result: AppendResult): Promise<void> {
    trouble.clear();
    activity.updateBadge();
    const tenant = tenants.find(tenantId);
    if (tenant === undefined) return;
    try {
      await activity.publishStored(tenant, result);
      await notifier.notify(tenant, result.stored);
    } catch {
      // The events are stored. A snapshot contains all readable values, and the problem of the
      // unreadable ones.
      await activity.publishAll();
    }
  }

  async function wake(): Promise<void> {
    await Promise.all(Array.from(streams.values(), (stream) => stream.wake()));
  }

  return {
    state: (tenantId) =>
      streams.get(tenantId)?.state ?? {
        name: "stopped",
        since: ports.clock.now(),
        why: "not-started",
        message: "",
      },
    async sync() {
      try {
        const wanted = new Set((await tenants.read()).map(({ id }) => id));
        for (const id of wanted) if (!streams.has(id)) streams.set(id, create(id));
        const removed = [...streams].filter(([id]) => !wanted.has(id));
        for (const [id] of removed) streams.delete(id);
        await Promise.all(removed.map(([, stream]) => stream.end()));
      } catch (error) {
        trouble.report(error);
        await activity.publishAll();
      }
    },
    wake,
    async restart(tenantId) {
      const chosen = [...streams].filter(([id]) => tenantId === undefined || id === tenantId);
      await Promise.all(chosen.map(([, stream]) => stream.restart()));
    },
    async retry(tenantId) {
      await streams.get(tenantId)?.retry();
    },
    async resumeFrom(tenantId, point) {
      await streams.get(tenantId)?.resumeFrom(point);
      await activity.publishAll();
    },
    async pagesChanged() {
      if (activity.hasPages) return wake();
      const isDependent = (tenantId: string) =>
        tenants.find(tenantId)?.stream.mode === "while-open";
      const dependent = [...streams].filter(([tenantId]) => isDependent(tenantId));
      await Promise.all(dependent.map(([, stream]) => stream.restart()));
    },
  };
}
