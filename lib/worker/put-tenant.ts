import { maxTenants, type Settings } from "../messages/settings.ts";
import type { Tenant } from "../messages/tenant.ts";
import { WorkerError } from "./worker-error.ts";

/**
 * Adds a tenant to the settings, or replaces the one with the same id.
 *
 * @throws {WorkerError} `too-many-tenants`
 */
export function putTenant(known: Settings, tenant: Tenant): Settings {
  const place = known.tenants.findIndex(({ id }) => id === tenant.id);
  if (place !== -1) return { ...known, tenants: known.tenants.with(place, tenant) };
  if (known.tenants.length >= maxTenants) {
    throw new WorkerError(
      "too-many-tenants",
      `Tenant Inspector keeps at most ${maxTenants} tenants. Forget one that you no longer need, then save again.`,
    );
  }
  return { ...known, tenants: [...known.tenants, tenant] };
}
