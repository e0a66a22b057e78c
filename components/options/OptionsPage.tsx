import type { CredentialFormModel } from "../../lib/models/credential-form-model.ts";
import type { TenantFormModel } from "../../lib/models/tenant-form-model.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { Trouble } from "../shared/Trouble.tsx";
import { CredentialForm } from "./CredentialForm.tsx";
import { TenantForm } from "./TenantForm.tsx";
import "./options.css";

/** Where a tenant is named and the inspector is given the means to reach its management interface. */
export function OptionsPage(props: {
  activity: InstanceType<typeof ActivityModel>;
  tenantForm: InstanceType<typeof TenantFormModel>;
  credentialForm: InstanceType<typeof CredentialFormModel>;
  redirectUrl: string;
}) {
  return (
    <main class="options">
      <header>
        <img src="/icon/48.png" width="32" height="32" alt="" />
        <h1>Tenant Inspector</h1>
      </header>
      <Trouble activity={props.activity} hasWayToOptions={false} />
      <ErrorBoundary what="The tenant form">
        <TenantForm model={props.tenantForm} redirectUrl={props.redirectUrl} />
      </ErrorBoundary>
      <ErrorBoundary what="The credential form">
        <CredentialForm model={props.credentialForm} activity={props.activity} />
      </ErrorBoundary>
    </main>
  );
}
