import { useLayoutEffect, useRef } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import { exchangeFields, type ExchangeField } from "../../../lib/models/exchange/exchange-draft.ts";
import type { ExchangeFormState } from "../../../lib/models/exchange/exchange-form-state.ts";
import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { TextField } from "../../shared/Field.tsx";
import { focusFirst } from "../../shared/focus-first.ts";
import { Notice } from "../../shared/Notice.tsx";
import { CreatedProfile } from "./CreatedProfile.tsx";
import type { ExchangeModels } from "./exchange-models.ts";
import { LostCreate } from "./LostCreate.tsx";

/** The texts that the form of a new profile shows at a field. */
interface FieldText {
  label: string;
  placeholder?: string;
  hint?: string;
}

/** The texts of the fields, in the order of the form. */
const fieldTexts: Record<ExchangeField, FieldText> = {
  name: { label: "Name" },
  subject_token_type: {
    label: "Subject token type",
    placeholder: "urn:acme:legacy-token",
    hint: "Your own URI, 8 to 100 characters, unique in the tenant.",
  },
  action_id: {
    label: "Action ID",
    hint: "The ID of a deployed action with the trigger custom-token-exchange.",
  },
};

/** Creates a token exchange profile. */
export function NewProfile(props: { models: ExchangeModels; tenant: Tenant | undefined }) {
  const { models, tenant } = props;
  const state = models.form.state.value;
  return state.kind === "created" && tenant !== undefined ? (
    <CreatedProfile profile={state.profile} sentAt={state.sentAt} models={models} tenant={tenant} />
  ) : (
    <ProfileForm models={models} isReady={tenant !== undefined} />
  );
}

/** `isReady` is false until the tenant is known. */
function ProfileForm({ models, isReady }: { models: ExchangeModels; isReady: boolean }) {
  const { form: model } = models;
  const state = model.state.value;
  const form = model.form.value;
  const problems = model.problems.value;
  const warnings = model.warnings.value;
  const hasDraft = model.hasDraft.value;
  const place = useRef<HTMLFormElement>(null);
  // The name has a default, so the next field gets the focus.
  useLayoutEffect(() => focusFirst(place.current, "[name=subject_token_type]"), []);
  const isSending = state.kind === "sending";
  const isUnknown = state.kind === "lost" || state.kind === "checking";
  const create = async () => {
    await model.create();
    place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <form
      ref={place}
      class="form"
      aria-label="New token exchange profile"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h2>New token exchange profile</h2>
      <fieldset disabled={isSending || isUnknown}>
        {exchangeFields.map((name) => (
          <TextField
            key={name}
            name={name}
            {...fieldTexts[name]}
            value={form[name]}
            problem={problems[name]}
            warning={warnings[name]}
            onInput={(value) => model.set({ [name]: value })}
          />
        ))}
      </fieldset>
      <p class="quiet">
        Type: <code>custom_authentication</code> (the only supported type). You must ensure that the
        action validates the <code>subject_token</code> securely. This feature is subject to trial
        terms.
      </p>
      {isUnknown ? (
        <LostCreate models={models} />
      ) : (
        <div class="actions">
          <button type="submit" class="button primary" disabled={isSending || !isReady}>
            {isSending ? "Creating…" : "Create profile"}
          </button>
          <button type="button" class="button" onClick={model.close}>
            Back to the list
          </button>
          {hasDraft && !isSending ? (
            <button type="button" class="button" onClick={model.clear}>
              Clear
            </button>
          ) : null}
        </div>
      )}
      <Outcome state={state} models={models} />
    </form>
  );
}

function Outcome({ state, models }: { state: ExchangeFormState; models: ExchangeModels }) {
  if (state.kind === "failed") {
    return (
      <FailureNotice
        title="Could not create the profile."
        failure={state.failure}
        now={models.now}
      />
    );
  }
  if (state.kind === "absent") {
    return (
      <Notice severity="note" title="The profile was not created.">
        <span>
          The request did not reach the tenant. Your input is kept; create the profile again.
        </span>
      </Notice>
    );
  }
  return null;
}
