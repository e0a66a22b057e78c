import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { labelTenants } from "../../lib/models/tenants/label-tenants.ts";
import { TenantSwatch } from "./TenantSwatch.tsx";

/** The tenant that everything is about, with its colour; choosing another one switches panel and popup. */
export function TenantSwitch({ activity }: { activity: InstanceType<typeof ActivityModel> }) {
  const selected = activity.tenant.value;
  const tenants = activity.tenants.value.map(({ tenant }) => tenant);
  if (selected === undefined) return null;
  return (
    <span class="tenant-switch">
      <TenantSwatch colour={selected.colour} />
      <select
        aria-label="Tenant"
        title={`${selected.name}, ${selected.origin}`}
        value={selected.id}
        onChange={({ currentTarget: choice }) => {
          const chosen = choice.value;
          // Names the tenant that is shown, which the chosen one is once the worker says so, and not before.
          choice.selectedIndex = tenants.findIndex(({ id }) => id === selected.id);
          void activity.select(chosen);
        }}
      >
        {labelTenants(tenants).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {selected.isReadOnly ? <span class="read-only">read-only</span> : null}
    </span>
  );
}
