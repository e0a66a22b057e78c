import type { Tenant } from "../messages/tenant.ts";
import type { SettingsStore } from "./settings-store.ts";

/**
 * Caches the tenants of the settings for callers that cannot wait, such as a transaction of the
 * event log.
 */
export interface TenantDirectory {
  /** The tenants of the last read. */
  readonly tenants: readonly Tenant[];
  readonly selectedId: string | undefined;
  find(tenantId: string): Tenant | undefined;
  /** Reads the settings into the cache; rejects if they are unreadable. */
  read(): Promise<readonly Tenant[]>;
}

export function createTenantDirectory(settings: Pick<SettingsStore, "read">): TenantDirectory {
  let tenants: readonly Tenant[] = [];
  let selectedId: string | undefined;
  return {
    get tenants() {
      return tenants;
    },
    get selectedId() {
      return selectedId;
    },
    find: (tenantId) => tenants.find(({ id }) => id === tenantId),
    async read() {
      ({ tenants, selectedId } = await settings.read());
      return tenants;
    },
  };
}
