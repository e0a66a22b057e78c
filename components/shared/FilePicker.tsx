import { useId } from "preact/hooks";

/** Shows a button that opens the file chooser for one file. */
export function FilePicker(props: {
  label: string;
  accept: string;
  isDisabled: boolean;
  onChoose: (file: File) => void;
}) {
  const id = useId();
  return (
    <span class="chosen-file">
      <label class="button" for={id}>
        {props.label}
      </label>
      <input
        type="file"
        id={id}
        accept={props.accept}
        disabled={props.isDisabled}
        // Without this value, the browser does not report the same file again after the user
        // corrected it.
        value=""
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) props.onChoose(file);
        }}
      />
    </span>
  );
}
