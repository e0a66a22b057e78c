import { useState } from "preact/hooks";
import type { PresetsModel } from "../../../lib/models/runs/presets-model.ts";
import type { RunDraft } from "../../../lib/runs/run-draft.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { TextField } from "../../shared/Field.tsx";
import { FilePicker } from "../../shared/FilePicker.tsx";
import { PresetRow } from "./PresetRow.tsx";
import { PresetsNotice } from "./PresetsNotice.tsx";
import { useRestoredRow } from "./saved-row.ts";
import { UndoNotice } from "./UndoNotice.tsx";
import "./saved-runs.css";

interface PresetsProps {
  model: InstanceType<typeof PresetsModel>;
  /** Returns the run of the form. */
  draft: () => RunDraft;
  /** Fills the form with a preset. */
  onUse: (draft: RunDraft) => void;
  /** Fills the form with a preset, and runs it. */
  onRun: (draft: RunDraft) => void;
  /** True while a run continues: one runs at a time. */
  isRunning: boolean;
  /** Opens the part with a pasted URL. */
  onPaste: () => void;
  /** Returns the title of an operation. */
  titleOf: (operation: string) => string;
}

/** Lists the presets of the tenant, and saves the form as one. */
export function Presets({ model, draft, onPaste, ...row }: PresetsProps) {
  const presets = model.presets.value;
  const removed = model.removed.value;
  const focusRow = useRestoredRow();
  return (
    <section class="saved-runs" aria-label="Presets">
      <NewPreset model={model} draft={draft} />
      <PresetsNotice
        model={model}
        onUndo={(preset) => {
          focusRow(preset.id);
          void model.restore();
        }}
      />
      {removed === undefined ? null : (
        <UndoNotice
          key={removed.id}
          title={`“${removed.name}” was deleted.`}
          onUndo={() => {
            focusRow(removed.id);
            void model.restore();
          }}
        />
      )}
      {presets.length === 0 ? (
        <EmptyState
          action={
            <button type="button" class="button" onClick={onPaste}>
              Paste a URL
            </button>
          }
        >
          No presets yet. Fill in the form, enter a name and select “Save preset”, or paste the URL
          of a login.
        </EmptyState>
      ) : (
        <ul class="saved-list">
          {presets.map((preset) => (
            <PresetRow key={preset.id} {...row} model={model} draft={draft} preset={preset} />
          ))}
        </ul>
      )}
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={presets.length === 0}
          onClick={() => model.exportFile()}
        >
          Export presets
        </button>
        <FilePicker
          label="Import presets"
          accept="application/json,.json"
          isDisabled={model.isWorking.value}
          onChoose={(file) => void model.importFile(file)}
        />
      </div>
      <p class="quiet">Presets are stored on this device and contain no secrets.</p>
    </section>
  );
}

function NewPreset({ model, draft }: Pick<PresetsProps, "model" | "draft">) {
  const [name, setName] = useState("");
  const save = async () => {
    if (await model.save(name, draft())) setName("");
  };
  return (
    <form
      class="saved-name"
      aria-label="New preset"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label="Name of a new preset" value={name} onInput={setName} />
      <button type="submit" class="button">
        Save preset
      </button>
    </form>
  );
}
