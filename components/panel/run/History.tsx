import { plural } from "../../../lib/encoding/plural.ts";
import type { RunRecord, RunVerdict } from "../../../lib/messages/run-record.ts";
import type { HistoryModel } from "../../../lib/models/runs/history-model.ts";
import type { RunDraft } from "../../../lib/runs/run-draft.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { useRestoredRow } from "./saved-row.ts";
import { SavedRow, type SavedAction } from "./SavedRow.tsx";
import { UndoNotice } from "./UndoNotice.tsx";
import { writeDuration } from "../sequence/write-duration.ts";
import "./saved-runs.css";

interface HistoryProps {
  model: InstanceType<typeof HistoryModel>;
  /** Runs an earlier run again. */
  onRun: (draft: RunDraft) => void;
  /** Fills the form with an earlier run. */
  onEdit: (draft: RunDraft) => void;
  /** True while a run continues: one runs at a time. */
  isRunning: boolean;
  /** Moves to the form. */
  onForm: () => void;
  /** Returns the title of an operation. */
  titleOf: (operation: string) => string;
}

/** Lists the last runs of this browser session, newest first. */
export function History(props: HistoryProps) {
  const { model } = props;
  const runs = model.runs.value;
  const removed = model.removed.value;
  const others = model.otherCount.value;
  const focusRow = useRestoredRow();
  return (
    <section class="saved-runs" aria-label="History">
      {model.failure.value === undefined ? null : (
        <Notice
          severity="error"
          help="tenant-inspector-itself"
          title="The history is not up to date."
        >
          <span>{model.failure.value.message}</span>
        </Notice>
      )}
      {removed.length === 0 ? null : (
        <UndoNotice
          key={removed[0]?.id}
          title={
            removed.length === 1 ? "1 run was removed." : `${removed.length} runs were removed.`
          }
          onUndo={() => {
            focusRow(removed[0]?.id);
            void model.undoRemove();
          }}
        />
      )}
      {runs.length === 0 ? (
        <EmptyState
          action={
            <button type="button" class="button" onClick={props.onForm}>
              Go to the form
            </button>
          }
        >
          No runs in this browser session. Each run is listed here with its result and duration.
        </EmptyState>
      ) : (
        <>
          <ol class="saved-list">
            {runs.map((run) => (
              <HistoryRow key={run.id} {...props} run={run} />
            ))}
          </ol>
          <div class="actions">
            <button type="button" class="button" onClick={() => void model.removeAll()}>
              Remove all
            </button>
          </div>
        </>
      )}
      {others === 0 ? null : (
        <p class="quiet">
          {plural(others, "run")} of other tenants. Select a tenant to see its runs.
        </p>
      )}
      <p class="quiet">
        The history is kept in memory until the browser is closed or the extension is updated.
      </p>
    </section>
  );
}

const verdicts = {
  succeeded: { mark: "✓", label: "Succeeded", severity: "good" },
  refused: { mark: "✕", label: "Refused", severity: "error" },
  unanswered: { mark: "!", label: "No answer", severity: "warning" },
  cancelled: { mark: "–", label: "Cancelled", severity: "note" },
} as const;

function describeVerdict(verdict: RunVerdict): string {
  const { label } = verdicts[verdict.kind];
  return verdict.kind === "refused" && verdict.error !== "" ? `${label}: ${verdict.error}` : label;
}

function HistoryRow(props: HistoryProps & { run: RunRecord }) {
  const { model, run } = props;
  const recalled = model.recall.value(run.id);
  const title = props.titleOf(run.operation);
  const { mark, severity } = verdicts[run.verdict.kind];
  const actions: SavedAction[] = [
    ...(recalled === undefined || recalled.lacks.length > 0
      ? []
      : [
          {
            label: "Run again",
            name: `Run again: ${title}`,
            act: () => props.onRun(recalled.draft),
            isDisabled: props.isRunning,
          },
        ]),
    ...(recalled === undefined
      ? []
      : [{ label: "Edit", name: `Edit ${title}`, act: () => props.onEdit(recalled.draft) }]),
    { label: "Remove", name: `Remove ${title}`, act: () => model.remove(run.id) },
  ];
  return (
    <SavedRow id={run.id} actions={actions}>
      <strong>{title}</strong>
      <span class={`verdict ${severity}`}>
        <span aria-hidden="true">{mark} </span>
        {describeVerdict(run.verdict)}
      </span>
      <span class="quiet">
        <Moment at={run.startedAt} style="time-or-day" />, {writeDuration(run.ms)},{" "}
        {run.way === "page" ? "in the inspected page" : "in the extension"}
      </span>
      {recalled === undefined ? (
        <span class="quiet">This version does not have the operation.</span>
      ) : recalled.lacks.length === 0 ? null : (
        <span class="quiet">Secrets are not kept. Enter again: {recalled.lacks.join(", ")}.</span>
      )}
    </SavedRow>
  );
}
