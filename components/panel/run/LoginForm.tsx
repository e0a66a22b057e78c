import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { RunModel } from "../../../lib/models/runs/run-model.ts";
import { SelectField, TextField } from "../../shared/Field.tsx";

const logInId = "log-in";

/** Focuses the button that starts a run, after the buttons of the run are gone. */
export function focusLogIn(): void {
  document.getElementById(logInId)?.focus();
}

export function LoginForm(props: { model: InstanceType<typeof RunModel>; tenant: Tenant }) {
  const { model, tenant } = props;
  const form = model.form.value;
  const isRunning = model.isRunning.value;
  return (
    <form
      class="login-form"
      aria-label="Login with redirect"
      onSubmit={(event) => {
        event.preventDefault();
        void model.start(tenant);
      }}
    >
      <h2>Login with redirect</h2>
      <TextField
        label="Client ID"
        value={form.clientId}
        placeholder={tenant.clientId}
        onInput={(clientId) => model.set({ clientId })}
      />
      <SelectField
        label="Response type"
        value={form.responseType}
        options={[
          { value: "token id_token", label: "token id_token" },
          { value: "id_token", label: "id_token" },
          { value: "token", label: "token" },
        ]}
        onChange={(responseType) => model.set({ responseType })}
      />
      <TextField label="Scope" value={form.scope} onInput={(scope) => model.set({ scope })} />
      <TextField
        label="Audience"
        value={form.audience}
        placeholder="none (userinfo endpoint only)"
        onInput={(audience) => model.set({ audience })}
      />
      <TextField
        label="Connection"
        value={form.connection}
        placeholder="none (user chooses)"
        onInput={(connection) => model.set({ connection })}
      />
      <SelectField
        label="Prompt"
        value={form.prompt}
        options={[
          { value: "", label: "default" },
          { value: "login", label: "login (always ask)" },
          { value: "none", label: "none (never ask)" },
        ]}
        onChange={(prompt) => model.set({ prompt })}
      />
      <div class="actions">
        <button id={logInId} type="submit" class="button primary" aria-disabled={isRunning}>
          {isRunning ? "Logging in…" : "Log in"}
        </button>
        {isRunning ? (
          <button
            type="button"
            class="button"
            onClick={() => {
              model.cancel();
              focusLogIn();
            }}
          >
            Cancel
          </button>
        ) : null}
      </div>
    </form>
  );
}
