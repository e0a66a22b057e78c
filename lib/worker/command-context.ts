import type { RatePacer } from "../management/calls/rate-pacer.ts";
import { createManagementClient, type ManagementClient } from "../management/client.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { Activity } from "./activity.ts";
import type { ConnectionUpdates } from "./connection-update-commands.ts";
import type { CredentialVault } from "./credential-vault.ts";
import type { DeviceStorage } from "./device-storage.ts";
import type { DraftStore } from "./draft-store.ts";
import type { EventStore } from "./event-store.ts";
import type { ExchangeCreations } from "./exchange-creation-commands.ts";
import type { ExchangeCounter } from "./exchange-counter.ts";
import type { LoginWindows } from "./login-windows.ts";
import type { WorkerPorts } from "./ports.ts";
import type { OrganisationPolicy } from "./organisation-policy.ts";
import type { PanelViewStore } from "./panel-view-store.ts";
import type { PresetStore } from "./preset-store.ts";
import type { RunStore } from "./run-store.ts";
import type { SeenTokenStore } from "./seen-tokens.ts";
import type { Enqueue } from "./serial-queue.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { TenantChanges } from "./tenant-changes.ts";
import type { TenantStreams } from "./tenant-streams.ts";
import type { UpdateHold } from "./update-hold.ts";
import { WorkerError } from "./worker-error.ts";

/** The parts of the worker that commands use. */
export interface CommandContext {
  ports: WorkerPorts;
  settings: SettingsStore;
  vault: CredentialVault;
  device: DeviceStorage;
  store: EventStore;
  activity: Activity;
  streams: TenantStreams;
  changes: TenantChanges;
  exchanges: ExchangeCounter;
  updates: ConnectionUpdates;
  creations: ExchangeCreations;
  drafts: DraftStore;
  policy: OrganisationPolicy;
  updateHold: UpdateHold;
  loginWindows: LoginWindows;
  panelView: PanelViewStore;
  presets: PresetStore;
  runs: RunStore;
  seenTokens: SeenTokenStore;
  /** Returns the pacer of a tenant's Management API, which its commands share. */
  pacers(tenantId: string): RatePacer;
  /** Runs the commands that create the sandbox or forget tenants, one at a time. */
  enqueue: Enqueue;
}

/**
 * Requires the user's permission for a host.
 *
 * @param isSaved false for a tenant that is not saved yet: the options show no “Grant access”
 *   button for it
 * @throws {WorkerError} `no-permission`
 */
export async function requirePermission(
  ports: WorkerPorts,
  origin: string,
  { isSaved = true }: { isSaved?: boolean } = {},
): Promise<void> {
  if (await ports.hasHostPermission(permissionPatternOf(origin))) return;
  const remedy = isSaved
    ? "Select “Grant access” for this tenant in the options."
    : "Save the tenant again in the options and allow access.";
  throw new WorkerError("no-permission", `The extension has no access to ${origin}. ${remedy}`);
}

/**
 * Requires the tenant's name as the confirmation of a change, if the tenant is read-only.
 *
 * @throws {WorkerError} `read-only`
 */
export function requireConfirmation(tenant: Tenant, confirmation: string | undefined): void {
  if (!tenant.isReadOnly || confirmation?.trim() === tenant.name) return;
  throw new WorkerError(
    "read-only",
    `The tenant ${tenant.name} is read-only, so nothing was sent. Type its name to confirm this change, or turn off read-only in the options.`,
  );
}

/** Creates a client for the Management API at the tenant's own domain, with its credential. */
export async function openManagement(
  context: CommandContext,
  tenant: Tenant,
): Promise<ManagementClient> {
  const { activity, ports, vault } = context;
  await requirePermission(ports, tenant.origin);
  return createManagementClient({
    baseUrl: `${tenant.origin}/api/v2`,
    accessToken: vault.accessToken(tenant.id),
    fetch: ports.fetch,
    clock: ports.clock,
    random: ports.random,
    pacer: context.pacers(tenant.id),
    onRateLimit: (rateLimit) => activity.publishRateLimit(tenant.id, rateLimit),
  });
}
