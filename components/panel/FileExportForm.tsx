import type { ComponentChildren } from "preact";
import { plural } from "../../lib/encoding/plural.ts";
import type { FileExportState, WrittenFile } from "../../lib/models/file-export.ts";
import { Notice } from "../shared/Notice.tsx";
import { RedactionPreview } from "../shared/RedactionPreview.tsx";
import { ReplacedValues } from "./ReplacedValues.tsx";
import "./panel-form.css";

interface ProgressPart {
  done: number;
  total: number;
  text: string;
}

/** The part of an export's model that its form needs. */
interface FormExport<Progress> {
  readonly state: { readonly value: FileExportState<Progress> };
  readonly keptByHand: { readonly value: ReadonlySet<string> };
  readonly setKept: (value: string, isKept: boolean) => Promise<void>;
  readonly cancel: () => void;
  readonly save: () => void;
  readonly close: () => void;
}

/**
 * The form of an export: its choices, the removals and a preview before saving, and the buttons.
 */
export function FileExportForm<Progress>(props: {
  exporter: FormExport<Progress>;
  /** The choices of this export, as fieldsets. */
  choices: (isWriting: boolean) => ComponentChildren;
  /** The name of one exported item, such as `event`. */
  unit: string;
  /** A sentence about the removals, shown before the file is written. */
  promise: string;
  /** Describes the progress: the done part of a whole, and a text. */
  describe: (progress: Progress) => ProgressPart;
  onWrite: () => void;
  onDone: () => void;
}) {
  const { exporter, onWrite } = props;
  const state = exporter.state.value;
  const isWriting = state.kind === "writing";
  const close = () => {
    exporter.close();
    props.onDone();
  };
  return (
    <form
      class="panel-form"
      aria-label="Export"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onWrite();
      }}
    >
      {props.choices(isWriting)}
      <Outcome
        state={state}
        unit={props.unit}
        promise={props.promise}
        describe={props.describe}
        exporter={exporter}
      />
      {/* None of these buttons submits the form. The next button takes the place of a pressed
          one before the click ends, so a submit button there would be submitted. */}
      <div class="actions">
        {isWriting ? (
          <button type="button" class="button" onClick={exporter.cancel}>
            Cancel
          </button>
        ) : state.kind === "ready" ? (
          <button type="button" class="button primary" onClick={exporter.save}>
            Save file
          </button>
        ) : (
          <button type="button" class="button primary" onClick={onWrite}>
            Preview export
          </button>
        )}
        <button type="button" class="button" onClick={close}>
          Close
        </button>
      </div>
    </form>
  );
}

/** One of several exclusive choices of an export. */
export function ExportChoice(props: {
  name: string;
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
}) {
  return (
    <label>
      <input
        type="radio"
        name={props.name}
        checked={props.isOn}
        disabled={props.isDisabled ?? false}
        onChange={props.onChoose}
      />
      {props.label}
    </label>
  );
}

function Outcome<Progress>(props: {
  state: FileExportState<Progress>;
  unit: string;
  promise: string;
  describe: (progress: Progress) => ProgressPart;
  exporter: FormExport<Progress>;
}) {
  const { state, unit } = props;
  switch (state.kind) {
    case "idle":
      return (
        <p class="quiet">
          {props.promise} You can review the removals and a preview before you save the file.
        </p>
      );
    case "writing": {
      const { done, total, text } = props.describe(state.progress);
      return (
        <>
          {state.last === undefined ? null : <Written {...props} file={state.last} />}
          <p>
            <progress value={done} max={Math.max(1, total)} aria-label="Progress of the export" />{" "}
            {text}
          </p>
        </>
      );
    }
    case "ready":
      // The same place as while it is written again, so that a pressed checkbox keeps the focus.
      return (
        <>
          <Written {...props} file={state} />
        </>
      );
    case "saved":
      return (
        <Notice severity="good" title={`${plural(state.written, unit)} saved.`}>
          <code>{state.name}</code>
        </Notice>
      );
    case "cancelled":
      return <p role="status">Export cancelled. No file was saved.</p>;
    case "failed":
      return (
        <Notice severity="error" help="exports-and-imports" title="The export failed.">
          <span>{state.failure.message}</span>
        </Notice>
      );
  }
}

function Written<Progress>(props: {
  file: WrittenFile;
  unit: string;
  exporter: FormExport<Progress>;
}) {
  const { file, unit, exporter } = props;
  return (
    <>
      <Notice severity="note" title={`${plural(file.written, unit)}, ${writeSize(file.bytes)}.`}>
        <code>{file.name}</code>
        <RedactionPreview receipt={file.receipt} preview={file.preview} />
      </Notice>
      <ReplacedValues
        values={file.replaced}
        kept={exporter.keptByHand.value}
        onKeep={(value, isKept) => void exporter.setKept(value, isKept)}
      />
    </>
  );
}

function writeSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576
    ? `${Math.round(bytes / 1_024)} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
