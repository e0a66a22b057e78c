import type { ExchangeFormModel } from "../../lib/models/exchange-form-model.ts";
import { CopyButton } from "../shared/CopyButton.tsx";
import { FailureNotice } from "../shared/FailureNotice.tsx";
import { TextField } from "../shared/Field.tsx";
import { Notice } from "../shared/Notice.tsx";

/** Creates a token exchange profile. */
export function ExchangeForm({ model }: { model: InstanceType<typeof ExchangeFormModel> }) {
  const state = model.state.value;
  const form = model.form.value;
  const problems = model.problems.value;
  const warnings = model.warnings.value;
  if (state.kind === "created") {
    return (
      <div class="form">
        <Notice severity="good" title="Token exchange profile created.">
          <span>
            {state.profile.name}: exchanges of <code>{state.profile.subject_token_type}</code> now
            run its action, which has to validate the user's subject token.
          </span>
          <span class="actions">
            <code>{state.profile.id}</code>
            <CopyButton name="the profile's id" text={state.profile.id} />
          </span>
        </Notice>
        <div class="actions">
          <button type="button" class="button" onClick={model.startAnew}>
            Create another
          </button>
        </div>
      </div>
    );
  }
  const isSending = state.kind === "sending";
  return (
    <form
      class="form"
      aria-label="New token exchange profile"
      onSubmit={(event) => {
        event.preventDefault();
        void model.create();
      }}
    >
      <h2>New token exchange profile</h2>
      <TextField
        label="Name"
        value={form.name}
        problem={problems["name"]}
        onInput={(name) => model.set({ name })}
      />
      <TextField
        label="Subject token type"
        value={form.subject_token_type}
        placeholder="urn:acme:legacy-token"
        problem={problems["subject_token_type"]}
        warning={warnings["subject_token_type"]}
        hint="A URI of your own, unique in the tenant."
        onInput={(value) => model.set({ subject_token_type: value })}
      />
      <TextField
        label="Action ID"
        value={form.action_id}
        problem={problems["action_id"]}
        hint="A deployed action with the trigger custom-token-exchange."
        onInput={(value) => model.set({ action_id: value })}
      />
      <p class="quiet">
        Type: <code>custom_authentication</code>. The action is responsible for validating the
        user's subject token. The feature comes under trial terms.
      </p>
      <div class="actions">
        <button type="submit" class="button primary" disabled={isSending}>
          {isSending ? "Creating…" : "Create profile"}
        </button>
      </div>
      {state.kind === "failed" ? (
        <FailureNotice title="No profile was created." failure={state.failure} />
      ) : null}
    </form>
  );
}
