import { useEffect } from "preact/hooks";
import type { TraceExportModel } from "../../../lib/models/trace/trace-export-model.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { ExportChoice, FileExportForm } from "../FileExportForm.tsx";

const formats = [
  ["har", "HAR (for Network panels and this tab)"],
  ["json", "JSON (with verdicts)"],
  ["markdown", "Markdown (for an issue)"],
] as const;

/** Exports exactly the listed flows. Before saving, the form lists the removals. */
export function TraceExportForm(props: {
  exporter: InstanceType<typeof TraceExportModel>;
  /** The flows of the list, in its order. */
  flows: readonly JudgedFlow[];
  onDone: () => void;
}) {
  const { exporter, flows } = props;
  useEffect(() => exporter.keepWithin(flows), [exporter, flows]);
  return (
    <FileExportForm
      exporter={exporter}
      unit="flow"
      promise="All values are replaced, but for those that are known to be harmless."
      onWrite={() => void exporter.write(flows)}
      onDone={props.onDone}
      describe={({ done, total }) => ({
        done,
        total,
        text: done * 2 < total ? "Reading the values" : "Writing the file",
      })}
      choices={(isWriting) => (
        <fieldset disabled={isWriting}>
          <legend>
            Export {flows.length === 1 ? "the listed flow" : `the ${flows.length} listed flows`}
          </legend>
          {formats.map(([format, label]) => (
            <ExportChoice
              key={format}
              name="trace-export-format"
              label={label}
              isOn={exporter.format.value === format}
              onChoose={() => exporter.setFormat(format)}
            />
          ))}
        </fieldset>
      )}
    />
  );
}
