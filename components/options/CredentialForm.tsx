import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type {
  CredentialFormModel,
  CredentialState,
} from "../../lib/models/credential-form-model.ts";
import type { CredentialSummary } from "../../lib/messages/tenant.ts";
import { SelectField, TextField } from "../shared/Field.tsx";
import { Moment } from "../shared/Moment.tsx";
import { Notice } from "../shared/Notice.tsx";

export function CredentialForm(props: {
  model: InstanceType<typeof CredentialFormModel>;
  activity: InstanceType<typeof ActivityModel>;
}) {
  const { model, activity } = props;
  const problems = model.problems.value;
  const state = model.state.value;
  const stored = activity.credential.value;
  const hasTenant = activity.tenant.value !== undefined;
  return (
    <section aria-labelledby="credential-heading">
      <h2 id="credential-heading">Management credential</h2>
      <p class="quiet">
        Needed for profiles and for the event stream, not for running logins. It is kept in memory
        until the browser closes, and is never written to disk.
      </p>
      {stored === undefined ? null : <StoredCredential summary={stored} onForget={model.forget} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        <SelectField
          label="Kind"
          value={model.kind.value}
          options={[
            { value: "client_credentials", label: "Client credentials (client id and secret)" },
            { value: "access_token", label: "Access token" },
          ]}
          onChange={model.setKind}
        />
        {model.kind.value === "access_token" ? (
          <TextField
            label="Access token"
            secret
            value={model.token.value}
            problem={problems.token}
            hint="A JWT for the management interface. It is not renewed when it ends."
            onInput={model.setToken}
          />
        ) : (
          <>
            <TextField
              label="Management client ID"
              value={model.clientId.value}
              problem={problems.clientId}
              onInput={model.setClientId}
            />
            <TextField
              label="Client secret"
              secret
              value={model.clientSecret.value}
              problem={problems.clientSecret}
              hint="Renewed by itself before its token ends."
              onInput={model.setClientSecret}
            />
          </>
        )}
        <div class="actions">
          <button
            type="submit"
            class="button primary"
            disabled={!hasTenant || state.kind === "saving"}
          >
            {state.kind === "saving" ? "Trying it…" : "Save credential"}
          </button>
          {hasTenant ? null : <span class="quiet">Save a tenant first.</span>}
        </div>
        <CredentialNotice state={state} />
      </form>
    </section>
  );
}

function StoredCredential(props: { summary: CredentialSummary; onForget: () => Promise<void> }) {
  const { kind, scopes, expiresAt } = props.summary;
  return (
    <div class="stored">
      <div>
        <strong>{kind === "access_token" ? "An access token" : "Client credentials"}</strong> in
        use.{" "}
        {expiresAt === undefined ? null : (
          <span>
            Its token ends <Moment at={expiresAt} />.
          </span>
        )}
      </div>
      <button type="button" class="button" onClick={() => void props.onForget()}>
        Forget credential
      </button>
      <details>
        <summary>{scopes.length === 1 ? "1 scope" : `${scopes.length} scopes`}</summary>
        <ul class="scopes">
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function CredentialNotice({ state }: { state: CredentialState }) {
  switch (state.kind) {
    case "idle":
    case "saving":
      return null;
    case "saved":
      return (
        <Notice severity="good" title="Credential saved.">
          <span>
            {state.summary.kind === "client_credentials"
              ? "The tenant gave an access token for it."
              : "It is tried with the first request that needs it."}
          </span>
        </Notice>
      );
    case "forgotten":
      return <Notice severity="good" title="Credential forgotten." />;
    case "failed":
      return (
        <Notice severity="error" title="The credential was not saved.">
          <span>{state.failure.message}</span>
        </Notice>
      );
  }
}
