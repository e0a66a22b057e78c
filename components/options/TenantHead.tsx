import type { Tenant } from "../../lib/messages/tenant.ts";
import { SandboxControlsLink } from "../shared/SandboxControlsLink.tsx";
import { TenantSwatch } from "../shared/TenantSwatch.tsx";

/** Names the tenant of the sections beneath. */
export function TenantHead({ tenant }: { tenant: Tenant }) {
  return (
    <p class="tenant-head">
      <TenantSwatch colour={tenant.colour} /> <b>{tenant.name}</b>{" "}
      <span class="quiet">{new URL(tenant.origin).host}</span>{" "}
      {tenant.isReadOnly ? <span class="mark">read-only</span> : null}{" "}
      <SandboxControlsLink tenant={tenant} />
    </p>
  );
}
