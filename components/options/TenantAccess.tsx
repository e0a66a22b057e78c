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
    <Notice severity="warning" title="The browser does not let this extension reach the tenant.">
      <span>
        Access to <Origins origins={denied} /> was never given, or was taken back in the browser's
        settings.{" "}
        {denied.includes(tenant.origin)
          ? "Until it is granted, neither profiles nor events can be read."
          : "Until it is granted, logins at the custom domain cannot be checked against its keys; profiles and events are read as before."}
      </span>
      {wasDenied ? (
        <span>
          The browser's question was answered with no. Press the button again and allow it.
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
