import type { ExportModel, ExportState } from "../../../lib/models/events/export-model.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import { Notice } from "../../shared/Notice.tsx";
import { RedactionPreview } from "../../shared/RedactionPreview.tsx";

/**
 * Exports the log or the filtered events. Before saving, the form lists the removals and shows a
 * preview.
 */
export function ExportForm(props: {
  model: InstanceType<typeof EventsModel>;
  exporter: InstanceType<typeof ExportModel>;
  onDone: () => void;
}) {
  const { model, exporter } = props;
  const state = exporter.state.value;
  const isFiltered = model.isFiltered.value;
  const tenantId = model.tenantId.value;
  const isWriting = state.kind === "writing";
  const write = () => {
    if (tenantId !== undefined) void exporter.write({ tenantId, shown: model.shown.peek() });
  };
  const close = () => {
    exporter.close();
    props.onDone();
  };
  return (
    <form
      class="event-form"
      aria-label="Export"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        write();
      }}
    >
      <fieldset disabled={isWriting}>
        <legend>Export</legend>
        <Choice
          name="export-scope"
          label={`All events (${model.total.value})`}
          isOn={exporter.isWhole.value || !isFiltered}
          onChoose={() => exporter.setWhole(true)}
        />
        <Choice
          name="export-scope"
          label={`Filtered events${isFiltered ? ` (${model.rows.value.eventCount})` : ""}`}
          isOn={!exporter.isWhole.value && isFiltered}
          isDisabled={!isFiltered}
          onChoose={() => exporter.setWhole(false)}
        />
      </fieldset>
      <fieldset disabled={isWriting}>
        <legend>Format</legend>
        <Choice
          name="export-format"
          label="NDJSON (one event per line)"
          isOn={exporter.format.value === "ndjson"}
          onChoose={() => exporter.setFormat("ndjson")}
        />
        <Choice
          name="export-format"
          label="JSON"
          isOn={exporter.format.value === "json"}
          onChoose={() => exporter.setFormat("json")}
        />
      </fieldset>
      <Outcome state={state} />
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
          <button type="button" class="button primary" onClick={write}>
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

function Choice(props: {
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

function Outcome({ state }: { state: ExportState }) {
  switch (state.kind) {
    case "idle":
      return (
        <p class="quiet">
          Secrets are removed. You can review the removals and a preview before you save the file.
        </p>
      );
    case "writing": {
      const { step, done, total, written } = state.progress;
      // Each event is read twice: the first pass finds all secrets, the second pass writes.
      const share = (step === "search" ? done : total + done) / 2;
      return (
        <p>
          <progress value={share} max={Math.max(1, total)} aria-label="Progress of the export" />{" "}
          {step === "search"
            ? `${done} of ${total} events scanned for secrets`
            : `${written} events written`}
        </p>
      );
    }
    case "ready":
      return (
        <Notice severity="note" title={`${countEvents(state.written)}, ${writeSize(state.bytes)}.`}>
          <code>{state.name}</code>
          <RedactionPreview receipt={state.receipt} preview={state.preview} />
        </Notice>
      );
    case "saved":
      return (
        <Notice severity="good" title={`${countEvents(state.written)} saved.`}>
          <code>{state.name}</code>
        </Notice>
      );
    case "cancelled":
      return <p role="status">Export cancelled. No file was saved.</p>;
    case "failed":
      return (
        <Notice severity="error" title="The export failed.">
          <span>{state.failure.message}</span>
        </Notice>
      );
  }
}

function count(number: number, unit: string): string {
  return number === 1 ? `1 ${unit}` : `${number} ${unit}s`;
}

function countEvents(number: number): string {
  return count(number, "event");
}

function writeSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_048_576
    ? `${Math.round(bytes / 1_024)} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
