import { useEffect, useRef } from "preact/hooks";
import type { TenantColour } from "../../lib/messages/tenant.ts";
import type { TenantFormState } from "../../lib/models/tenants/tenant-attempt.ts";
import type { TenantFormModel } from "../../lib/models/tenants/tenant-form-model.ts";
import { Field, SelectField, TextField } from "../shared/Field.tsx";
import { AddressesToAllow } from "./AddressesToAllow.tsx";
import { LoginSteps } from "./SetUpSteps.tsx";
import { SwitchField } from "./SwitchField.tsx";
import { FoundKeys, TenantFormNotice } from "./TenantFormNotice.tsx";

const colours: readonly { value: TenantColour; label: string }[] = [
  { value: "none", label: "No colour" },
  { value: "blue", label: "Blue" },
  { value: "green", label: "Green" },
  { value: "amber", label: "Amber" },
  { value: "red", label: "Red" },
  { value: "violet", label: "Violet" },
];

/**
 * Edits a new tenant or the chosen one. A new one begins with its domain: the other fields follow
 * once a tenant was found there.
 */
export function TenantForm(props: {
  model: InstanceType<typeof TenantFormModel>;
  redirectUrl: string;
  ownOrigin: string;
  /** True while the tenant has no credential. */
  needsCredential: boolean;
  /** Returns to the chosen tenant; undefined if there is none. */
  onCancel: (() => void) | undefined;
}) {
  const { model } = props;
  const state = model.state.value;
  const isBusy = model.isBusy.value;
  const isNew = model.target.value === undefined;
  const found = isNew ? model.found.value : undefined;
  const isFirstStep = isNew && found === undefined;
  const detailsRef = useRef<HTMLDivElement>(null);
  const foundOrigin = found?.origin;
  useEffect(() => {
    if (foundOrigin !== undefined) detailsRef.current?.querySelector("input")?.focus();
  }, [foundOrigin]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void (isFirstStep ? model.check() : model.save());
      }}
    >
      <DomainField model={model} />
      {found === undefined ? null : (
        <p class="found" role="status">
          ✓ Tenant found. <FoundKeys {...found} />
        </p>
      )}
      {isFirstStep ? null : (
        <div ref={detailsRef} class="tenant-details">
          <TenantDetails
            model={model}
            redirectUrl={props.redirectUrl}
            ownOrigin={props.ownOrigin}
            isNew={isNew}
          />
        </div>
      )}
      <div class="actions">
        {/* A disabled button would lose the focus; a busy model ignores it. */}
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {isFirstStep ? labelFirstStep(state) : labelAction(state, "save")}
        </button>
        {isNew ? null : (
          <button
            type="button"
            class="button"
            aria-disabled={isBusy}
            onClick={() => void model.check()}
          >
            {labelAction(state, "check")}
          </button>
        )}
        {props.onCancel === undefined ? null : (
          <button type="button" class="button" disabled={isBusy} onClick={props.onCancel}>
            Cancel
          </button>
        )}
      </div>
      {isNew && state.kind === "checked" ? null : (
        <TenantFormNotice
          state={state}
          isNew={isNew}
          needsCredential={props.needsCredential}
          onUseDomain={(domain) => {
            model.set({ domain });
            void model.check();
          }}
        />
      )}
    </form>
  );
}

/** The domain, which identifies a tenant. */
function DomainField({ model }: { model: InstanceType<typeof TenantFormModel> }) {
  const replaced = model.replaced.value;
  if (model.target.value !== undefined) {
    return (
      <Field
        key="known-domain"
        label="Domain"
        problem={model.problems.value.domain}
        hint="The domain cannot be changed. To use another domain, add a tenant."
        control={(bound) => (
          <input type="text" {...bound} value={model.fields.value.domain} readOnly />
        )}
      />
    );
  }
  return (
    <TenantText
      key="new-domain"
      model={model}
      name="domain"
      label="Domain"
      placeholder="acme.us.example.com"
      warning={
        replaced === undefined
          ? undefined
          : `“${replaced}” already has this domain. Saving will update that tenant.`
      }
      hint="The tenant's canonical domain. localhost and 127.0.0.1 use http, all other hosts use https. The browser asks for access to this host."
      maxLength={300}
    />
  );
}

/** The fields that no discovery knows. Of a new tenant, the addresses follow the client. */
function TenantDetails(props: {
  model: InstanceType<typeof TenantFormModel>;
  redirectUrl: string;
  ownOrigin: string;
  isNew: boolean;
}) {
  const { model } = props;
  const fields = model.fields.value;
  const addresses = <AddressesToAllow redirectUrl={props.redirectUrl} origin={props.ownOrigin} />;
  return (
    <>
      <TenantText
        model={model}
        name="clientId"
        label="Client ID (optional)"
        hint="The application for login runs. Profiles and events need none. No secret is required."
        maxLength={200}
      />
      <LoginSteps redirectUrl={props.redirectUrl} origin={props.ownOrigin} />
      {props.isNew ? addresses : null}
      <TenantText
        model={model}
        name="name"
        label="Name (optional)"
        hint="Shown next to the stream's state. Default: the domain."
        maxLength={60}
      />
      <TenantText
        model={model}
        name="customDomain"
        label="Custom domain (optional)"
        placeholder="login.acme.example.com"
        hint="The domain where users log in, if different. Used for login runs only, never for profiles or events."
        maxLength={300}
      />
      <SelectField
        label="Colour"
        value={fields.colour}
        options={colours}
        hint="Shown next to the name to distinguish tenants."
        onChange={(colour) => model.set({ colour })}
      />
      <SwitchField
        label="Read-only"
        isOn={fields.isReadOnly}
        hint="For production. Each change must be confirmed with the tenant's name. Reading, logins and events are not affected."
        onChange={(isReadOnly) => model.set({ isReadOnly })}
      />
      {props.isNew ? null : addresses}
    </>
  );
}

/** Returns the label of the button that looks for a new tenant. */
function labelFirstStep({ kind }: TenantFormState): string {
  if (kind === "asking") return "Waiting for permission…";
  return kind === "checking" ? "Looking for the tenant…" : "Continue";
}

/** Returns a button's label: the button's action, or the step that it waits for. */
function labelAction(state: TenantFormState, action: "save" | "check"): string {
  if (state.kind === "asking" && state.action === action) return "Waiting for permission…";
  if (action === "save") return state.kind === "saving" ? "Saving…" : "Save tenant";
  return state.kind === "checking" ? "Checking…" : "Check domain";
}

/** Shows a text field of the form, bound to the model by name. */
function TenantText({
  model,
  name,
  ...shown
}: Omit<Parameters<typeof TextField>[0], "name" | "value" | "problem" | "onInput"> & {
  model: InstanceType<typeof TenantFormModel>;
  name: "domain" | "clientId" | "name" | "customDomain";
}) {
  const problems: Partial<Record<typeof name, string>> = model.problems.value;
  return (
    <TextField
      {...shown}
      value={model.fields.value[name]}
      problem={problems[name]}
      onInput={(value) => model.set({ [name]: value })}
    />
  );
}
