import { useId } from "preact/hooks";

/** Lets a person choose one file. */
export function ChosenFile(props: {
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
        // Without it the browser would not report the same file again, after it was mended.
        value=""
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) props.onChoose(file);
        }}
      />
    </span>
  );
}
