import type { Tenant } from "../../lib/messages/tenant.ts";
import type { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import { Notice } from "../shared/Notice.tsx";
import { Origins } from "./TenantFormNotice.tsx";

/** Reports that the browser denies access to the tenant, and asks for the permission on a click. */
export function TenantAccess(props: {
  list: InstanceType<typeof TenantListModel>;
  tenant: Tenant;
  /** The origins of the tenant without permission; at least one. */
  denied: readonly string[];
}) {
  const { list, tenant, denied } = props;
  const action = list.action.value;
  const wasDenied = action.kind === "denied" && action.tenantId === tenant.id;
  return (
    <Notice
      severity="warning"
      help="no-access-to-the-tenant"
      title="The extension has no access to the tenant."
    >
      <span>
        Access to <Origins origins={denied} /> was not granted, or was removed in the browser's
        settings.{" "}
        {denied.includes(tenant.origin)
          ? "Profiles and events are unavailable until you grant access."
          : "Until you grant access, logins at the custom domain cannot be verified. Profiles and events are not affected."}
      </span>
      {wasDenied ? (
        <span>
          Access was denied. Select “Grant access” again and allow it in the browser's prompt.
        </span>
      ) : null}
      <div class="actions">
        <button
          type="button"
          class="button"
          id="grant-access"
          onClick={() => void list.grantAccess(tenant.id)}
        >
          Grant access
        </button>
      </div>
    </Notice>
  );
}
