import type { ComponentChildren, JSX, TargetedInputEvent } from "preact";
import { useId } from "preact/hooks";
import { findHidden } from "../../lib/models/write-visible.ts";

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  problem?: string | undefined;
  warning?: string | undefined;
}

/** The attributes that link a control to its label and its descriptions. */
interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

/** Shows a control with its label and hint, and its problem or warning right beneath. */
export function Field(
  props: FieldProps & {
    control: (bound: ControlProps) => JSX.Element;
    /** The value of a text field that is not secret, to be searched for hidden characters. */
    text?: string | undefined;
  },
) {
  const id = useId();
  const hidden = props.text === undefined ? undefined : findHidden(props.text);
  const descriptionId = `${id}-words`;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.control({
        id,
        "aria-invalid": props.problem !== undefined,
        "aria-describedby": descriptionId,
      })}
      <div id={descriptionId} aria-live="polite">
        {props.problem === undefined ? null : <div class="problem">{props.problem}</div>}
        {props.warning === undefined ? null : <div class="warning">{props.warning}</div>}
        {hidden === undefined ? null : <div class="warning">Hidden characters: {hidden}</div>}
        {props.hint === undefined ? null : <div class="hint">{props.hint}</div>}
      </div>
    </div>
  );
}

/**
 * Shows a one-line text field. `secret` hides the characters and keeps them out of the browser's
 * form history.
 */
export function TextField(
  props: FieldProps & {
    value: string;
    onInput: (value: string) => void;
    secret?: boolean;
    placeholder?: string;
    maxLength?: number;
    /** The name of the value in the request; pages find the control by this name. */
    name?: string;
  },
) {
  return (
    <Field
      {...props}
      text={props.secret === true ? undefined : props.value}
      control={(bound) => {
        const attributes = {
          ...bound,
          name: props.name,
          value: props.value,
          placeholder: props.placeholder,
          // Set the attribute: Preact cannot remove the property of that name, and would leave it
          // at 0.
          maxlength: props.maxLength,
          spellcheck: false,
          autocomplete: "off",
          onInput: (event: TargetedInputEvent<HTMLInputElement>) =>
            props.onInput(event.currentTarget.value),
        } as const;
        return props.secret === true ? (
          <input type="password" {...attributes} />
        ) : (
          <input type="text" {...attributes} />
        );
      }}
    />
  );
}

/** Shows a text field of several lines. */
export function TextAreaField(
  props: FieldProps & {
    value: string;
    onInput: (value: string) => void;
    rows?: number;
    placeholder?: string;
    name?: string;
  },
) {
  return (
    <Field
      {...props}
      text={props.value}
      control={(bound) => (
        <textarea
          {...bound}
          name={props.name}
          rows={props.rows ?? 3}
          value={props.value}
          placeholder={props.placeholder}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    />
  );
}

/** Shows a choice of one value among a few. */
export function SelectField<Value extends string>(
  props: FieldProps & {
    value: Value;
    options: readonly { value: Value; label: string }[];
    onChange: (value: Value) => void;
  },
) {
  return (
    <Field
      {...props}
      control={(bound) => (
        <select
          {...bound}
          value={props.value}
          onChange={(event) => {
            const chosen = props.options.find(({ value }) => value === event.currentTarget.value);
            if (chosen !== undefined) props.onChange(chosen.value);
          }}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    />
  );
}
