import { localTenantOrigin } from "../../messages/domain.ts";
import type { Tenant } from "../../messages/tenant.ts";

/** Returns true for the local tenant at its usual place. */
export function isLocalTenant({ origin }: Pick<Tenant, "origin">): boolean {
  return origin === localTenantOrigin;
}
