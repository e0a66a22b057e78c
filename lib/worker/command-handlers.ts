import type { EventLog } from "../events/event-log.ts";
import { createManagementClient, type ManagementClient } from "../management/client.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import { permissionPatternOf, type Tenant } from "../messages/tenant.ts";
import { checkTenant } from "./check-tenant.ts";
import type { CredentialVault } from "./credential-vault.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

export interface CommandContext {
  ports: WorkerPorts;
  tenants: StoredItem<Tenant>;
  vault: CredentialVault;
  openLog(): Promise<EventLog>;
  retryStream(): Promise<void>;
  /** The tenant or its credential is another one now. */
  targetChanged(): Promise<void>;
  /** The user has seen what there is. */
  viewed(): Promise<void>;
}

/** What the worker does for each command. Each failure is an error with a code and a sentence. */
export function createCommandHandlers(context: CommandContext): CommandHandlers {
  const { ports, tenants, vault } = context;

  async function requireTenant(): Promise<Tenant> {
    const tenant = await tenants.read();
    if (tenant !== undefined) return tenant;
    throw new WorkerError("no-tenant", "There is no tenant yet. Add one in the options.");
  }

  async function requirePermission(origin: string): Promise<void> {
    if (await ports.hasHostPermission(permissionPatternOf(origin))) return;
    throw new WorkerError(
      "no-permission",
      `The browser does not let this extension reach ${origin}. Save the tenant again in the options and allow it.`,
    );
  }

  async function openManagement(): Promise<ManagementClient> {
    const tenant = await requireTenant();
    await requirePermission(tenant.origin);
    return createManagementClient({
      baseUrl: `${tenant.origin}/api/v2`,
      accessToken: vault.accessToken(tenant),
      fetch: ports.fetch,
      clock: ports.clock,
      random: ports.random,
    });
  }

  return {
    async "tenant.save"(details) {
      await requirePermission(details.origin);
      const { issuer, keyCount } = await checkTenant(details.origin, ports.fetch);
      // A tenant whose entry cannot be read is replaced by this one: that is how the user mends it.
      const known = await tenants.read().catch(() => undefined);
      const isSame = known?.origin === details.origin;
      // A tenant is known by its origin, so that its events are found again when somebody comes back to it.
      const tenant: Tenant = { ...details, id: details.origin };
      await tenants.write(tenant);
      if (!isSame) await vault.forget();
      await context.targetChanged();
      return { tenant, issuer, keyCount };
    },
    async "credential.save"({ credential }) {
      const tenant = await requireTenant();
      await requirePermission(tenant.origin);
      const summary = await vault.save(tenant, credential);
      await context.targetChanged();
      return summary;
    },
    async "credential.forget"() {
      await vault.forget();
      await context.targetChanged();
      return {};
    },
    async "login.redirect-url"() {
      return { redirectUrl: ports.loginRedirectUrl() };
    },
    async "login.open"({ url }) {
      const tenant = await requireTenant();
      if (!URL.canParse(url) || new URL(url).origin !== tenant.origin) {
        throw new WorkerError(
          "foreign-login",
          "The login was not opened: its address is not at the chosen tenant. Reload the panel, then run it again.",
        );
      }
      return { redirectedTo: await ports.openLoginWindow(url) };
    },
    async "token-exchange-profile.create"(body) {
      return (await openManagement()).createTokenExchangeProfile(body);
    },
    async "connection-profile.list"() {
      const { items } = await (await openManagement()).listAllConnectionProfiles();
      return { profiles: items };
    },
    async "connection-profile.update"({ id, patch }) {
      return (await openManagement()).updateConnectionProfile(id, patch);
    },
    async "stream.retry"() {
      await context.retryStream();
      return {};
    },
    async "events.mark-viewed"({ through }) {
      const tenant = await requireTenant();
      await (await context.openLog()).markViewed(tenant.id, through);
      await context.viewed();
      return {};
    },
    async "options.open"() {
      await ports.openOptionsPage();
      return {};
    },
  };
}
