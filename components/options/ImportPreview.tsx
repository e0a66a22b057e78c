import type { PlannedTenant } from "../../lib/messages/settings.ts";
import type { SettingsFileModel } from "../../lib/models/tenants/settings-file-model.ts";

/** Lists the changes of an import, with a box to approve each new login domain. */
export function ImportPreview({ model }: { model: InstanceType<typeof SettingsFileModel> }) {
  const state = model.state.value;
  const approved = model.approved.value;
  if (state.kind !== "previewed") return null;
  const { tenants, refused } = state;
  return (
    <section class="import-preview" aria-labelledby="import-heading">
      <h3 id="import-heading">Import of settings</h3>
      {tenants.length === 0 ? <p>The file names no tenant that can be read.</p> : null}
      <ul>
        {tenants.map((tenant) => (
          <li key={tenant.origin}>
            <strong>{tenant.name}</strong> <code>{tenant.origin}</code>: {describe(tenant)}
            <Changes tenant={tenant} />
            {tenant.newLoginOrigin === undefined ? null : (
              <Approval
                loginOrigin={tenant.newLoginOrigin}
                isApproved={approved.includes(tenant.newLoginOrigin)}
                onChange={model.approve}
              />
            )}
          </li>
        ))}
      </ul>
      {refused.length === 0 ? null : (
        <p>
          {refused.length === 1 ? "Entry" : "Entries"} {refused.join(", ")} of the file cannot be
          read and will not be imported.
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={tenants.length === 0}
          onClick={() => void model.confirmImport()}
        >
          Import
        </button>
        <button type="button" class="button" onClick={model.cancelImport}>
          Cancel import
        </button>
      </div>
    </section>
  );
}

function Changes({ tenant }: { tenant: PlannedTenant }) {
  if (tenant.changes.length === 0 && !tenant.isReadOnlyKept) return null;
  return (
    <ul>
      {tenant.changes.map(({ field, from, to }) => (
        <li key={field}>
          {field}: {from} → {to}
        </li>
      ))}
      {tenant.isReadOnlyKept ? (
        <li>Read-only: stays. The file would lift it; lift it in the tenant's form.</li>
      ) : null}
    </ul>
  );
}

function Approval(props: {
  loginOrigin: string;
  isApproved: boolean;
  onChange: (loginOrigin: string, isApproved: boolean) => void;
}) {
  const { loginOrigin } = props;
  return (
    <label>
      <input
        type="checkbox"
        checked={props.isApproved}
        onChange={(event) => props.onChange(loginOrigin, event.currentTarget.checked)}
      />{" "}
      Logins go to <code>{loginOrigin}</code>, which is new. Import this tenant only if you trust
      that domain.
    </label>
  );
}

function describe({ isAdded, changes }: PlannedTenant): string {
  if (isAdded) return "new";
  return changes.length === 0 ? "no change" : "changes";
}
