import type { EventLog } from "../events/log/event-log.ts";
import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { RateLimit } from "../management/calls/rate-limit.ts";
import {
  maxShownEvents,
  type ActivitySnapshot,
  type TenantActivity,
} from "../messages/activity-feed.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { CredentialVault } from "./credential-vault.ts";
import type { WorkerPorts } from "./ports.ts";
import type { SettingsStore } from "./settings-store.ts";

export interface ActivitySources {
  ports: Pick<WorkerPorts, "hasHostPermission">;
  settings: Pick<SettingsStore, "read">;
  vault: Pick<CredentialVault, "summary" | "lossOf">;
  openLog(): Promise<EventLog>;
  streamState(tenantId: string): SubscriptionState;
  unread(tenant: Tenant): Promise<number>;
  rateLimit(tenantId: string): RateLimit | undefined;
}

/** A snapshot of all readable values, and the first error if a value was not readable. */
export interface ReadActivity {
  snapshot: ActivitySnapshot;
  problem?: unknown;
}

/** Reads the snapshot for the pages. If a source fails, the snapshot lacks only its values. */
export async function readActivity(sources: ActivitySources): Promise<ReadActivity> {
  const { ports, settings, vault } = sources;
  const problems: unknown[] = [];

  async function attempt<Value>(work: () => Promise<Value>, fallback: Value): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      problems.push(error);
      return fallback;
    }
  }

  const isPermitted = (origin: string) =>
    attempt(async () => ports.hasHostPermission(permissionPatternOf(origin)), false);

  async function describe(tenant: Tenant, ref: string | undefined): Promise<TenantActivity> {
    const { customOrigin } = tenant;
    const describeCredential = async () => {
      const credential = await attempt(() => vault.summary(tenant.id), undefined);
      if (credential !== undefined) return { credential };
      const loss = await attempt(() => vault.lossOf(tenant.id), undefined);
      return loss === undefined ? {} : { credentialLoss: loss };
    };
    const [credential, isOwnPermitted, isCustomPermitted, unread] = await Promise.all([
      describeCredential(),
      isPermitted(tenant.origin),
      customOrigin === undefined ? undefined : isPermitted(customOrigin),
      attempt(() => sources.unread(tenant), 0),
    ]);
    return {
      tenant,
      ...(ref === undefined ? {} : { ref }),
      ...credential,
      isPermitted: isOwnPermitted,
      ...(isCustomPermitted === undefined ? {} : { isCustomPermitted }),
      stream: sources.streamState(tenant.id),
      unread,
    };
  }

  async function readLog(
    tenantId: string | undefined,
  ): Promise<Pick<ActivitySnapshot, "events" | "marks" | "retained" | "startedFrom">> {
    if (tenantId === undefined) return { events: [], marks: [] };
    const log = await sources.openLog();
    const [{ retained, startedFrom }, events, marks] = await Promise.all([
      log.summary(tenantId),
      log.latest(tenantId, maxShownEvents),
      log.marks(tenantId),
    ]);
    return {
      events: [...events],
      marks: [...marks],
      ...(retained === undefined ? {} : { retained }),
      ...(startedFrom === undefined ? {} : { startedFrom }),
    };
  }

  const known = await attempt(() => settings.read(), undefined);
  const { selectedId, refs = {} } = known ?? {};
  // Read in parallel: each read is a call to another process, and a page shows nothing before the
  // snapshot arrives.
  const [tenants, log] = await Promise.all([
    Promise.all((known?.tenants ?? []).map((tenant) => describe(tenant, refs[tenant.id]))),
    attempt(() => readLog(selectedId), { events: [], marks: [] }),
  ]);
  const rateLimit = selectedId === undefined ? undefined : sources.rateLimit(selectedId);
  return {
    snapshot: {
      tenants,
      ...(selectedId === undefined ? {} : { selectedId }),
      ...log,
      ...(rateLimit === undefined ? {} : { rateLimit }),
    },
    ...(problems.length === 0 ? {} : { problem: problems[0] }),
  };
}
