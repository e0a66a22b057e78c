import type { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import { FailureNotice } from "../shared/FailureNotice.tsx";
import { TextField } from "../shared/Field.tsx";

/** Unlocks a remembered credential for this browser session. */
export function UnlockForm(props: { model: InstanceType<typeof UnlockModel>; tenantId: string }) {
  const { model } = props;
  const state = model.state.value;
  return (
    <form
      aria-label="Unlock the credential"
      onSubmit={(event) => {
        event.preventDefault();
        void model.unlock(props.tenantId);
      }}
    >
      <TextField
        label="Passphrase to unlock"
        secret
        value={model.passphrase.value}
        problem={model.problem.value}
        hint="Unlocks the credential until the browser closes or the extension is updated. If you lost the passphrase, forget the credential and enter it again."
        maxLength={1000}
        onInput={model.type}
      />
      <div class="actions">
        <button type="submit" class="button primary" disabled={state.kind === "unlocking"}>
          {state.kind === "unlocking" ? "Unlocking…" : "Unlock"}
        </button>
      </div>
      {state.kind === "failed" && model.problem.value === undefined ? (
        <FailureNotice title="Could not unlock the credential." failure={state.failure} />
      ) : null}
    </form>
  );
}
