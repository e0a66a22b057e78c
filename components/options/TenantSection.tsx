import type { Tenant } from "../../lib/messages/tenant.ts";
import type { TenantFormModel } from "../../lib/models/tenants/tenant-form-model.ts";
import type { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import { TenantForm } from "./TenantForm.tsx";
import { TwoStepButton } from "./TwoStepButton.tsx";

/** One tenant: what it is, and the way to be rid of it. */
export function TenantSection(props: {
  list: InstanceType<typeof TenantListModel>;
  form: InstanceType<typeof TenantFormModel>;
  /** The chosen tenant; undefined where there is none. */
  tenant: Tenant | undefined;
  /** The tenant has no credential yet. */
  needsCredential: boolean;
  redirectUrl: string;
  /** Leads back to the chosen tenant. */
  onCancel: () => void;
  /** Nothing is stored from here. */
  isPrivate: boolean;
}) {
  const { list, form, tenant } = props;
  const target = form.target.value;
  const shown = tenant?.id === target ? tenant : undefined;
  return (
    <section aria-labelledby="tenant-heading">
      <h2 id="tenant-heading" tabIndex={-1}>
        {target === undefined ? "New tenant" : "Tenant"}
      </h2>
      <fieldset class="bare" disabled={props.isPrivate}>
        <TenantForm
          model={form}
          redirectUrl={props.redirectUrl}
          needsCredential={props.needsCredential}
          onCancel={target === undefined && tenant !== undefined ? props.onCancel : undefined}
        />
      </fieldset>
      {shown === undefined ? null : (
        <div class="forget">
          <TwoStepButton
            key={shown.id}
            label="Forget this tenant…"
            confirmLabel="Forget tenant"
            disabled={list.action.value.kind === "forgetting"}
            onConfirm={() => void list.forget(shown.id)}
          >
            <strong>Forget “{shown.name}”?</strong> Its settings, its credential and its stored
            events are removed from this device. Nothing changes at the tenant itself.
          </TwoStepButton>
        </div>
      )}
    </section>
  );
}
