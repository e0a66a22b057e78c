import { useId } from "preact/hooks";

/** Shows a button that opens the file chooser, for one file unless several are allowed. */
export function FilePicker(props: {
  label: string;
  accept: string;
  isDisabled: boolean;
  isMultiple?: boolean;
  /** Called for a choice of at least one file. */
  onChoose: (file: File, ...others: readonly File[]) => void;
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
        multiple={props.isMultiple ?? false}
        // Without this value, the browser does not report the same file again after the user
        // corrected it.
        value=""
        onChange={(event) => {
          const [file, ...others] = event.currentTarget.files ?? [];
          if (file !== undefined) props.onChoose(file, ...others);
        }}
      />
    </span>
  );
}
