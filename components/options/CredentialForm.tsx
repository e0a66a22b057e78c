import type { CredentialKind } from "../../lib/messages/credential.ts";
import type { Tenant } from "../../lib/messages/tenant.ts";
import type { CredentialCheckModel } from "../../lib/models/tenants/credential-check-model.ts";
import type { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import { SelectField } from "../shared/Field.tsx";
import { CredentialKindFields } from "./CredentialKindFields.tsx";
import { RememberingFields } from "./RememberingFields.tsx";
import { ManagementSteps } from "./SetUpSteps.tsx";
import { ScopeProposal } from "./ScopeProposal.tsx";

const kinds: readonly { value: CredentialKind; label: string }[] = [
  { value: "client_credentials", label: "Client credentials (client ID and secret)" },
  { value: "access_token", label: "Access token" },
  { value: "user_login", label: "User login" },
];

/** Asks for a credential of one of three kinds. */
export function CredentialForm(props: {
  model: InstanceType<typeof CredentialFormModel>;
  check: InstanceType<typeof CredentialCheckModel>;
  tenant: Tenant;
  isReplacing: boolean;
}) {
  const { model, check, tenant } = props;
  const { kind } = model.fields.value;
  const state = model.state.value;
  return (
    <form
      aria-label="Credential"
      onSubmit={(event) => {
        event.preventDefault();
        check.reset();
        void model.save(tenant);
      }}
    >
      <SelectField
        label="Kind"
        value={kind}
        options={kinds}
        hint={props.isReplacing ? "Replaces the credential above." : undefined}
        onChange={(chosen) => model.set({ kind: chosen })}
      />
      <CredentialKindFields model={model} tenant={tenant} />
      {kind === "client_credentials" ? (
        <ManagementSteps
          origin={tenant.origin}
          scopes={check.forClient.value.map(({ scope }) => scope)}
        />
      ) : null}
      <ScopeProposal model={check} isUserLogin={kind === "user_login"} />
      <RememberingFields model={model} />
      <div class="actions">
        <button type="submit" class="button primary" disabled={model.isBusy.value}>
          {labelOf(state.kind, kind)}
        </button>
        {state.kind === "logging-in" ? (
          <button type="button" class="button" onClick={() => model.cancel()}>
            Cancel
          </button>
        ) : null}
      </div>
    </form>
  );
}

function labelOf(state: string, kind: CredentialKind): string {
  if (state === "logging-in") return "Logging in…";
  if (state === "saving") return "Checking the credential…";
  return kind === "user_login" ? "Log in and save" : "Save credential";
}
