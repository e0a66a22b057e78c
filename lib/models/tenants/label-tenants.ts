import type { Tenant } from "../../messages/tenant.ts";

/** Returns a unique label for each tenant: its name, with the host if several have this name. */
export function labelTenants(
  tenants: readonly Pick<Tenant, "id" | "name" | "origin">[],
): { id: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { name } of tenants) counts.set(name, (counts.get(name) ?? 0) + 1);
  return tenants.map(({ id, name, origin }) => ({
    id,
    label: counts.get(name) === 1 ? name : `${name} (${new URL(origin).host})`,
  }));
}
