import type { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import { Notice } from "../shared/Notice.tsx";
import { ErasedNote } from "./ErasedNote.tsx";

/** What the last deed with a tenant as a whole came to; what is said of one that is still there stands beside it. */
export function TenantDeedNotice({ list }: { list: InstanceType<typeof TenantListModel> }) {
  const deed = list.deed.value;
  const missing = list.missing.value;
  return (
    <>
      {missing === undefined ? null : (
        <Notice severity="warning" title="The tenant is not here.">
          <span>
            <code>{missing}</code> is none of the tenants on this device. Choose another one, or add
            it.
          </span>
        </Notice>
      )}
      {deed.kind === "forgotten" ? (
        <Notice severity="good" title={`“${deed.name}” was forgotten.`}>
          <ErasedNote />
        </Notice>
      ) : null}
      {deed.kind === "failed" ? (
        <Notice severity="error" title={deed.title}>
          <span>{deed.failure.message}</span>
        </Notice>
      ) : null}
    </>
  );
}
