import type { CommandHandlers } from "../messages/command-channel.ts";
import { defaultStreamPreferences } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";
import { checkTenant } from "./check-tenant.ts";
import { requirePermission, type CommandContext } from "./command-context.ts";
import type { Forgetting } from "./forgetting.ts";
import { putTenant } from "./put-tenant.ts";

type TenantCommands = Pick<
  CommandHandlers,
  "tenant.check" | "tenant.save" | "tenant.select" | "tenant.forget"
>;

/** Creates the handlers that check, save, select and forget tenants. */
export function createTenantCommands(
  context: CommandContext,
  forgetting: Forgetting,
): TenantCommands {
  const { ports, settings } = context;

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
      await forgetting.forgetTenant(tenantId);
      return {};
    },
  };
}
