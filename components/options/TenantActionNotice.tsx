import { findHelp } from "../../lib/models/help-place.ts";
import type { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import { Notice } from "../shared/Notice.tsx";
import { ErasedNote } from "./ErasedNote.tsx";

/**
 * Reports a forgotten, failed or unknown tenant. Other results appear beside the tenant that they
 * are about.
 */
export function TenantActionNotice({ list }: { list: InstanceType<typeof TenantListModel> }) {
  const action = list.action.value;
  const missing = list.missing.value;
  return (
    <>
      {missing === undefined ? null : (
        <Notice severity="warning" help="no-such-tenant" title="Tenant not found.">
          <span>
            This device has no tenant <code>{missing}</code>. Choose another tenant, or add this
            one.
          </span>
        </Notice>
      )}
      {action.kind === "forgotten" ? (
        <Notice severity="good" title={`“${action.name}” was forgotten.`}>
          <ErasedNote />
        </Notice>
      ) : null}
      {action.kind === "failed" ? (
        <Notice severity="error" help={findHelp(action.failure)} title={action.title}>
          <span>{action.failure.message}</span>
        </Notice>
      ) : null}
    </>
  );
}
