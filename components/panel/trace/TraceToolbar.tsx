import { useId } from "preact/hooks";
import type { CaptureModel } from "../../../lib/models/trace/capture-model.ts";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import { flowChips, type FlowChip } from "../../../lib/models/trace/flow-chips.ts";
import { FilePicker } from "../../shared/FilePicker.tsx";
import { FilterField } from "../../shared/FilterField.tsx";

export const traceFilterId = "trace-filter";

/** Focuses the filter field. */
export function focusTraceFilter(): void {
  document.getElementById(traceFilterId)?.focus();
}

/** Focuses the button that clears the list. */
export function focusClear(place: ParentNode | null): void {
  place?.querySelector<HTMLElement>(".trace-bar .clear")?.focus();
}

const chipNames: Readonly<Record<FlowChip, string>> = {
  login: "Login",
  renewal: "Renew",
  logout: "Logout",
  token: "Token",
  manage: "Manage",
  other: "Other",
};

/** Offers recording, clearing, the filter, the log of earlier pages, import and export. */
export function TraceToolbar(props: {
  capture: InstanceType<typeof CaptureModel>;
  trace: InstanceType<typeof TraceModel>;
  isExporting: boolean;
  onImport: (...files: readonly File[]) => void;
  onExport: () => void;
}) {
  const { capture, trace } = props;
  const problemId = useId();
  const isRecording = capture.isRecording.value;
  const { filter } = trace;
  const problem = filter.problem.value;
  const chosen = filter.chips.value;
  return (
    <div class="trace-bar" role="toolbar" aria-label="Trace">
      <button
        type="button"
        class="button record"
        aria-pressed={isRecording}
        title={isRecording ? "Pause (Ctrl+E)" : "Record (Ctrl+E)"}
        onClick={() => capture.record(!isRecording)}
      >
        <span class="mark" aria-hidden="true" /> Record
      </button>
      <button type="button" class="button clear" title="Clear (Ctrl+L)" onClick={capture.clear}>
        Clear
      </button>
      <FilterField
        id={traceFilterId}
        descriptionId={problemId}
        placeholder="filter: text, /regex/, -word"
        query={filter.query.value}
        isWrong={problem !== undefined}
        onInput={filter.setQuery}
      />
      {flowChips.map((chip) => (
        <button
          key={chip}
          type="button"
          class={chosen.has(chip) ? "chip on" : "chip"}
          aria-pressed={chosen.has(chip)}
          onClick={() => filter.toggleChip(chip)}
        >
          {chipNames[chip]}
        </button>
      ))}
      <label>
        <input
          type="checkbox"
          checked={capture.preservesLog.value}
          onChange={(event) => capture.setPreservesLog(event.currentTarget.checked)}
        />{" "}
        Preserve log
      </label>
      <FilePicker
        label="Import…"
        accept=".har,.json,application/json"
        isDisabled={false}
        isMultiple
        onChoose={props.onImport}
      />
      <button
        type="button"
        class="button export-trace"
        aria-expanded={props.isExporting}
        disabled={trace.rows.value.length === 0 && !props.isExporting}
        onClick={props.onExport}
      >
        Export…
      </button>
      <span id={problemId} class={problem === undefined ? "quiet" : "problem"} role="status">
        {problem ?? (filter.isMatching.value ? "Filtering…" : "")}
      </span>
    </div>
  );
}
