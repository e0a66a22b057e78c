import { sandboxOrigin } from "../../messages/domain.ts";
import type { Tenant } from "../../messages/tenant.ts";

/** Returns true for the tenant inside the extension. */
export function isSandbox({ origin }: Pick<Tenant, "origin">): boolean {
  return origin === sandboxOrigin;
}
