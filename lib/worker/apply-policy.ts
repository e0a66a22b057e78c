import type { ManagedTenant, Policy } from "./read-policy.ts";
import { maxTenants, type Settings } from "../messages/settings.ts";
import { defaultStreamPreferences } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";

/**
 * Returns the settings with what the organisation has set. It adds its tenants and replaces the
 * values that it names; the user's other values stay. Adds no more tenants than the settings may
 * hold, and none while everything is being forgotten.
 */
export function applyPolicy(known: Settings, policy: Policy): Settings {
  if (known.forgetting === "everything") return known;
  const managed = policy.tenants.map((one) =>
    manage(
      known.tenants.find(({ id }) => id === one.origin),
      one,
    ),
  );
  // A map replaces a value in its place, so the user's tenants stay first and in their order.
  const all = new Map([...known.tenants, ...managed].map((tenant) => [tenant.id, tenant]));
  const tenants = [...all.values()].slice(0, maxTenants).map((tenant) => limitLog(tenant, policy));
  const selectedId = known.selectedId ?? tenants[0]?.id;
  return { ...known, tenants, ...(selectedId === undefined ? {} : { selectedId }) };
}

function manage(known: Tenant | undefined, { origin, ...set }: ManagedTenant): Tenant {
  return {
    id: origin,
    origin,
    name: new URL(origin).host.slice(0, 60),
    clientId: "",
    colour: "none",
    isReadOnly: false,
    stream: defaultStreamPreferences,
    ...known,
    ...set,
  };
}

function limitLog(tenant: Tenant, { maxEvents = Infinity, maxDays = Infinity }: Policy): Tenant {
  const { events, days } = tenant.stream.keep;
  if (events <= maxEvents && days <= maxDays) return tenant;
  const keep = { events: Math.min(events, maxEvents), days: Math.min(days, maxDays) };
  return { ...tenant, stream: { ...tenant.stream, keep } };
}
