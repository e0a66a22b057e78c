import { useId } from "preact/hooks";

/** Shows a checkbox, with its label beside it and its hint beneath. */
export function SwitchField(props: {
  label: string;
  isOn: boolean;
  hint?: string;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="switch">
      <input
        type="checkbox"
        id={id}
        checked={props.isOn}
        {...(props.hint === undefined ? {} : { "aria-describedby": hintId })}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label for={id}>{props.label}</label>
      {props.hint === undefined ? null : (
        <div class="hint" id={hintId}>
          {props.hint}
        </div>
      )}
    </div>
  );
}
