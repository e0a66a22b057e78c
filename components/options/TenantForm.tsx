import type { SaveState, TenantFormModel } from "../../lib/models/tenant-form-model.ts";
import { CopyButton } from "../shared/CopyButton.tsx";
import { TextField } from "../shared/Field.tsx";
import { Notice } from "../shared/Notice.tsx";

export function TenantForm(props: {
  model: InstanceType<typeof TenantFormModel>;
  redirectUrl: string;
}) {
  const { model } = props;
  const problems = model.problems.value;
  const state = model.state.value;
  return (
    <section aria-labelledby="tenant-heading">
      <h2 id="tenant-heading">Tenant</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        <TextField
          label="Domain"
          value={model.domain.value}
          placeholder="acme.us.example.com"
          problem={problems.domain}
          hint="The tenant's own domain. localhost and 127.0.0.1 are reached over http, everything else over https."
          maxLength={300}
          onInput={model.setDomain}
        />
        <TextField
          label="Client ID"
          value={model.clientId.value}
          problem={problems.clientId}
          hint="The application whose logins the panel runs. It needs no secret."
          maxLength={200}
          onInput={model.setClientId}
        />
        <TextField
          label="Name (optional)"
          value={model.name.value}
          hint="Shown beside the stream's state. The domain is used when this stays empty."
          maxLength={60}
          onInput={model.setName}
        />
        <div class="field">
          <span class="quiet">Callback URL to allow</span>
          <div class="callback">
            <code>{props.redirectUrl}</code>
            <CopyButton name="the callback URL" text={props.redirectUrl} />
          </div>
          <div class="hint">
            Add it to the application's allowed callback URLs, or the tenant refuses logins run from
            here.
          </div>
        </div>
        <div class="actions">
          <button type="submit" class="button primary" disabled={state.kind === "saving"}>
            {state.kind === "saving" ? "Checking the tenant…" : "Save tenant"}
          </button>
        </div>
        <SaveNotice state={state} />
      </form>
    </section>
  );
}

function SaveNotice({ state }: { state: SaveState }) {
  switch (state.kind) {
    case "idle":
    case "saving":
      return null;
    case "saved":
      return (
        <Notice severity="good" title="Tenant saved.">
          <span>
            Issuer <code>{state.issuer}</code>,{" "}
            {state.keyCount === 1 ? "1 signing key" : `${state.keyCount} signing keys`}.
          </span>
        </Notice>
      );
    case "denied":
      return (
        <Notice severity="warning" title="The browser was not given permission.">
          <span>
            Without access to <code>{state.origin}</code> nothing can be asked of this tenant, so it
            was not saved. Press “Save tenant” again and allow it.
          </span>
        </Notice>
      );
    case "failed":
      return (
        <Notice severity="error" title="The tenant was not saved.">
          <span>{state.failure.message}</span>
        </Notice>
      );
  }
}
