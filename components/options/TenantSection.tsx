import type { Tenant } from "../../lib/messages/tenant.ts";
import { isSandbox } from "../../lib/models/sandbox/is-sandbox.ts";
import type { TenantFormModel } from "../../lib/models/tenants/tenant-form-model.ts";
import type { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import { TenantForm } from "./TenantForm.tsx";
import { TwoStepButton } from "../shared/TwoStepButton.tsx";

/** Edits one tenant, and offers to forget it. */
export function TenantSection(props: {
  list: InstanceType<typeof TenantListModel>;
  form: InstanceType<typeof TenantFormModel>;
  /** The chosen tenant; undefined if there is none. */
  tenant: Tenant | undefined;
  /** True while the tenant has no credential. */
  needsCredential: boolean;
  redirectUrl: string;
  ownOrigin: string;
  /** Returns to the chosen tenant. */
  onCancel: () => void;
  /** True in a private window, which stores nothing. */
  isPrivate: boolean;
  /** True for a tenant of the organisation's policy. */
  isManaged: boolean;
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
          ownOrigin={props.ownOrigin}
          needsCredential={props.needsCredential}
          onCancel={target === undefined && tenant !== undefined ? props.onCancel : undefined}
        />
      </fieldset>
      {shown !== undefined && props.isManaged ? (
        <p class="quiet">
          Your organisation has set this tenant. What it set stays when you save, and it cannot be
          forgotten here.
        </p>
      ) : shown === undefined ? null : (
        <div class="forget">
          <TwoStepButton
            key={shown.id}
            label="Forget this tenant…"
            confirmLabel="Forget tenant"
            disabled={list.action.value.kind === "forgetting"}
            onConfirm={() => void list.forget(shown.id)}
          >
            <strong>Forget “{shown.name}”?</strong> The settings, credential, presets and stored
            events are removed from this device.{" "}
            {isSandbox(shown)
              ? "The sandbox ends, and all that it stored is deleted."
              : "The tenant itself does not change."}
          </TwoStepButton>
        </div>
      )}
    </section>
  );
}
