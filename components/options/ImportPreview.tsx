import type { PlannedTenant } from "../../lib/messages/settings.ts";
import type { SettingsFileModel } from "../../lib/models/tenants/settings-file-model.ts";
import { SwitchField } from "./SwitchField.tsx";

/** Lists the changes of an import, with a checkbox to approve each new login domain. */
export function ImportPreview({ model }: { model: InstanceType<typeof SettingsFileModel> }) {
  const state = model.state.value;
  const approved = model.approved.value;
  if (state.kind !== "previewed") return null;
  const { tenants, refused } = state;
  return (
    <section class="import-preview" aria-labelledby="import-heading">
      <h3 id="import-heading">Settings to import</h3>
      {tenants.length === 0 ? <p>The file contains no valid tenant.</p> : null}
      <ul class="import-tenants">
        {tenants.map((tenant) => (
          <li key={tenant.origin}>
            <div class="line">
              <b>{tenant.name}</b> <span class="quiet">{tenant.origin}</span>{" "}
              <span class="mark">{describe(tenant)}</span>
            </div>
            <Changes tenant={tenant} />
            {tenant.newLoginOrigin === undefined ? null : (
              <SwitchField
                label={`Send logins to ${tenant.newLoginOrigin}`}
                hint="None of your tenants uses this login domain. Approve the domain only if you trust it. Without approval, this tenant is not imported."
                isOn={approved.includes(tenant.newLoginOrigin)}
                onChange={(isApproved) => model.approve(tenant.newLoginOrigin ?? "", isApproved)}
              />
            )}
          </li>
        ))}
      </ul>
      {refused.length === 0 ? null : (
        <p>
          {refused.length === 1 ? "Entry" : "Entries"} {refused.join(", ")} of the file{" "}
          {refused.length === 1 ? "is" : "are"} invalid and will not be imported.
        </p>
      )}
      <div class="actions">
        <button
          type="button"
          class="button primary"
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
    <dl class="facts">
      {tenant.changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {from || "none"} → {to || "none"}
          </dd>
        </div>
      ))}
      {tenant.isReadOnlyKept ? (
        <div>
          <dt>Read-only</dt>
          <dd>stays on. An import cannot turn it off; use the tenant's form.</dd>
        </div>
      ) : null}
    </dl>
  );
}

function describe({ isAdded, changes }: PlannedTenant): string {
  if (isAdded) return "new";
  return changes.length === 0 ? "no change" : "changes";
}
