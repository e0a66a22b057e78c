import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { labelTenants } from "../../lib/models/tenants/label-tenants.ts";
import { SandboxControlsLink } from "./SandboxControlsLink.tsx";
import { TenantSwatch } from "./TenantSwatch.tsx";

/** Shows the selected tenant and its colour. Another choice switches both panel and popup. */
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
          // Keep the shown tenant selected until the worker confirms the chosen one.
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
      <SandboxControlsLink tenant={selected} />
    </span>
  );
}
