import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Tenant } from "../../lib/messages/tenant.ts";
import type { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import { FailureNotice } from "../shared/FailureNotice.tsx";
import { TextField } from "../shared/Field.tsx";
import { focusFirst } from "../shared/focus-first.ts";

/** Asks for the passphrase of a remembered credential. */
export function UnlockForm(props: { model: InstanceType<typeof UnlockModel>; tenant: Tenant }) {
  const { model, tenant } = props;
  const state = model.state.value;
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => focusFirst(form.current, "input"), []);
  useEffect(() => () => model.leave(), [model, tenant.id]);
  const isUnlocking = state.kind === "unlocking";
  return (
    <form
      ref={form}
      class="form"
      aria-label="Unlock the credential"
      onSubmit={(event) => {
        event.preventDefault();
        void model.unlock(tenant.id);
      }}
    >
      <h2>The credential of {tenant.name} is locked</h2>
      <TextField
        secret
        label="Passphrase"
        value={model.passphrase.value}
        problem={model.problem.value}
        hint="The passphrase of this credential. It unlocks the credential until the browser closes or the extension is updated."
        onInput={model.type}
      />
      <div class="actions">
        <button type="submit" class="button primary" disabled={isUnlocking}>
          {isUnlocking ? "Unlocking…" : "Unlock"}
        </button>
      </div>
      {state.kind === "failed" && model.problem.value === undefined ? (
        <FailureNotice title="Could not unlock the credential." failure={state.failure} />
      ) : null}
    </form>
  );
}
