import type { TargetedInputEvent } from "preact";
import type { JsonValue } from "../../../lib/encoding/json.ts";
import {
  connectionFeatures,
  membershipChoices,
  type ConnectionForm,
  type OrganizationSetting,
} from "../../../lib/models/connections/connection-form.ts";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import { Field, SelectField, TextField } from "../../shared/Field.tsx";
import { OtherMembers } from "./OtherMembers.tsx";
import { OverrideTable } from "./OverrideTable.tsx";

type Model = InstanceType<typeof ConnectionProfilesModel>;

const settings = [
  { name: "show_as_button", label: "Show as button" },
  { name: "assign_membership_on_login", label: "Assign membership on login" },
] as const;

/** Shows the fields of a connection profile, each with its error or warning. */
export function ProfileForm({ model }: { model: Model }) {
  const { editor } = model;
  const form = editor.form.value;
  const problems = model.problems.value;
  const notes = editor.notes.value;
  const example = editor.prefixExample.value;
  if (form === undefined) return null;
  const isKnown = (feature: JsonValue) => connectionFeatures.some((known) => known === feature);
  return (
    <div class="fields">
      <TextField
        label="Name"
        value={form.name}
        problem={problems["name"]}
        onInput={(value) => editor.set("name", value)}
      />
      <fieldset class="pair">
        <legend>Organization</legend>
        {settings.map(({ name, label }) => (
          <OrganizationField key={name} model={model} form={form} name={name} label={label} />
        ))}
        <OtherMembers
          label="Unchanged properties"
          members={Object.entries(form.organization).filter(
            ([member]) => !settings.some(({ name }) => name === member),
          )}
        />
        <Problem problem={problems["organization"]} />
      </fieldset>
      <TextField
        label="Connection name prefix template"
        value={form.connection_name_prefix_template}
        problem={problems["connection_name_prefix_template"]}
        hint={
          <>
            Example: <code>{example === "" ? "no prefix" : example}</code> · letters, digits,
            hyphens, <code>{"{org_id}"}</code>, <code>{"{org_name}"}</code>; 15 characters at most
          </>
        }
        onInput={(value) => editor.set("connection_name_prefix_template", value)}
      />
      <fieldset class="choices">
        <legend>Enabled features</legend>
        {[...connectionFeatures, ...form.enabled_features.filter((one) => !isKnown(one))].map(
          (feature) => (
            <label key={JSON.stringify(feature)}>
              <input
                type="checkbox"
                checked={form.enabled_features.includes(feature)}
                onChange={() => editor.toggleFeature(feature)}
              />{" "}
              {typeof feature === "string" ? feature : JSON.stringify(feature)}
            </label>
          ),
        )}
        <Problem problem={problems["enabled_features"]} />
        <Warning warning={notes["enabled_features"]} />
      </fieldset>
      <Field
        label="Configuration (JSON)"
        problem={problems["connection_config"]}
        warning={notes["connection_config"]}
        control={(bound) => (
          <textarea
            {...bound}
            class="mono"
            rows={Math.min(8, form.connection_config.split("\n").length + 1)}
            spellcheck={false}
            value={form.connection_config}
            placeholder="{}"
            onInput={(event: TargetedInputEvent<HTMLTextAreaElement>) =>
              editor.setConfigText(event.currentTarget.value)
            }
          />
        )}
      />
      <OverrideTable editor={editor} form={form} problem={problems["strategy_overrides"]} />
    </div>
  );
}

function OrganizationField(props: {
  model: Model;
  form: ConnectionForm;
  name: OrganizationSetting;
  label: string;
}) {
  const { model, form, name, label } = props;
  const { editor } = model;
  const value = Object.hasOwn(form.organization, name) ? form.organization[name] : undefined;
  const isDocumented = membershipChoices.some((choice) => choice === value);
  const foreign = value === undefined || isDocumented ? undefined : JSON.stringify(value);
  return (
    <SelectField
      label={label}
      value={foreign ?? (typeof value === "string" ? value : "")}
      problem={model.problems.value[`organization.${name}`]}
      warning={editor.notes.value[`organization.${name}`]}
      options={[
        { value: "", label: "not set" },
        ...membershipChoices.map((choice) => ({ value: choice, label: choice })),
        ...(foreign === undefined ? [] : [{ value: foreign, label: foreign }]),
      ]}
      onChange={(chosen) => {
        if (chosen !== foreign) editor.setOrganization(name, chosen === "" ? undefined : chosen);
      }}
    />
  );
}

function Problem({ problem }: { problem: string | undefined }) {
  return problem === undefined ? null : <div class="problem">{problem}</div>;
}

function Warning({ warning }: { warning: string | undefined }) {
  return warning === undefined ? null : <div class="warning">{warning}</div>;
}
