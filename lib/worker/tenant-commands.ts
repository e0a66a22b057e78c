import { sandboxOrigin } from "../messages/domain.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import { defaultStreamPreferences } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";
import { checkTenant } from "./check-tenant.ts";
import { requirePermission, type CommandContext } from "./command-context.ts";
import { putTenant } from "./put-tenant.ts";

type TenantCommands = Pick<
  CommandHandlers,
  "tenant.check" | "tenant.save" | "tenant.select" | "tenant.forget"
>;

/** Creates the handlers that check, save, select and forget tenants. */
export function createTenantCommands(context: CommandContext): TenantCommands {
  const { ports, settings, vault, exchanges, updates, creations, presets, runs, seenTokens } =
    context;

  return {
    async "tenant.check"({ origin }) {
      await requirePermission(ports, origin, { isSaved: false });
      return checkTenant(origin, ports.fetch);
    },
    async "tenant.save"(details) {
      await requirePermission(ports, details.origin, { isSaved: false });
      const { issuer, keyCount } = await checkTenant(details.origin, ports.fetch);
      // The origin is the id, so that a tenant saved again under another name keeps its events.
      const id = details.origin;
      let tenant: Tenant = { ...details, id, stream: defaultStreamPreferences };
      await settings.update((known) => {
        const before = known.tenants.find((other) => other.id === id);
        tenant = { ...tenant, stream: before?.stream ?? defaultStreamPreferences };
        // Select only the first tenant: a later one must not change the panel and the popup.
        return { ...putTenant(known, tenant), selectedId: known.selectedId ?? id };
      });
      await context.changes.applyList();
      await context.changes.applyTenant(id);
      return { tenant, issuer, keyCount };
    },
    async "tenant.select"({ tenantId }) {
      await settings.requireTenant(tenantId);
      await settings.update((known) => ({ ...known, selectedId: tenantId }));
      await context.changes.applyList();
      return {};
    },
    async "tenant.forget"({ tenantId }) {
      if (tenantId === sandboxOrigin) await context.sandboxTurn(() => forget(tenantId));
      else await forget(tenantId);
      return {};
    },
  };

  async function forget(tenantId: string): Promise<void> {
    // The presets go first, because each erasure copies those that remain to IndexedDB.
    await vault.forget(tenantId, () => presets.forget(tenantId));
    await settings.update(({ selectedId, ...known }) => {
      const tenants = known.tenants.filter(({ id }) => id !== tenantId);
      const next = selectedId === tenantId ? tenants[0]?.id : selectedId;
      return { ...known, tenants, ...(next === undefined ? {} : { selectedId: next }) };
    });
    // Forget again: a command in flight may have stored a credential, a preset, a run or a token
    // before the tenant was removed.
    await runs.forget(tenantId);
    await seenTokens.forget(tenantId);
    await vault.forget(tenantId);
    await exchanges.forget(tenantId);
    // The browser's files also keep presets that the user has deleted before.
    await context.device.erase(() => presets.forget(tenantId));
    await updates.forget(tenantId);
    await creations.forget(tenantId);
    // Stop the stream before the log forgets the tenant: a running stream could store more
    // events.
    await context.changes.applyList();
    await context.changes.dropTenant(tenantId);
    await (await context.store.open()).forget(tenantId);
    if (tenantId === sandboxOrigin) await context.ports.sandbox.remove();
  }
}
