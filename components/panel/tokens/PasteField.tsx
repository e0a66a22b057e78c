import { Field } from "../../shared/Field.tsx";

/**
 * A field for a long text that is pasted, typed, or dropped as a file. A paste can replace the text,
 * so that the caller receives it as it is on the clipboard: a field changes line ends.
 */
export function PasteField(props: {
  label: string;
  hint: string;
  problem: string | undefined;
  rows: number;
  placeholder: string;
  value: string;
  isReadOnly: boolean;
  onInput: (text: string) => void;
  /** Returns true for a pasted text that replaces the text, and is not inserted into it. */
  replaces: (pasted: string) => boolean;
  onReplace: (text: string) => void;
  onFile: (file: File) => void;
  /** Default: the browser inserts a dropped text. */
  onDropText?: (text: string) => void;
  onBlur?: () => void;
}) {
  const { replaces, onReplace, onFile, onDropText } = props;
  return (
    <Field
      label={props.label}
      hint={props.hint}
      problem={props.problem}
      control={(bound) => (
        <textarea
          {...bound}
          class="mono"
          rows={props.rows}
          spellcheck={false}
          autocomplete="off"
          placeholder={props.placeholder}
          readOnly={props.isReadOnly}
          value={props.value}
          onInput={(event) => props.onInput(event.currentTarget.value)}
          onPaste={(event) => {
            // Too long a text was refused, and is not read here.
            if (event.defaultPrevented) return;
            const pasted = event.clipboardData?.getData("text/plain") ?? "";
            if (pasted === "" || !replaces(pasted)) return;
            event.preventDefault();
            onReplace(pasted);
          }}
          onBlur={() => props.onBlur?.()}
          onDragOver={(event) => {
            if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
          }}
          onDrop={(event) => {
            const file = event.dataTransfer?.files[0];
            if (file === undefined && onDropText === undefined) return;
            event.preventDefault();
            if (file !== undefined) return onFile(file);
            const text = event.dataTransfer?.getData("text/plain") ?? "";
            if (text !== "") onDropText?.(text);
          }}
        />
      )}
    />
  );
}
