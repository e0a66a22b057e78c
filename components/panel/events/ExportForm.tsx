import type { ExportModel } from "../../../lib/models/events/export-model.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import { ExportChoice, FileExportForm } from "../FileExportForm.tsx";

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
  const isFiltered = model.isFiltered.value;
  const tenantId = model.tenantId.value;
  const write = () => {
    if (tenantId !== undefined) void exporter.write({ tenantId, shown: model.shown.peek() });
  };
  return (
    <FileExportForm
      exporter={exporter}
      unit="event"
      promise={
        exporter.replacesAll.value
          ? "All values are replaced, but for those that are known to be harmless."
          : "Secrets are removed."
      }
      onWrite={write}
      onDone={props.onDone}
      describe={({ step, done, total, written }) => ({
        // Each event is read twice: the first pass finds all secrets, the second pass writes.
        done: (step === "search" ? done : total + done) / 2,
        total,
        text:
          step === "search"
            ? `${done} of ${total} events scanned for secrets`
            : `${written} events written`,
      })}
      choices={(isWriting) => (
        <>
          <fieldset disabled={isWriting}>
            <legend>Export</legend>
            <ExportChoice
              name="export-scope"
              label={`All events (${model.total.value})`}
              isOn={exporter.isWhole.value || !isFiltered}
              onChoose={() => exporter.setWhole(true)}
            />
            <ExportChoice
              name="export-scope"
              label={`Filtered events${isFiltered ? ` (${model.rows.value.eventCount})` : ""}`}
              isOn={!exporter.isWhole.value && isFiltered}
              isDisabled={!isFiltered}
              onChoose={() => exporter.setWhole(false)}
            />
          </fieldset>
          <fieldset disabled={isWriting}>
            <legend>Values</legend>
            <ExportChoice
              name="export-values"
              label="Keep them, and remove secrets"
              isOn={!exporter.replacesAll.value}
              onChoose={() => exporter.setReplacing(false)}
            />
            <ExportChoice
              name="export-values"
              label="Replace all"
              isOn={exporter.replacesAll.value}
              onChoose={() => exporter.setReplacing(true)}
            />
          </fieldset>
          <fieldset disabled={isWriting}>
            <legend>Format</legend>
            <ExportChoice
              name="export-format"
              label="NDJSON (one event per line)"
              isOn={exporter.format.value === "ndjson"}
              onChoose={() => exporter.setFormat("ndjson")}
            />
            <ExportChoice
              name="export-format"
              label="JSON"
              isOn={exporter.format.value === "json"}
              onChoose={() => exporter.setFormat("json")}
            />
          </fieldset>
        </>
      )}
    />
  );
}
