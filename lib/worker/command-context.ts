import type { EventLog } from "../events/log/event-log.ts";
import type { ResumePoint } from "../events/stream/resume-point.ts";
import { createManagementClient, type ManagementClient } from "../management/client.ts";
import type { RateLimit } from "../management/calls/rate-limit.ts";
import { permissionPatternOf } from "../messages/domain.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { CredentialVault } from "./credential-vault.ts";
import type { ExchangeCounter } from "./exchange-counter.ts";
import type { LoginWindows } from "./login-windows.ts";
import type { WorkerPorts } from "./ports.ts";
import type { SettingsStore } from "./settings-store.ts";
import { WorkerError } from "./worker-error.ts";

/** What the commands work with. */
export interface CommandContext {
  ports: WorkerPorts;
  settings: SettingsStore;
  vault: CredentialVault;
  exchanges: ExchangeCounter;
  loginWindows: LoginWindows;
  /** Removes everything from `storage.local`, and from the browser's files of it. */
  clearDevice(): Promise<void>;
  openLog(): Promise<EventLog>;
  /** Removes the event database, also one that cannot be opened; false when it goes only once a page lets go of it. */
  removeLog(): Promise<boolean>;
  retryStream(tenantId: string): Promise<void>;
  /** Reads the tenant's stream anew from an earlier place. */
  resumeFrom(tenantId: string, point: ResumePoint): Promise<void>;
  /** A tenant, its credential or its preferences are not what they were: its stream starts anew, and all is told. */
  tenantChanged(tenantId: string): Promise<void>;
  /** There are other tenants than before, or another one is selected. */
  tenantsChanged(): Promise<void>;
  /** A tenant is gone: what was kept of it beside its settings, its credential and its events goes as well. */
  forgotten(tenantId: string): Promise<void>;
  /** The user has seen what there is. */
  viewed(tenant: Tenant): Promise<void>;
  /** The tenant said how many requests it still takes. */
  rateLimitHeard(tenantId: string, rateLimit: RateLimit): void;
}

/**
 * @param isSaved whether the options have the tenant already, with a way to be asked for its host alone
 * @throws {WorkerError} `no-permission`
 */
export async function requirePermission(
  ports: WorkerPorts,
  origin: string,
  { isSaved = true }: { isSaved?: boolean } = {},
): Promise<void> {
  if (await ports.hasHostPermission(permissionPatternOf(origin))) return;
  const way = isSaved
    ? "Press “Grant access” at the tenant in the options."
    : "Save the tenant again in the options and allow it.";
  throw new WorkerError(
    "no-permission",
    `The browser does not let this extension reach ${origin}. ${way}`,
  );
}

/**
 * Refuses a change at a read-only tenant that does not come with the tenant's own name.
 *
 * @throws {WorkerError} `read-only`
 */
export function requireConfirmation(tenant: Tenant, confirmation: string | undefined): void {
  if (!tenant.isReadOnly || confirmation?.trim() === tenant.name) return;
  throw new WorkerError(
    "read-only",
    `The tenant ${tenant.name} is marked read-only, so nothing was sent. Type its name to confirm this one change, or lift the mark in the options.`,
  );
}

/** The management interface of a tenant, at its own domain and with its own credential. */
export async function openManagement(
  context: CommandContext,
  tenant: Tenant,
): Promise<ManagementClient> {
  const { ports, vault } = context;
  await requirePermission(ports, tenant.origin);
  return createManagementClient({
    baseUrl: `${tenant.origin}/api/v2`,
    accessToken: vault.accessToken(tenant.id),
    fetch: ports.fetch,
    clock: ports.clock,
    random: ports.random,
    onRateLimit: (rateLimit) => context.rateLimitHeard(tenant.id, rateLimit),
  });
}
