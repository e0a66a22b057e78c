import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { loginOriginOf, type Tenant } from "../../messages/tenant.ts";
import type { Discovery } from "../../runs/discovery.ts";

/** Reads what a server announces; returns undefined if it cannot be read. */
export type Discover = (origin: string) => Promise<Discovery | undefined>;

/** The announcements of the tenants' servers. */
export interface Servers {
  /**
   * The function that returns what the server for a tenant's logins announces; undefined if that is
   * not known.
   */
  found: ReadonlySignal<(tenant: Tenant) => Discovery | undefined>;
  readonly load: (tenant: Tenant) => Promise<void>;
}

/** Creates the servers of tenants. */
export function createServers(discover: Discover = async () => undefined): Servers {
  const byOrigin = signal<Readonly<Record<string, Discovery>>>({});
  return {
    found: computed(() => {
      const known = byOrigin.value;
      return (tenant) => known[loginOriginOf(tenant)];
    }),
    async load(tenant) {
      const origin = loginOriginOf(tenant);
      const discovery = await discover(origin);
      if (discovery !== undefined) byOrigin.value = { ...byOrigin.peek(), [origin]: discovery };
    },
  };
}
